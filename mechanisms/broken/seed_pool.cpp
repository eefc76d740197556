#include "mechanisms/broken/seed_pool.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::broken {

SeedPool::SeedPool(double epsilon, std::size_t pool)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")} {
  require(pool >= 1, "pool: 0 seeds draw nothing");
  noise::Laplace const laplace{1 / epsilon};
  for (std::size_t seed = 0; seed < pool; ++seed) {
    sim::Stream stream{sim::Address{.seed = seed, .purpose = sim::Purpose::certify}, 0};
    noise_.push_back(laplace(stream));
  }
}

std::vector<Column> SeedPool::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"y", Column::Kind::real}};
}

void SeedPool::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto y = out.column(0);
  std::array<std::uint64_t, 256> words;
  for (std::size_t i = 0; i < y.size(); i += words.size()) {
    auto const n = std::min(words.size(), y.size() - i);
    stream.fill(std::span{words}.first(n));
    for (std::size_t j = 0; j < n; ++j) y[i + j] = dataset[0] + noise_[words[j] % noise_.size()];
  }
}

std::optional<privacy::PairPrivacy> SeedPool::privacy(Pair const& pair) const {
  std::map<double, std::pair<double, double>> masses;
  for (auto const z : noise_) {
    masses[pair.d.at(0) + z].first += 1 / static_cast<double>(noise_.size());
    masses[pair.d_prime.at(0) + z].second += 1 / static_cast<double>(noise_.size());
  }
  std::vector<double> p, q;
  for (auto const& [_, mass] : masses) {
    p.push_back(mass.first);
    q.push_back(mass.second);
  }
  return privacy::finite_pair(p, q);
}

Entry reused_seed_pool_entry() {
  return {.name = "broken/reused-seed-pool",
          .summary = "a number plus Laplace noise from one of a few seeds",
          .release = "R^1",
          .parameters = {{"epsilon", 1, "what is claimed for an answer that moves by 1, > 0"},
                         {"pool", 256, "how many seeds, >= 1"}},
          .flaw = "seeded anew for every release from a small pool: the noise takes that many values",
          .reference = "D18",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const pool = whole_or(given, "pool", 256, 1, 1'000'000);
            return {SeedPool{epsilon, pool},
                    {{"epsilon", epsilon}, {"pool", static_cast<double>(pool)}},
                    {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::broken
