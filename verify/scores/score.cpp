#include "verify/scores/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "verify/scores/log_grid.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

/// A log ratio to 2^-30, and at most 2^20 in size.
///
/// Its last bits are rounding errors of the densities, and those tell the datasets apart.
/// They depend on the low bits of y, which in binary64 carry the granularity of x + noise.
/// Without this the score would find that leak, and call it the likelihood's.
/// On a plateau of the true ratio 0/1 certified 6.9 where epsilon is 1.
/// It is finite because an infinite threshold means "never speaks".
double finite_on_a_grid(double log_ratio) { return on_a_grid(std::clamp(log_ratio, -0x1p20, 0x1p20)); }

}  // namespace

std::string_view name_of(Score const& score) {
  constexpr std::array<std::string_view, 6> names{"bins", "atoms", "additive", "likelihood", "trees", "rows"};
  return names[score.index()];
}

Evaluator::Evaluator(Score const& score, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair)
    : score_{score}, mechanism_{mechanism}, pair_{pair} {
  if (auto const* alone = std::get_if<Bins>(&score_)) bins_ = {alone, 1};
  if (auto const* summed = std::get_if<Additive>(&score_)) bins_ = summed->coordinates;
  for (auto const& bins : bins_) edges_.emplace_back(bins.edges);
  if (auto const* trees = std::get_if<Trees>(&score_)) trees_.emplace(*trees);
  if (auto const* rows = std::get_if<SumOverRows>(&score_)) rows_.emplace(*rows);
  if (auto const* atoms = std::get_if<Atoms>(&score_)) atoms_ = std::make_shared<AtomsTable>(*atoms);
}

std::span<double const> Evaluator::operator()(ConstBatch releases) {
  scores_.assign(releases.releases(), 0.0);
  if (atoms_) {
    atoms_->look_up(releases, scores_);
  } else if (trees_) {
    trees_->add(releases, scores_);
  } else if (rows_) {
    rows_->add(releases, scores_);
  } else if (std::holds_alternative<Likelihood>(score_)) {
    scratch_.resize(releases.releases());
    mechanism_.log_density(pair_.d, releases, scores_);
    mechanism_.log_density(pair_.d_prime, releases, scratch_);
    // Impossible under both says nothing (-inf - -inf is NaN: an abstention).
    for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = finite_on_a_grid(scores_[i] - scratch_[i]);
  }
  for (std::size_t j = 0; j < bins_.size(); ++j)
    edges_[j].add_steps(evaluate(bins_[j].feature, releases, scratch_), bins_[j].log_ratio, scores_);
  return scores_;
}

}  // namespace warner::verify
