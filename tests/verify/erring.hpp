#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/noise/laplace.hpp"
#include "verify/utility.hpp"

namespace warner::verify::toys {

/// A mechanism whose errors are known, with an interval about its answer: columns y, low, high; the truth is its datum.
class Erring {
 public:
  struct Mass {
    double error, probability;
  };

  /// Of errors that take a few values; none: the Laplace law of scale 1.
  Erring(std::vector<Mass> masses, double half_width, double shift = 0)
      : masses_{std::move(masses)}, half_width_{half_width}, shift_{shift} {}

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const { return {{"y"}, {"low"}, {"high"}}; }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    if (masses_.empty()) mechanisms::noise::Laplace{1}.fill(stream, d[0] + shift_, out.column(0));
    for (std::size_t i = 0; i < out.releases(); ++i) {
      if (!masses_.empty()) out(i, 0) = d[0] + drawn(stream);
      out(i, 1) = out(i, 0) - half_width_;
      out(i, 2) = out(i, 0) + half_width_;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }

  double bias() const {
    double mean = shift_;
    for (auto const& [error, p] : masses_) mean += p * error;
    return mean;
  }
  double rmse() const {
    if (masses_.empty()) return std::sqrt(2 + shift_ * shift_);
    double square = 0;
    for (auto const& [error, p] : masses_) square += p * error * error;
    return std::sqrt(square);
  }
  double largest() const {
    double most = masses_.empty() ? std::numeric_limits<double>::infinity() : 0;
    for (auto const& mass : masses_) most = std::max(most, std::fabs(mass.error));
    return most;
  }
  /// Pr[|error| <= x].
  double within(double x) const {
    if (masses_.empty()) return 1 - std::exp(-x);  // of an unshifted one
    double sum = 0;
    for (auto const& [error, p] : masses_) sum += std::fabs(error) <= x ? p : 0;
    return sum;
  }
  double quantile(double share) const {
    if (masses_.empty()) return -std::log(1 - share);
    double least = largest();
    for (auto const& mass : masses_)
      if (within(std::fabs(mass.error)) >= share - 1e-12) least = std::min(least, std::fabs(mass.error));
    return least;
  }
  double half_width() const { return half_width_; }
  double coverage() const { return within(half_width_); }

  /// Claims that just hold. @param by: what bounds the bias.
  std::vector<UtilityClaim> claims(UtilityClaim::Kind by) const {
    using Kind = UtilityClaim::Kind;
    std::vector<UtilityClaim> all{{Kind::bias, std::fabs(bias()) + 1e-12, 0},
                                  {Kind::quantile, half_width_ + 1e-12, coverage() - 1e-12},
                                  {Kind::coverage, 0, coverage() - 1e-12}};
    if (masses_.empty()) all.push_back({Kind::median, 0, 0});
    if (by == Kind::rmse) all.push_back({Kind::rmse, rmse() * (1 + 1e-12), 0});
    else all.push_back({Kind::largest, largest(), 0});
    return all;
  }
  static UtilityOptions question(std::vector<UtilityClaim> claims) {
    return {.truth = {0},
            .answers = {{0, {}}},
            .interval = {{{1, {}}, {2, {}}}},
            .claims = std::move(claims),
            .execution = {1, nullptr, nullptr}};
  }

 private:
  double drawn(sim::Stream& stream) const {
    auto u = static_cast<double>(stream.word() >> 11) * 0x1p-53;
    for (auto const& [error, p] : masses_)
      if ((u -= p) < 0) return error;
    return masses_.back().error;
  }

  std::vector<Mass> masses_;
  double half_width_, shift_;
};

/// The same, and two answers beside it that never err: columns y, low, high, exact, exact too.
class AndExact {
 public:
  explicit AndExact(Erring erring) : erring_{std::move(erring)} {}

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& d) const {
    auto all = erring_.columns(d);
    all.insert(all.end(), {{"exact"}, {"exact too"}});
    return all;
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    erring_.release(d, stream, out);
    for (std::size_t i = 0; i < out.releases(); ++i) out(i, 3) = out(i, 4) = d[0];
  }
  mechanisms::Guarantee guarantee() const { return erring_.guarantee(); }

 private:
  Erring erring_;
};

/// Errors of a light, a rare, a skewed and a bounded sort.
inline std::vector<std::pair<std::string, Erring>> erring_laws() {
  return {{"Laplace", Erring{{}, std::log(20.0)}},
          {"rare", Erring{{{0, 0.99}, {10, 0.005}, {-10, 0.005}}, 0}},
          {"skewed", Erring{{{-0.5, 0.9}, {9.5, 0.1}}, 1}},
          {"extreme", Erring{{{-1, 0.5}, {1, 0.5}}, 1}}};
}

}  // namespace warner::verify::toys
