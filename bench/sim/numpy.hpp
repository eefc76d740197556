#pragma once

#include <memory>
#include <string>

namespace warner::bench {

/// numpy's noise, drawn by a worker process on this core: a law is named down a pipe, the time comes back up. The clock
/// runs inside the worker, so neither the pipe nor the start of Python is in it. Buffers of 32768 doubles, written in
/// place where numpy can.
class Numpy {
 public:
  /// Starts /usr/bin/python3. Where that has no numpy, version() is empty and nothing else may be asked.
  Numpy();
  ~Numpy();

  std::string const& version() const { return version_; }
  /// Nanoseconds of processor time a sample, over so many buffers.
  double nanoseconds(std::string const& law, unsigned buffers);
  /// The mean of 32 buffers, and how many samples that is.
  double mean(std::string const& law);
  static constexpr double samples_of_mean = 32 * 32768.0;

 private:
  std::string ask(std::string const& question);

  int pid_ = 0, questions_ = -1, answers_ = -1;
  std::string version_;
};

}  // namespace warner::bench
