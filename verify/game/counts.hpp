#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warner::verify {

/// A value with how often it was seen under each dataset.
/// Or a group of neighbouring values, from `value` to `greatest`, taken together.
struct Count {
  double value = 0;
  double d = 0, d_prime = 0;
  double greatest = value;
};

/// How many numbers there are, of both datasets.
double mass_of(std::span<Count const> counts);

/// The distinct values of both spans in increasing order, with their counts; NaN is left out.
std::vector<Count> counts_of(std::span<double const> under_d, std::span<double const> under_d_prime);

/// The counts of two samples together.
std::vector<Count> merged(std::vector<Count> const& a, std::vector<Count> const& b);

/// What neighbouring parts of the line say: 1 for D, -1 for D', 0 nothing.
using Says = std::array<std::int8_t, 3>;

/// Sums of counts from the left, of each dataset; `d[i]` of the first i.
struct Cumulated {
  std::vector<double> d{0}, d_prime{0};
  explicit Cumulated(std::vector<Count> const& counts) {
    for (auto const& count : counts) {
      d.push_back(d.back() + count.d);
      d_prime.push_back(d_prime.back() + count.d_prime);
    }
  }
  double mass(std::size_t i) const { return d[i] + d_prime[i]; }

  struct Event {
    double right, wrong;
    double delta_share;  ///< a half for each dataset that it speaks for
  };
  /// The right and wrong guesses where the first `low` counts, those before `high` and the others say this.
  Event event(std::size_t low, std::size_t high, Says const& says) const {
    auto const n = d.size() - 1;
    std::array const ends{std::size_t{0}, low, high, n};
    Event event{0, 0, 0};
    bool for_d = false, for_d_prime = false;
    for (std::size_t part = 0; part < says.size(); ++part) {
      auto const from = ends[part], to = ends[part + 1];
      if (says[part] == 0 || from == to) continue;
      auto const of_d = d[to] - d[from], of_d_prime = d_prime[to] - d_prime[from];
      event.right += says[part] > 0 ? of_d : of_d_prime;
      event.wrong += says[part] > 0 ? of_d_prime : of_d;
      (says[part] > 0 ? for_d : for_d_prime) = true;
    }
    event.delta_share = (for_d + for_d_prime) / 2.0;
    return event;
  }
};

/// How many positions a search for cuts tries on this many numbers.
/// Counts condensed to as many give the same cuts, but for the indices.
std::size_t positions_tried(double mass);

/// The masses from 0 to `all` that positions are spread over, increasing, whole but for `all`: even ones, and geometric
/// ones towards both ends.
std::vector<double> spread_masses(double all, std::size_t many);

/// Whether a value comes back more often than its neighbours, which come `others` times all together, by more than the
/// luck of so many numbers in all: by Bernstein's bound on a Poisson count.
bool stands_out(double longest, double others, std::size_t how_many, double all);

/// At most about `many` indices into the counts, increasing, 0 and counts.size() among them.
/// They are even in mass, then geometric towards both ends. A value that stands out among those between two is by
/// itself.
std::vector<std::size_t> spread_positions(std::vector<Count> const& counts, std::size_t many);

/// The counts between these positions taken together, or between any others; these in any order.
std::vector<Count> condensed(std::vector<Count> const& counts, std::size_t many);
std::vector<Count> condensed(std::vector<Count> const& counts, std::vector<std::size_t> positions);

}  // namespace warner::verify
