#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/heard.hpp"
#include "mechanisms/external/process/child_process.hpp"
#include "mechanisms/external/process/program_failed.hpp"

namespace warner::mechanisms::external {

/// How to run a program.
struct Launch {
  std::string name;  ///< for messages
  std::vector<std::string> words;
  bool once = false;      ///< datasets are handed over once, and requests name them by number (requests.hpp)
  std::string preface{};  ///< what it hears before its first request
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  ///< bytes of data
  std::chrono::milliseconds timeout{60'000};            ///< for the answer to one request
  std::size_t numbers = 0;  ///< 0: an answer is lines of text; else so many little-endian float64 a release
  bool ideal = false;       ///< its numbers stand for ideal real ones: their last bits are not looked at
  std::atomic<bool> const* interrupted = nullptr;  ///< a waiting conversation then throws sim::Interrupted
  std::atomic<bool> const* given_up = nullptr;     ///< another conversation failed: the same
};

/// Requests and answers, with one running program.
class Conversation {
 public:
  explicit Conversation(Launch const& launch);

  /// What to do with release i: a line without its end, or the bytes of its numbers.
  using Take = std::function<void(std::size_t i, std::string_view release)>;

  /// Sends a request, which ends in a newline, and takes n releases.
  /// @throws ProgramFailed when it ends, takes longer than the timeout, says too much, or when take throws a Misfit;
  /// sim::Interrupted. It is of no use after that.
  void ask(std::string_view request, std::size_t n, Take const& take);

  /// No more requests: closes its standard input.
  void hang_up() { program_.close_input(); }
  /// Waits for its end, until then at most. @throws ProgramFailed when it has more to say on standard output.
  void wait_for_end(std::chrono::steady_clock::time_point until);
  /// Has it ended, and does not wait for that.
  void let_go() { program_.let_go(); }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Said { something, nothing, no_more };

  void send(std::string_view& request);
  Said hear(std::string_view request, int milliseconds);
  void keep_errors();
  /// Hands whole releases of what was heard to `take`; how many.
  std::size_t take_whole(std::size_t first, std::size_t n, Take const& take);
  std::string too_much() const;
  [[noreturn]] void fail(std::string const& problem, bool ended);

  Launch const& launch_;
  ChildProcess program_;
  Heard heard_;
  std::string errors_;
  bool answered_ = false;
};

}  // namespace warner::mechanisms::external
