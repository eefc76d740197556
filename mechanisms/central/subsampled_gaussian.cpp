#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

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

double log_choose(double n, double k) {
  double sum = 0;
  for (double i = 0; i < k; ++i) sum += std::log((n - i) / (k - i));
  return sum;
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
/// Guarantee:  the profile of (1 - q) N(0, 1) + q N(mu, 1) against N(0, 1), the larger direction [BBG18]. Poisson
///             samples under addition and removal: mu = sensitivity / sigma. m of n under substitution: mu = 2
///             sensitivity / sigma, since a record may be replaced by its opposite. Claimed is its epsilon at delta.
/// Tightness:  Poisson: reached when one record of full norm stands among zeros. m of n: reached when all records are
///             alike, of full norm, and one is replaced by its opposite.
/// Data:       records one after the other, k numbers each.
class SubsampledGaussian {
 public:
  /// @throws std::invalid_argument unless delta is in (0, 1).
  SubsampledGaussian(Sampling sampling, double sigma, double sensitivity, std::size_t k, double delta)
      : sampling_{sampling}, sensitivity_{sensitivity}, k_{k}, noise_{sigma} {
    claim_ = claim_of(sampling.rate, (sampling.m > 0 ? 2 : 1) * sensitivity / sigma, delta);
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

  /// Over the samples, of which at most 4096 may differ: records that are alike count as one, and zeros not at all.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const samples = samples_of(clipped(dataset));
    std::vector<double> each(samples.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t s = 0; s < samples.size(); ++s) {
        each[s] = samples[s].log_weight;
        for (std::size_t j = 0; j < k_; ++j) each[s] += noise_.log_pdf(releases(i, j) - samples[s].sum[j]);
      }
      auto const largest = std::ranges::max(each);
      double scaled = 0;
      for (auto const x : each) scaled += std::exp(x - largest);
      out[i] = largest + std::log(scaled);
    }
  }

  /// Poisson: for one record more, among zeros. m of n: for one record replaced, where the others are alike and it was,
  /// or becomes, as they are, or where all are drawn. Else open.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    auto there = clipped(pair.d), back = clipped(pair.d_prime);
    if (sampling_.m == 0) {
      std::erase_if(there, is_zero);
      std::erase_if(back, is_zero);
    }
    std::ranges::sort(there);
    std::ranges::sort(back);
    if (there == back) return privacy::equal_pair();
    std::vector<Dataset> shared, gone, come;
    std::ranges::set_intersection(there, back, std::back_inserter(shared));
    std::ranges::set_difference(there, back, std::back_inserter(gone));
    std::ranges::set_difference(back, there, std::back_inserter(come));
    Dataset const zero(k_, 0.0);
    if (sampling_.m == 0) {
      if (!shared.empty() || gone.size() + come.size() != 1) return std::nullopt;
      (gone.empty() ? gone : come).push_back(zero);
    } else if (gone.size() != 1) {
      return std::nullopt;
    }
    auto const usual = shared.empty() ? (sampling_.m == 0 ? zero : come.front()) : shared.front(), from = gone.front(),
               to = come.front();
    auto const mixed_there = to == usual, mixed_back = from == usual;
    if (sampling_.m < sampling_.n && sampling_.m > 0 &&
        (shared.front() != shared.back() || !(mixed_there || mixed_back)))
      return std::nullopt;
    double square = 0;
    for (std::size_t j = 0; j < k_; ++j) square += (from[j] - to[j]) * (from[j] - to[j]);
    auto known = pair_at(sampling_.rate, std::sqrt(square) / noise_.standard_deviation());
    if (!mixed_there && sampling_.rate < 1) known.beta = nullptr;  // known for the mixture against the Gaussian
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

  struct Sample {
    double log_weight;
    Dataset sum;
  };

  std::vector<Sample> samples_of(std::vector<Dataset> const& records) const {
    std::map<Dataset, std::size_t> alike;
    for (auto const& record : records)
      if (!is_zero(record)) ++alike[record];
    double number = 1;
    auto zeros = static_cast<double>(records.size());
    for (auto const& [_, count] : alike) number *= static_cast<double>(count + 1), zeros -= static_cast<double>(count);
    require(number <= 4096, fmt::format("dataset: {} records that are not zero have too many samples for a density",
                                        records.size() - static_cast<std::size_t>(zeros)));
    struct Part {
      Sample sample;
      double drawn;
    };
    std::vector<Part> parts{{{0, Dataset(k_, 0.0)}, 0}};
    for (auto const& [record, count] : alike) {
      std::vector<Part> next;
      for (auto const& part : parts)
        for (std::size_t taken = 0; taken <= count; ++taken) {
          auto const all = static_cast<double>(count), some = static_cast<double>(taken);
          auto with = part;
          with.drawn += some;
          with.sample.log_weight += log_choose(all, some) + (sampling_.m > 0 ? 0 : log_kept(some, all - some));
          for (std::size_t j = 0; j < k_; ++j) with.sample.sum[j] += some * record[j];
          next.push_back(std::move(with));
        }
      parts = std::move(next);
    }
    std::vector<Sample> samples;
    for (auto& [sample, drawn] : parts) {
      if (sampling_.m > 0) {  // the rest of the sample are zeros
        auto const m = static_cast<double>(sampling_.m), n = static_cast<double>(sampling_.n);
        if (m < drawn || m - drawn > zeros) continue;
        sample.log_weight += log_choose(zeros, m - drawn) - log_choose(n, m);
      }
      if (std::isfinite(sample.log_weight)) samples.push_back(std::move(sample));
    }
    return samples;
  }

  double log_kept(double some, double others) const {  // each on its own
    return (some == 0 ? 0 : some * std::log(sampling_.rate)) + (others == 0 ? 0 : others * std::log1p(-sampling_.rate));
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
            std::vector<Pair> pairs{one};
            if (m > 0) {
              auto alike = zeros;
              for (std::size_t r = 0; r < n; ++r) alike[r * k] = sensitivity;
              auto opposite = alike;
              opposite[(n - 1) * k] = -sensitivity;
              pairs.insert(pairs.begin(), {opposite, alike, Relation::substitute, "one against all"});
            }
            return {SubsampledGaussian{{q, m, n}, sigma, sensitivity, k, delta}, pairs};
          }};
}

}  // namespace warner::mechanisms::central
