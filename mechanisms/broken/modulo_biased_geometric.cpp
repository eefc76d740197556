#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/truncated_geometric.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

/// The truncated geometric mechanism (central/truncated_geometric.hpp) with U = (word mod d) + 1, words of w bits, in
/// the place of rejection: the first 2^w mod d values come up once more than the rest. Claims ln(1 + 2^-k). Flaw:
/// sampler bias; at n = 2, k = 2, w = 6 the pair (1, 2) spends ln 1.4 where ln 1.25 is claimed, the pair (0, 1) no more
/// than that. With w too few for d, outputs vanish. Truth: by counting words.
class ModuloBiasedGeometric {
 public:
  ModuloBiasedGeometric(std::size_t n, std::size_t k, std::size_t w) : steps_{n, k}, w_{w} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, steps_.n());
    return {{"count", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const x = static_cast<std::size_t>(dataset[0]);
    for (auto& y : out.column(0)) y = steps_.reached(x, noise::Wide{stream.word() >> (64 - w_)} % steps_.total() + 1);
  }

  Guarantee guarantee() const { return PureDp{steps_.epsilon()}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const mass = masses(static_cast<std::size_t>(dataset[0]));
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const y = releases(i, 0);
      out[i] = y >= 0 && y <= static_cast<double>(steps_.n()) && y == std::floor(y)
                   ? std::log(mass[static_cast<std::size_t>(y)])
                   : -INFINITY;
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    return privacy::finite_pair(masses(static_cast<std::size_t>(pair.d[0])),
                                masses(static_cast<std::size_t>(pair.d_prime[0])));
  }

  std::vector<double> masses(std::size_t x) const {
    auto const words = noise::Wide{1} << w_, whole = words / steps_.total(), rest = words % steps_.total();
    std::vector<double> masses;
    noise::Wide last = 0;
    for (std::size_t z = 0; z <= steps_.n(); ++z) {
      auto const u = steps_.at(x, z), reach = u * whole + std::min(u, rest);  // words whose U is at most F(z)
      masses.push_back(std::ldexp(static_cast<double>(reach - last), -static_cast<int>(w_)));
      last = reach;
    }
    return masses;
  }

 private:
  central::GeometricSteps steps_;
  std::size_t w_;
};

/// All pairs (c, c + 1), the one that spends most first.
std::vector<Pair> pairs_of(ModuloBiasedGeometric const& mechanism, std::size_t n) {
  std::vector<std::pair<double, Pair>> ranked;
  for (std::size_t c = 0; c < std::min<std::size_t>(n, 30); ++c) {
    auto const at = static_cast<double>(c);
    Pair const pair{{at}, {at + 1}, Relation::substitute, fmt::format("{} and {}", c, c + 1)};
    ranked.emplace_back(mechanism.privacy(pair)->epsilon(0), pair);
  }
  std::ranges::stable_sort(ranked, [](auto const& a, auto const& b) { return a.first > b.first; });
  std::vector<Pair> pairs;
  for (auto const& [_, pair] : ranked)
    if (pairs.size() < 3) pairs.push_back(pair);
  return pairs;
}

bool shows(std::size_t n, std::size_t k, std::size_t w) {
  ModuloBiasedGeometric const mechanism{n, k, w};
  auto const pair = pairs_of(mechanism, n).front();
  return mechanism.privacy(pair)->epsilon(0) > std::get<PureDp>(mechanism.guarantee()).epsilon * (1 + 1e-6);
}

/// The fewest bits, not fewer than d has, at which the bias exceeds the claim.
std::size_t bits_for(std::size_t n, std::size_t k) {
  auto const d = central::GeometricSteps{n, k}.total();
  for (std::size_t w = 1; w <= 62; ++w)
    if ((noise::Wide{1} << w) >= d && shows(n, k, w)) return w;
  require(false, fmt::format("w: no word of up to 62 bits shows the bias at n = {}, k = {}", n, k));
  return 0;
}

}  // namespace

Entry modulo_biased_geometric_entry() {
  return {.name = "broken/modulo-biased-geometric",
          .summary = "a count in {0..n} with geometric noise from integers modulo d",
          .release = "{0..n}",
          .parameters = {{"n", 2, "the largest count", Whole{1, 100}},
                         {"k", 2, "ln(1 + 2^-k) is claimed", Whole{1, 40}},
                         {"w", {}, "bits of a word; the fewest that show the bias", Whole{1, 62}}},
          .flaw = "a word modulo d in the place of rejection: small values come up too often",
          .reference = "BV18",
          .make = [](Arguments& values) -> Instance {
            auto const n = values.whole("n"), k = values.whole("k");
            auto const w = values.has("w") ? values.whole("w") : values.whole_or("w", bits_for(n, k));
            ModuloBiasedGeometric const mechanism{n, k, w};
            return {mechanism, pairs_of(mechanism, n)};
          }};
}

}  // namespace warner::mechanisms::broken
