#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// Compares what is said to requests about one dataset, with different seeds: whether the randomness of releases is
/// fresh.
///
/// Statistic:  the first releases of each later request beside those of the first one. Said again in the same order,
///             they share their randomness (agreement.hpp). All the same in either request, and not the same in both,
///             a request has one release alone: of one law with independent releases, n and m of them are so with
///             probability at most sup p^(n - 1) (1 - p)^m.
/// Level:      1e-9 a comparison. A dataset is compared until a request has half a hundred releases.
/// Reading:    a mechanism that always says the same is fresh: nothing can tell.
class Freshness {
 public:
  enum class Finding { fresh, said_again, one_for_all };

  /// Whether releases of a dataset are still compared.
  bool wants(std::size_t dataset) const;
  /// @param said: hashes of the first releases of a request.
  Finding hear(std::size_t dataset, std::uint64_t seed, std::span<std::uint64_t const> said);

  /// Whether each dataset had one release, all the same, and not all datasets the same one.
  bool says_one_thing_of_each() const;

 private:
  struct Heard {
    std::uint64_t seed;
    std::vector<std::uint64_t> said;
    std::size_t compared = 0;
    bool is_constant = true;
  };
  mutable std::mutex mutex_;
  std::map<std::size_t, Heard> heard_;  // by dataset
};

/// Visits the releases of a piece of an answer: numbers of so many bytes each, or one line.
template <class Visit>
void for_each_release(std::string_view releases, std::size_t bytes, Visit const& visit) {
  auto const one = bytes > 0 && releases.size() % bytes == 0 ? bytes : releases.size();
  std::size_t from = 0;
  do visit(releases.substr(from, one));
  while ((from += one) < releases.size());
}

/// Collects the hashes of the first releases of an answer, which comes in order.
class FirstReleases {
 public:
  /// @param bytes: of a release of numbers; 0 for lines.
  void take(std::string_view releases, std::size_t bytes);
  std::span<std::uint64_t const> hashes() const { return hashes_; }

 private:
  std::vector<std::uint64_t> hashes_;
};

}  // namespace warner::mechanisms::external
