#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mechanisms/external/release/schema.hpp"

namespace warner::mechanisms::external {

/// A release as it was said, and the dataset that it is of.
struct Said {
  std::string text;
  std::size_t dataset;
};

/// What is made of a program's releases: learned from some, and kept account of for all others. From any thread.
class Reading {
 public:
  /// @param numbers: little-endian float64 a release; 0: a release is a line of text (read_value.hpp). A release of
  ///   another length than numbers have is read as a line, as a death among numbers.
  /// @param names: of the fields of a release, where they have some.
  Reading(std::size_t numbers, bool ideal, std::vector<std::string> names = {})
      : numbers_{numbers}, ideal_{ideal}, names_{std::move(names)} {}

  /// Before anything was learned: what else there is to know of releases.
  void expect(std::size_t numbers, std::vector<std::string> names) {
    numbers_ = numbers;
    names_ = std::move(names);
  }
  /// As it was learned before: learn() then looks whether all that is said is the same, and learns no other.
  void know(Schema schema) {
    schema_ = std::move(schema);
    is_known_ = true;
  }

  /// Learns the schema from releases, in place of any that was learned before.
  /// @return whether it says more than half of them would have said, or may: more of them may then say more yet.
  bool learn(std::vector<Said> const& said);

  Schema const& schema() const { return schema_; }
  /// Some of those that were learned from, of each dataset the first few.
  std::vector<Said> const& sample() const { return sample_; }

  /// Writes releases into a batch; one for each thread.
  class Hand {
   public:
    explicit Hand(Reading& reading) : reading_{reading} {}
    /// Release i; of releases of numbers as many as there are, from i on.
    void place(std::string_view releases, Batch out, std::size_t i);

   private:
    /// A short line that was read, and the numbers that it became: words come again and again.
    struct Known {
      static constexpr std::size_t longest = 24, widest = 4;
      std::size_t size = longest + 1;  // of no line, for a start
      std::array<char, longest> text;
      std::array<double, widest> numbers;
    };

    void place_one(std::string_view release, Batch out, std::size_t i);
    /// Whether what it says is like what was learned from, and no NaN.
    bool read_and_place(std::string_view release, Batch out, std::size_t i);
    Reading& reading_;
    Value value_;
    std::array<Known, 64> known_;
    std::size_t found_ = 0, not_found_ = 0;  // lines among those that are known
  };

  /// What the readers of a result should know of the releases, a sentence each.
  std::vector<std::string> notes() const;
  /// The one thing that every release said, where that was words, nothing, NaN, or an error.
  std::optional<std::string> said_nothing_but() const;
  /// Whether that one thing has nothing in it but nulls and NaN.
  bool gave_no_answer() const { return is_no_answer_ && said_nothing_but().has_value(); }

 private:
  void read(std::string_view release, Value& value) const;
  /// Whether the numbers of a release are its columns themselves.
  bool are_columns() const;
  void place_numbers(std::string_view releases, Batch out, std::size_t i);

  std::size_t numbers_;
  bool ideal_;
  std::vector<std::string> names_;
  Schema schema_;
  std::vector<Said> sample_;
  std::string constant_;         // what all that were learned from said
  std::string grouped_for_one_;  // a release that may be a number, its thousands parted by commas
  bool is_constant_ = false, is_no_answer_ = false, is_known_ = false;
  std::atomic<bool> says_more_{false};
  std::atomic<std::uint64_t> unlike_{0}, not_numbers_{0};
  mutable std::mutex mutex_;
  std::string unlike_for_one_;  // the first in the alphabet: the same for any order of threads
};

}  // namespace warner::mechanisms::external
