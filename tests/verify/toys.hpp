#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/variates.hpp"

// Mechanisms small enough to be seen through: what the verifier is tried on. The catalogue is not needed for that.
namespace warner::verify::toys {

using mechanisms::Batch;
using mechanisms::Column;
using mechanisms::Dataset;
using mechanisms::Guarantee;
using mechanisms::Pair;
using mechanisms::PureDp;

inline Pair const zero_one{{0}, {1}, mechanisms::Relation::substitute, {}};

/// y = x + Laplace(scale); epsilon = 1 / scale on (0, 1).
struct Laplace {
  double scale = 1;
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_laplace(stream, d[0], scale, out.column(0));
  }
  Guarantee guarantee() const { return PureDp{1 / scale}; }
  void log_density(Dataset const& d, mechanisms::ConstBatch y, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = -std::fabs(y(i, 0) - d[0]) / scale;
  }
};

/// Tells the bit with probability e^epsilon / (1 + e^epsilon).
struct Response {
  double epsilon = 1;
  std::vector<Column> columns(Dataset const&) const { return {{"answer", Column::Kind::category}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    auto const lie = 1 / (1 + std::exp(epsilon));
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? 1 - lie : lie), out.column(0));
  }
  Guarantee guarantee() const { return PureDp{epsilon}; }
};

/// Answers 0 with probability 0.006 under 0 and 0.0022 under others, and 1 with 0.3 and 0.2.
struct RareOrCommon {
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::category}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_uniform(stream, out.column(0));
    auto const rare = d[0] == 0 ? 0.006 : 0.0022, common = rare + (d[0] == 0 ? 0.3 : 0.2);
    for (auto& y : out.column(0)) y = y < rare ? 0 : y < common ? 1 : 2;
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

/// Answers k < 7 with probability 0.1 / 4^k under 0, and e times as seldom under others: each is evidence of epsilon =
/// 1, and no number of trials tells which is best.
struct AsOften {
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::category}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_uniform(stream, out.column(0));
    auto const most = d[0] == 0 ? 0.1 : 0.1 / std::exp(1.0);
    for (auto& y : out.column(0)) {
      double k = 0, below = most, next = most;
      while (k < 7 && y >= below) next /= 4, below += next, ++k;
      y = k;
    }
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

/// N(0, 1) against N(shift, 1).
struct Gaussian {
  double shift = 1;
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_gaussian(stream, d[0] * shift, 1, out.column(0));
  }
  Guarantee guarantee() const { return mechanisms::GaussianDp{shift}; }
};

/// Ignores its data.
struct Noise {
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const&, sim::Stream& stream, Batch out) const {
    sim::fill_gaussian(stream, 0, 1, out.column(0));
  }
  Guarantee guarantee() const { return PureDp{0}; }
};

/// Two coordinates with one and the same noise: their difference is exact.
struct SharedNoise {
  std::vector<Column> columns(Dataset const&) const { return {{"y0", Column::Kind::real}, {"y1", Column::Kind::real}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_laplace(stream, 0, 1, out.column(0));
    for (std::size_t i = 0; i < out.releases(); ++i) out(i, 1) = out(i, 0) + d[0];
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

/// Leaks NaN with probability 1/8 under 1, never under 0; else Laplace.
struct NanLeak {
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_laplace(stream, 0, 1, out.column(0));
    for (std::size_t i = 0; i < out.releases(); ++i)
      if (d[0] == 1 && stream.word() >> 61 == 0) out(i, 0) = std::numeric_limits<double>::quiet_NaN();
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

/// k coordinates, each x / k + Laplace(1 / epsilon): epsilon in all, spread thin.
struct SpreadLaplace {
  std::size_t k = 8;
  double epsilon = 1;
  std::vector<Column> columns(Dataset const&) const { return std::vector<Column>(k, Column{"y", Column::Kind::real}); }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    for (std::size_t j = 0; j < k; ++j)
      sim::fill_laplace(stream, d[0] / static_cast<double>(k), 1 / epsilon, out.column(j));
  }
  Guarantee guarantee() const { return PureDp{epsilon}; }
};

/// Says 2 with probability delta under 1 only, else 0: pure epsilon is infinite, (0, delta)-DP holds.
struct RareLeak {
  double delta = 0.01;
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::category}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? delta : 0), out.column(0));
  }
  Guarantee guarantee() const { return mechanisms::ApproximateDp{0, delta}; }
};

/// 1 releases one of 16 even values with probability delta, else one of 16 odd ones; 0 an odd one. (0, delta)-DP,
/// tight: the log likelihood ratio of the even ones is infinite.
struct InterleavedLeak {
  double delta = 0.2;
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::integer}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? delta : 0), out.column(0));
    for (std::size_t i = 0; i < out.releases(); ++i)
      out(i, 0) = static_cast<double>(2 * (stream.word() >> 60)) + (out(i, 0) == 1 ? 0 : 1);
  }
  Guarantee guarantee() const { return mechanisms::ApproximateDp{0, delta}; }
  void log_density(Dataset const& d, mechanisms::ConstBatch y, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const even = std::fmod(y(i, 0), 2) == 0;
      out[i] = std::log((even ? (d[0] == 1 ? delta : 0) : (d[0] == 1 ? 1 - delta : 1)) / 16);
    }
  }
};

/// Two columns; the first is NaN with probability 0.1 under 1 and 0.01 under 0, the second hides that rows could
/// repeat.
struct RarelyNan {
  std::vector<Column> columns(Dataset const&) const { return {{"y0", Column::Kind::real}, {"y1", Column::Kind::real}}; }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? 0.1 : 0.01), out.column(0));
    for (auto& y : out.column(0)) y = y == 1 ? std::numeric_limits<double>::quiet_NaN() : 0;
    sim::fill_gaussian(stream, 0, 1, out.column(1));
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

/// A flag that is up with probability 1/2 under 0 and e / (1 + e) under 1, twice over, and Laplace noise about 0 beside
/// it where it is up, else NaN.
struct SameFlagTwice {
  std::vector<Column> columns(Dataset const&) const {
    return {{"flag", Column::Kind::flag}, {"again", Column::Kind::flag}, {"y", Column::Kind::real}};
  }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? 1 / (1 + std::exp(-1.0)) : 0.5), out.column(0));
    sim::fill_laplace(stream, 0, 1, out.column(2));
    for (std::size_t i = 0; i < out.releases(); ++i) {
      out(i, 1) = out(i, 0);
      if (out(i, 0) == 0) out(i, 2) = std::numeric_limits<double>::quiet_NaN();
    }
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

}  // namespace warner::verify::toys
