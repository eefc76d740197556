#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/heard.hpp"
#include "mechanisms/external/hello.hpp"
#include "mechanisms/external/process/child_process.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "mechanisms/external/release/schema.hpp"

namespace warner::mechanisms::external {

/// How to run a program.
struct Launch {
  std::string name;  ///< for messages
  std::vector<std::string> words;
  bool prepares = false;  ///< whether datasets are handed over once, and named by number; else a hello may say so
  std::uint64_t memory_limit = std::uint64_t{4} << 30;  ///< bytes of data
  std::chrono::milliseconds timeout{60'000};            ///< for the answer to one request; pauses of ours do not count
  /// Little-endian float64 a release; 0: answers are lines of text, or a hello says how many.
  std::size_t numbers = 0;
  bool column_by_column = false;  ///< those of an answer, column by column
  bool ideal = false;             ///< whether its numbers stand for ideal real ones
  /// Whether its death is a release: each has a process of its own then.
  bool crash_is_a_release = false;
  std::optional<Schema> schema{};  ///< what its releases are; empty: that is learned from its first ones
  std::size_t most_tried = 100;    ///< releases of each dataset that say what releases are
  std::atomic<bool> const* interrupted = nullptr;  ///< set: a waiting conversation throws sim::Interrupted
  std::atomic<bool> const* given_up = nullptr;     ///< set where another conversation failed: the same
  std::function<void(Hello const&)> greeted{};     ///< hears what each process says of itself, before its first release
};

/// Requests to one running program, and its answers.
class Conversation {
 public:
  explicit Conversation(Launch const& launch);

  /// Takes release i: a line without its end, or the bytes of its numbers.
  using Take = std::function<void(std::size_t i, std::string_view release)>;

  /// Sends a request, which ends in a newline, and takes n releases.
  /// @throws ProgramFailed when the program exceeds the timeout, says too much; ProgramDied where it
  /// ends by itself in the middle of an answer; sim::Interrupted. The conversation is then over.
  void ask(std::string_view request, std::size_t n, Take const& take);

  /// Whether the program was handed a dataset over; then it counts as handed over.
  bool hand_over(std::size_t dataset);
  bool answered() const { return answered_; }

  /// Closes the program's standard input: no more requests.
  void hang_up() { program_.close_input(); }
  /// Closes its standard input, and waits a while for its end. @return how it ended, where that was no success.
  std::optional<std::string> death();
  /// Waits for the program's end, at most until then. @throws ProgramFailed when it says more on standard output.
  void wait_for_end(std::chrono::steady_clock::time_point until);
  /// Has the program ended, without waiting.
  void let_go() { program_.let_go(); }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Said { something, nothing, no_more };

  void send(std::string_view& request);
  Said hear(std::string_view request, int milliseconds);
  void keep_errors();
  /// Hands the whole releases heard so far to `take`; returns how many.
  std::size_t take_whole(std::size_t first, std::size_t n, Take const& take);
  /// Takes a hello, where the program begins with one; false as long as too little was heard to tell.
  bool listen();
  std::size_t take_columns(std::size_t n, Take const& take);
  std::string too_much() const;
  /// Of an answer of numbers that is not whole: how many bytes there were, and what width would fit.
  std::string what_it_wrote(std::size_t taken, std::size_t n) const;
  /// ", the last one 'no'": of the lines of this answer, where one was taken.
  std::string last_of(std::size_t taken) const;
  [[noreturn]] void fail(std::string const& problem, bool ended);

  Launch const& launch_;
  ChildProcess program_;
  Heard heard_;
  std::string errors_, last_line_;  // last_line_: of those that were taken as releases
  bool answered_ = false, listened_ = false;
  std::vector<bool> handed_over_;
  std::string column_bytes_;  // of an answer that comes column by column
};

}  // namespace warner::mechanisms::external
