#pragma once

#include <utility>

namespace warner::mechanisms::external {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_{number} {}
  Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

/// The two ends of a pipe.
struct Pipe {
  Descriptor read, write;
};

/// A pipe of which no program that is started inherits anything unless it is given an end on purpose. Both ends have
/// numbers of ten or more, so that they are out of the way of a program's standard streams. @throws std::runtime_error
/// when there is none to be had.
Pipe open_pipe();

}  // namespace warner::mechanisms::external
