#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/stream.hpp"
#include "sim/tally.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/scores/strategy.hpp"

// What Warner prints is a table of promises, each of which can be simulated: "with probability at most (or at least)
// p". A row that breaks its promise is found by an exact binomial test.
namespace warner::verify::promises {

inline constexpr double row_level = 1e-6;                   ///< of the test of one row
inline constexpr double levels[] = {0.5, 0.1, 0.05, 1e-3};  ///< at which promises are made

/// An event and how probable it may be, or must be.
struct Promise {
  std::string what;
  double probability = 0;
  bool at_most = true;
};

/// Something that can be done again and again, after which it is known which of its promises' events happened.
struct Repeated {
  std::string verb, options;
  std::vector<Promise> promised;
  std::uint64_t quick = 0, nightly = 0;  ///< repetitions; 0: not at all
  std::function<std::vector<bool>(std::uint64_t seed)> once;
};

/// Repeats all, prints a table, and returns the rows that broke their promise.
std::vector<std::string> broken_among(std::vector<Repeated> const& all, bool nightly);

/// Tells its datum, 0 or 1, in a share `speaks` of its releases, and says 2 in the others: right with odds of e^epsilon
/// beyond delta. On the boundary of (epsilon, delta)-DP in both directions.
struct Told {
  double epsilon = 1, delta = 0, speaks = 1;

  double wrong() const { return (speaks - delta) / (1 + std::exp(epsilon)); }
  double right() const { return speaks - wrong(); }
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const;
  mechanisms::Guarantee guarantee() const { return mechanisms::ApproximateDp{epsilon, delta}; }
  DivergenceBounds truth(double at_epsilon) const;
};

/// Says 1 with probability p under 0, q under 1, and else 0.
struct Hint {
  double p = 0.5, q = 0.1;

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const;
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{std::log(p / q)}; }
  DivergenceBounds truth(double at_epsilon) const;
};

inline Strategy const as_told{Bins{{}, {0.5, 1.5}, {1, -1, 0}}, 1, -1};
inline Strategy hinted(std::uint64_t odds) {
  return {Bins{{}, {0.5}, {0, 1}}, 1, -std::numeric_limits<double>::infinity(), odds};
}

/// A game of the pair (0, 1) on one thread.
sim::Tally game(mechanisms::AnyMechanism const& mechanism, Strategy const& strategy, std::uint64_t trials,
                std::uint64_t seed);

/// The Renyi divergence, order above 1, of the laws that guesses right and wrong with these probabilities induce; of
/// one direction, the larger of an event's two. Its supremum over the order, divided by it.
double renyi_truth(double right, double wrong, int directions, double order);
double rho_truth(double right, double wrong, int directions);

bool any_above(DivergenceBounds const& bounds, DivergenceBounds const& truth);

/// The rows, verb by verb.
std::vector<Repeated> bounds_of_fixed_length();
std::vector<Repeated> bounds_at_all_times();
std::vector<Repeated> measurements();
std::vector<Repeated> checks();
std::vector<Repeated> curves();
std::vector<Repeated> plans();
std::vector<Repeated> programs();
std::vector<Repeated> utilities();

}  // namespace warner::verify::promises
