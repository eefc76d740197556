#include "verify/score.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "verify/release_hash.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

/// A log ratio to 2^-30. Its last bits are rounding errors of the densities, and those tell the datasets apart: they depend on
/// the low bits of y, which in binary64 carry the granularity of x + noise. Without this the score would find that leak
/// (0/1 on a plateau of the true ratio certified 6.9 where epsilon is 1) and call it the likelihood's.
/// It is finite, too: a release that one dataset makes impossible scores 2^20, because an infinite threshold means "never speaks".
double on_a_grid(double log_ratio) { return std::nearbyint(std::clamp(log_ratio, -0x1p20, 0x1p20) * 0x1p30) * 0x1p-30; }

bool same(double a, double b) { return bits_of(a) == bits_of(b); }

}  // namespace

std::string_view name_of(Score const& score) {
  constexpr std::array<std::string_view, 4> names{"bins", "atoms", "additive", "likelihood"};
  return names[score.index()];
}

Evaluator::Evaluator(Score const& score, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair)
    : score_{score}, mechanism_{mechanism}, pair_{pair} {
  auto const* atoms = std::get_if<Atoms>(&score_);
  if (!atoms) return;
  atom_slots_.assign(std::bit_ceil(2 * atoms->log_ratio.size() + 1), 0);
  for (std::size_t row = 0; row < atoms->log_ratio.size(); ++row) {
    auto const hash = hash_of_release(atoms->width, [&](std::size_t j) { return atoms->releases[row * atoms->width + j]; });
    auto slot = hash & (atom_slots_.size() - 1);
    while (atom_slots_[slot] != 0) slot = (slot + 1) & (atom_slots_.size() - 1);
    atom_slots_[slot] = row + 1;
  }
}

std::span<double const> Evaluator::operator()(ConstBatch releases) {
  scores_.assign(releases.releases(), 0.0);
  if (auto const* bins = std::get_if<Bins>(&score_)) {
    add_bins(*bins, releases);
  } else if (auto const* atoms = std::get_if<Atoms>(&score_)) {
    look_up_atoms(*atoms, releases);
  } else if (auto const* additive = std::get_if<Additive>(&score_)) {
    for (auto const& bins_of_coordinate : additive->coordinates) add_bins(bins_of_coordinate, releases);
  } else {
    scratch_.resize(releases.releases());
    mechanism_.log_density(pair_.d, releases, scores_);
    mechanism_.log_density(pair_.d_prime, releases, scratch_);
    // Impossible under both is no evidence (-inf - -inf is NaN: an abstention).
    for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = on_a_grid(scores_[i] - scratch_[i]);
  }
  return scores_;
}

void Evaluator::add_bins(Bins const& bins, ConstBatch releases) {
  auto const y = evaluate(bins.feature, releases, scratch_);
  for (std::size_t i = 0; i < y.size(); ++i) {
    // The index of the bin is the number of edges at or below y: branch-free halving.
    std::size_t first = 0, count = bins.edges.size();
    while (count > 0) {
      auto const half = count / 2;
      auto const right = bins.edges[first + half] <= y[i];
      first = right ? first + half + 1 : first;
      count = right ? count - half - 1 : half;
    }
    scores_[i] += y[i] == y[i] ? bins.log_ratio[first] : y[i];
  }
}

void Evaluator::look_up_atoms(Atoms const& atoms, ConstBatch releases) {
  auto const mask = atom_slots_.size() - 1;
  for (std::size_t i = 0; i < releases.releases(); ++i) {
    auto const hash = hash_of_release(atoms.width, [&](std::size_t j) { return releases(i, j); });
    for (auto slot = hash & mask; atom_slots_[slot] != 0; slot = (slot + 1) & mask) {
      auto const row = atom_slots_[slot] - 1;
      std::size_t j = 0;
      while (j < atoms.width && same(atoms.releases[row * atoms.width + j], releases(i, j))) ++j;
      if (j < atoms.width) continue;
      scores_[i] = atoms.log_ratio[row];
      break;
    }
  }
}

}  // namespace warner::verify
