#include "verify/scores/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/digits.hpp"
#include "sim/steps.hpp"
#include "verify/scores/release_hash.hpp"

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
double on_a_grid(double log_ratio) { return std::nearbyint(std::clamp(log_ratio, -0x1p20, 0x1p20) * 0x1p30) * 0x1p-30; }

bool same(double a, double b) { return bits_of(a) == bits_of(b); }

constexpr std::size_t most_numbers = std::size_t{1} << 16;  // scores in a table by number: half a mebibyte

}  // namespace

std::string_view name_of(Score const& score) {
  constexpr std::array<std::string_view, 5> names{"bins", "atoms", "additive", "likelihood", "trees"};
  return names[score.index()];
}

Evaluator::Evaluator(Score const& score, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair)
    : score_{score}, mechanism_{mechanism}, pair_{pair} {
  if (auto const* trees = std::get_if<Trees>(&score_)) trees_.emplace(*trees);
  auto const* atoms = std::get_if<Atoms>(&score_);
  if (!atoms || number_atoms(*atoms)) return;
  atom_rows_ = HashTable<std::size_t>{atoms->log_ratio.size()};
  for (std::size_t row = 0; row < atoms->log_ratio.size(); ++row)
    atom_rows_.add(
        hash_of_release(atoms->width, [&](std::size_t j) { return atoms->releases[row * atoms->width + j]; }), row);
}

/// Numbers the releases where every number of every atom is a small integer; a table then holds the score of each.
bool Evaluator::number_atoms(Atoms const& atoms) {
  auto const rows = atoms.log_ratio.size();
  std::vector<Digit> digits;
  double numbers = 1;
  for (std::size_t j = 0; j < atoms.width && rows > 0; ++j) {
    auto lowest = atoms.releases[j], highest = lowest;
    for (std::size_t row = 0; row < rows; ++row) {
      auto const y = atoms.releases[row * atoms.width + j];
      if (!(std::fabs(y) < 0x1p31 && same(y, std::floor(y) + 0.0))) return false;
      lowest = std::min(lowest, y);
      highest = std::max(highest, y);
    }
    digits.push_back({lowest, highest - lowest + 1});
    numbers *= digits.back().base;
    if (numbers > static_cast<double>(most_numbers)) return false;
  }
  digits_ = std::move(digits);
  numbered_.assign(static_cast<std::size_t>(numbers), 0.0);
  for (auto row = rows; row > 0; --row) {  // of equal rows the first counts
    std::size_t number = 0;
    for (std::size_t j = 0; j < atoms.width; ++j)
      number = number * static_cast<std::size_t>(digits_[j].base) +
               static_cast<std::size_t>(atoms.releases[(row - 1) * atoms.width + j] - digits_[j].lowest);
    numbered_[number] = atoms.log_ratio[row - 1];
  }
  return true;
}

std::span<double const> Evaluator::operator()(ConstBatch releases) {
  scores_.assign(releases.releases(), 0.0);
  if (auto const* bins = std::get_if<Bins>(&score_)) {
    add_bins(*bins, releases);
  } else if (auto const* atoms = std::get_if<Atoms>(&score_)) {
    look_up_atoms(*atoms, releases);
  } else if (auto const* additive = std::get_if<Additive>(&score_)) {
    for (auto const& bins_of_coordinate : additive->coordinates) add_bins(bins_of_coordinate, releases);
  } else if (trees_) {
    trees_->add(releases, scores_);
  } else {
    scratch_.resize(releases.releases());
    mechanism_.log_density(pair_.d, releases, scores_);
    mechanism_.log_density(pair_.d_prime, releases, scratch_);
    // Impossible under both says nothing (-inf - -inf is NaN: an abstention).
    for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = on_a_grid(scores_[i] - scratch_[i]);
  }
  return scores_;
}

void Evaluator::add_bins(Bins const& bins, ConstBatch releases) {
  sim::add_steps(evaluate(bins.feature, releases, scratch_), bins.edges, bins.log_ratio, scores_);
}

void Evaluator::look_up_atoms(Atoms const& atoms, ConstBatch releases) {
  if (!numbered_.empty()) {
    for (std::size_t j = 0; j < digits_.size(); ++j)
      sim::add_digits(releases.column(j), digits_[j].lowest, digits_[j].base, scores_);
    return sim::look_up(scores_, numbered_, scores_);
  }
  for (std::size_t i = 0; i < releases.releases(); ++i) {
    auto const hash = hash_of_release(atoms.width, [&](std::size_t j) { return releases(i, j); });
    auto const* row = atom_rows_.find_if(hash, [&](std::size_t at) {
      std::size_t j = 0;
      while (j < atoms.width && same(atoms.releases[at * atoms.width + j], releases(i, j))) ++j;
      return j == atoms.width;
    });
    if (row) scores_[i] = atoms.log_ratio[*row];
  }
}

}  // namespace warner::verify
