#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

privacy::PairPrivacy pair_at(double q, double mu) {
  auto pair = privacy::subsampled_pair(privacy::gaussian_pair(mu), privacy::gaussian_loss(mu), q);
  pair.renyi = [=](double order) {
    return std::max(privacy::subsampled_gaussian_renyi(q, mu, order),
                    privacy::subsampled_gaussian_renyi(q, mu, order, false));
  };
  return pair;
}

ApproximateDp claim_of(double q, double mu, double delta) {
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
  return {pair_at(q, mu).epsilon(delta), delta};
}

bool is_zero(Dataset const& record) {
  return std::ranges::all_of(record, [](double x) { return x == 0; });
}

/// How records come into a sample.
struct Sampling {
  double rate = 0.01;  ///< each record on its own (Poisson), when m is 0; else m / n
  std::size_t m = 0;   ///< so many records of n, all samples alike
  std::size_t n = 1;
};

/// One step of private stochastic gradient descent [ACGMMTZ16]: a sample of the records, each a vector of k numbers, is
/// clipped to norm `sensitivity` record by record and summed; released is the sum plus N(0, sigma^2) in every
/// coordinate. (What is called the noise multiplier is sigma / sensitivity.)
///
/// Guarantee:  the profile of (1 - q) N(0, 1) + q N(mu, 1) against N(0, 1), mu = sensitivity / sigma, the larger
///             direction [BBG18]: under addition and removal for Poisson samples, under substitution for m of n.
///             Claimed is its epsilon at delta.
/// Tightness:  reached when one record of full norm stands among zeros.
/// Data:       records one after the other, k numbers each.
class SubsampledGaussian {
 public:
  /// @throws std::invalid_argument unless delta is in (0, 1).
  SubsampledGaussian(Sampling sampling, double sigma, double sensitivity, std::size_t k, double delta)
      : sampling_{sampling}, sensitivity_{sensitivity}, k_{k}, noise_{sigma} {
    claim_ = claim_of(sampling.rate, sensitivity / sigma, delta);
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, dataset.size());
    require(dataset.size() % k_ == 0, fmt::format("dataset: {} numbers are no records of {}", dataset.size(), k_));
    require(sampling_.m == 0 || dataset.size() == k_ * sampling_.n,
            fmt::format("dataset: {} records where samples are drawn from {}", dataset.size() / k_, sampling_.n));
    return std::vector<Column>(k_, Column{"y", Column::Kind::real});
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    std::vector<double> memory(2 * out.releases(), 0.0);
    auto const coin = std::span{memory}.first(out.releases()), kept = std::span{memory}.last(out.releases());
    for (std::size_t j = 0; j < k_; ++j) noise_.fill(stream, 0, out.column(j));
    add_sample(clipped(dataset), stream, out, coin, kept);
  }

  Guarantee guarantee() const { return claim_; }

  /// For up to twelve records that are not zero.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto records = clipped(dataset);
    std::erase_if(records, is_zero);
    require(records.size() <= 12,
            fmt::format("dataset: {} records that are not zero have too many samples for a density", records.size()));
    for (std::size_t i = 0; i < out.size(); ++i) {
      double density = 0;
      for (std::size_t sample = 0; sample < std::size_t{1} << records.size(); ++sample) {
        double log_pdf = 0;
        for (std::size_t j = 0; j < k_; ++j) {
          double mean = 0;
          for (std::size_t r = 0; r < records.size(); ++r) mean += (sample >> r & 1) != 0 ? records[r][j] : 0;
          log_pdf += noise_.log_pdf(releases(i, j) - mean);
        }
        density += weight(records.size(), static_cast<std::size_t>(std::popcount(sample))) * std::exp(log_pdf);
      }
      out[i] = std::log(density);
    }
  }

  /// For one record more, or instead of a zero, among zeros; else open.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    auto there = clipped(pair.d), back = clipped(pair.d_prime);
    std::erase_if(there, is_zero);
    std::erase_if(back, is_zero);
    if (there == back) return privacy::equal_pair();
    if (there.size() + back.size() != 1) return std::nullopt;
    double square = 0;
    for (auto const x : (there.empty() ? back : there).front()) square += x * x;
    auto known = pair_at(sampling_.rate, std::sqrt(square) / noise_.standard_deviation());
    if (there.empty()) known.beta = nullptr;  // known for the mixture against the Gaussian
    return known;
  }

 private:
  std::vector<Dataset> clipped(Dataset const& dataset) const {
    std::vector<Dataset> records;
    for (auto at = dataset.begin(); at != dataset.end(); at += static_cast<std::ptrdiff_t>(k_)) {
      Dataset record(at, at + static_cast<std::ptrdiff_t>(k_));
      double square = 0;
      for (auto const x : record) square += x * x;
      auto const norm = std::sqrt(square);
      if (norm > sensitivity_)
        for (auto& x : record) x *= sensitivity_ / norm;
      records.push_back(record);
    }
    return records;
  }

  void add_sample(std::vector<Dataset> const& records, sim::Stream& stream, Batch out, std::span<double> coin,
                  std::span<double> kept) const {
    auto left = static_cast<double>(records.size());
    auto const m = static_cast<double>(sampling_.m);
    for (auto const& record : records) {
      if (sampling_.m > 0) {  // this record is kept with probability (m - kept so far) / (records left)
        sim::fill_uniform(stream, coin);
        for (std::size_t i = 0; i < coin.size(); ++i) {
          coin[i] = coin[i] * left < m - kept[i] ? 1.0 : 0.0;
          kept[i] += coin[i];
        }
        --left;
      } else if (!is_zero(record)) {
        sim::fill_bernoulli(stream, sim::bernoulli_threshold(sampling_.rate), coin);
      }
      for (std::size_t j = 0; j < k_; ++j) {
        if (record[j] == 0) continue;
        auto const sum = out.column(j);
        for (std::size_t i = 0; i < coin.size(); ++i) sum[i] += coin[i] * record[j];
      }
    }
  }

  // probability that exactly these of the records that matter are kept
  double weight(std::size_t records, std::size_t chosen) const {
    if (sampling_.m == 0)
      return std::pow(sampling_.rate, static_cast<double>(chosen)) *
             std::pow(1 - sampling_.rate, static_cast<double>(records - chosen));
    double weight = 1;  // these drawn, those left, one after the other
    auto drawn = static_cast<double>(sampling_.m), spared = static_cast<double>(sampling_.n - sampling_.m),
         all = static_cast<double>(sampling_.n);
    for (std::size_t i = 0; i < records; ++i) weight *= std::max(0.0, i < chosen ? drawn-- : spared--) / all--;
    return weight;
  }

  Sampling sampling_;
  double sensitivity_;
  std::size_t k_;
  noise::Gaussian noise_;
  ApproximateDp claim_;
};

}  // namespace

Entry subsampled_gaussian_entry() {
  return {.name = "subsampled-gaussian",
          .summary = "one step of private stochastic gradient descent: a noisy sum over a sample",
          .release = "R^k",
          .parameters =
              {{"q", {}, "rate of the sample, in (0, 1]: 0.01, or m / n"},
               {"sigma", 1, "standard deviation of the noise, > 0", Positive{"standard deviation of the noise"}},
               {"sensitivity", 1, "records are clipped to this norm, > 0", Positive{"records are clipped to it"}},
               {"k", 1, "numbers a record", Whole{1, 10'000}},
               {"n", {}, "records beside the one that comes and goes [1]; of which m are drawn [10]", Whole{1, 1000}},
               {"m", 0, "0: each record on its own (Poisson); else so many of n", Whole{0, 1000}},
               {"delta", 1e-5, "at which epsilon is claimed, in (0, 1)"}},
          .reference = "ACGMMTZ16",
          .make = [](Arguments& values) -> Instance {
            auto const m = values.whole("m"), n = values.whole_or("n", m > 0 ? 10 : 1), k = values.whole("k");
            require(m <= n, fmt::format("m: {} of {} records can not be drawn", m, n));
            auto const of_n = static_cast<double>(m) / static_cast<double>(n),
                       q = values.value_or("q", m > 0 ? of_n : 0.01);
            require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
            require(m == 0 || std::fabs(q - of_n) < 1e-9,
                    fmt::format("q: {} is not m / n = {} (give one of them)", q, of_n));
            auto const sigma = values["sigma"];
            auto const sensitivity = values["sensitivity"];
            auto const delta = values["delta"];
            Dataset const zeros(n * k, 0.0);
            auto with = zeros;
            if (m == 0) with.insert(with.end(), k, 0.0);
            *(with.end() - static_cast<std::ptrdiff_t>(k)) = sensitivity;
            Pair const one{with, zeros, m == 0 ? Relation::add_remove : Relation::substitute, "one among zeros"};
            return {SubsampledGaussian{{q, m, n}, sigma, sensitivity, k, delta}, {one}};
          }};
}

}  // namespace warner::mechanisms::central
