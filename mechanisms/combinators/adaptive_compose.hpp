#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// Two releases on the same data, the second by a mechanism that the first release chooses: adaptive composition.
///
/// Guarantee:  the claim of the first plus the largest of the second [DR14].
/// Truth:      exact where the first has the given finitely many releases, and every second is its own mirror image
///             with a known profile; else open.
/// Release:    the columns of the first, then those of the second. All seconds have one width.
class AdaptiveCompose {
 public:
  /// Which of the seconds, from one release of the first.
  using Choice = std::function<std::size_t(std::span<double const> release)>;

  /// `releases_of_first`: all of them, if they are finitely many; else empty. @throws std::invalid_argument when there
  /// are no seconds.
  AdaptiveCompose(AnyMechanism first, std::vector<AnyMechanism> seconds, Choice choice,
                  std::vector<std::vector<double>> releases_of_first = {});

  std::vector<Column> columns(Dataset const& dataset) const;
  /// All seconds release for the whole block, and the chosen ones are kept.
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  bool has_density() const;
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::vector<std::size_t> choices(ConstBatch firsts) const;
  AnyMechanism first_;
  std::vector<AnyMechanism> seconds_;
  Choice choice_;
  std::vector<std::vector<double>> releases_of_first_;
  Guarantee claim_;
};

}  // namespace warner::mechanisms::combinators
