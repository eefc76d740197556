#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::broken {

/// A sum of records clipped by comparisons, which let NaN through: `x < 0 ? 0 : x > 1 ? 1 : x`. Claims epsilon; one NaN
/// among the records, and the release is NaN for sure. Flaw: disjoint support, delta is 1.
class NanSurvivesClip {
 public:
  NanSurvivesClip(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double sum(Dataset const& dataset) const;
  double epsilon_;
  std::size_t n_;
  noise::Laplace noise_;
};
Entry nan_survives_clip_entry();

/// Every record with Laplace noise of scale 1 / epsilon, and with them how many there are. Claims epsilon when a record
/// comes or goes. Flaw: length; delta is 1. Data: at most `width` numbers. Release: how many, then so many noisy
/// records, then 0.
class LengthLeak {
 public:
  LengthLeak(double epsilon, std::size_t width);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::size_t width_;
  noise::Laplace noise_;
};
Entry length_leak_entry();

/// The sum of n records with noise of scale (max - min) / epsilon, released with the bounds min and max, which are
/// taken from the records. Claims epsilon under substitution. Flaw: disjoint support as soon as the extreme record is
/// replaced; delta is 1.
class DomainFromData {
 public:
  DomainFromData(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::size_t n_;
};
Entry domain_from_data_entry();

}  // namespace warner::mechanisms::broken
