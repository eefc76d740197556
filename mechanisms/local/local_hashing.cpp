#include "mechanisms/local/local_hashing.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/truth_or_other.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::local {

std::uint64_t hash_cell(std::uint64_t seed, std::uint64_t value, std::uint64_t cells) {
  auto z = seed * 0x9E3779B97F4A7C15u + value * 0xD1B54A32D192ED03u + 1;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z = (z ^ (z >> 31)) * 0xD6E8FEB86659FD93u;
  return ((z ^ (z >> 32)) >> 32) * cells >> 32;
}

LocalHashing::LocalHashing(double epsilon, std::size_t g, std::size_t k, std::size_t seeds)
    : epsilon_{require_positive("epsilon", epsilon, "the true cell is told with odds e^epsilon")},
      g_{g},
      k_{k},
      seeds_{seeds},
      truth_{1 / (1 + (static_cast<double>(g) - 1) * std::exp(-epsilon))} {
  require(g >= 2 && g <= (1u << 20), fmt::format("g: {} cells are not 2 to 2^20", g));
  require(k >= 2 && k <= 1'000'000, fmt::format("k: {} categories are not 2 to a million", k));
  require(seeds >= 1 && seeds <= (1u << 20), fmt::format("seeds: {} are not 1 to 2^20", seeds));
}

std::vector<Column> LocalHashing::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  return {{"seed", Column::Kind::category}, {"cell", Column::Kind::category}};
}

std::vector<double> LocalHashing::cells_of(Dataset const& dataset) const {
  std::vector<double> cells;
  for (std::size_t seed = 0; seed < seeds_; ++seed)
    cells.push_back(static_cast<double>(hash_cell(seed, static_cast<std::uint64_t>(dataset[0]), g_)));
  return cells;
}

void LocalHashing::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const seed = out.column(0), cell = out.column(1);
  sim::fill_uniform(stream, seed);
  auto const value = static_cast<std::uint64_t>(dataset[0]);
  for (std::size_t i = 0; i < seed.size(); ++i) {
    auto const drawn = static_cast<std::uint64_t>(seed[i] * static_cast<double>(seeds_));
    seed[i] = static_cast<double>(drawn);
    cell[i] = static_cast<double>(hash_cell(drawn, value, g_));
  }
  keep_or_replace(stream, truth_.threshold(), g_, cell);
}

void LocalHashing::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const cells = cells_of(dataset);
  auto const same = std::log(truth_.probability() / static_cast<double>(seeds_)), other = same - epsilon_;
  auto const seed = releases.column(0), cell = releases.column(1);
  auto const whole_below = [](double x, std::size_t end) {
    return x >= 0 && x < static_cast<double>(end) && x == std::floor(x);
  };
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const possible = whole_below(seed[i], seeds_) && whole_below(cell[i], g_);
    out[i] = !possible                                             ? -std::numeric_limits<double>::infinity()
             : cells[static_cast<std::size_t>(seed[i])] == cell[i] ? same
                                                                   : other;
  }
}

double LocalHashing::share_apart(std::uint64_t value, std::uint64_t other) const {
  std::size_t apart = 0;
  for (std::size_t seed = 0; seed < seeds_; ++seed) apart += hash_cell(seed, value, g_) != hash_cell(seed, other, g_);
  return static_cast<double>(apart) / static_cast<double>(seeds_);
}

std::optional<privacy::PairPrivacy> LocalHashing::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const apart = share_apart(static_cast<std::uint64_t>(pair.d[0]), static_cast<std::uint64_t>(pair.d_prime[0]));
  if (apart == 0) return privacy::equal_pair();
  long double const epsilon = epsilon_, share = apart, truth = truth_.probability(), other = truth * std::exp(-epsilon);
  std::vector<privacy::Outcome> outcomes{{epsilon, share * truth, share * other},
                                         {-epsilon, share * other, share * truth}};
  auto const rest = 1 - share * (truth + other);
  if (rest > 0) outcomes.push_back({0, rest, rest});
  return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
}

std::size_t optimised_cells(double epsilon) {
  auto const cells = std::round(std::exp(epsilon)) + 1;
  require(cells <= (1u << 20), fmt::format("epsilon: {} makes {} cells (2^20 are enough)", epsilon, cells));
  return static_cast<std::size_t>(cells);
}

namespace {

Instance make_hashing(Arguments& values, bool optimised) {
  auto const epsilon = values["epsilon"];
  auto const k = values.whole("k"), seeds = values.whole("seeds");
  return {LocalHashing{epsilon, optimised ? optimised_cells(epsilon) : 2, k, seeds},
          {{{0}, {1}, Relation::value, {}}},
          Categories{k}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"k", 4, "how many categories, >= 2", Whole{2, 1'000'000}},
          {"seeds", 256, "how many hash functions, 1 to 2^20", Whole{1, 1u << 20}}};
}

}  // namespace

Entry binary_local_hashing_entry() {
  return {.name = "binary-local-hashing",
          .summary = "a random hash of the category to one bit, told by randomised response",
          .release = "{0..seeds-1} x {0,1}",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Arguments& values) { return make_hashing(values, false); }};
}

Entry optimised_local_hashing_entry() {
  return {.name = "optimised-local-hashing",
          .summary = "a random hash of the category to round(e^epsilon) + 1 cells, told by randomised response",
          .release = "{0..seeds-1} x {0..g-1}",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Arguments& values) { return make_hashing(values, true); }};
}

}  // namespace warner::mechanisms::local
