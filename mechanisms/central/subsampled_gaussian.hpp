#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/gaussian.hpp"

namespace warner::mechanisms::central {

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
  /// @throws std::invalid_argument unless the rate is in (0, 1], sigma and sensitivity are positive and finite, delta
  /// in (0, 1), k >= 1, m <= n.
  SubsampledGaussian(Sampling sampling, double sigma, double sensitivity, std::size_t k, double delta);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  /// For up to twelve records that are not zero.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// For one record more, or instead of a zero, among zeros; else open.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::vector<Dataset> clipped(Dataset const& dataset) const;
  void add_sample(std::vector<Dataset> const& records, sim::Stream& stream, Batch out, std::span<double> coin,
                  std::span<double> kept) const;
  double weight(std::size_t records,
                std::size_t chosen) const;  // probability that exactly these of the records that matter are kept

  Sampling sampling_;
  double sensitivity_;
  std::size_t k_;
  noise::Gaussian noise_;
  ApproximateDp claim_;
};

Entry subsampled_gaussian_entry();

}  // namespace warner::mechanisms::central
