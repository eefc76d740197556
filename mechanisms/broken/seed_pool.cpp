#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::broken {
namespace {

/// A number plus Laplace noise from a generator that is seeded anew for every release, with one of `pool` seeds (a
/// clock in seconds, a process number, a byte): the noise takes `pool` values in all. Flaw: reused seed. The releases
/// look right in every histogram, yet those of two answers share hardly a value: delta is about 1, epsilon infinite.
class SeedPool {
 public:
  SeedPool(double epsilon, std::size_t pool) : epsilon_{epsilon} {
    noise::Laplace const laplace{1 / epsilon};
    for (std::size_t seed = 0; seed < pool; ++seed) {
      sim::Stream stream{sim::Address{.seed = seed, .purpose = sim::Purpose::certify}, 0};
      noise_.push_back(laplace(stream));
    }
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, 1);
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto y = out.column(0);
    std::array<std::uint64_t, 256> words;
    for (std::size_t i = 0; i < y.size(); i += words.size()) {
      auto const n = std::min(words.size(), y.size() - i);
      stream.fill(std::span{words}.first(n));
      for (std::size_t j = 0; j < n; ++j) y[i + j] = dataset[0] + noise_[words[j] % noise_.size()];
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  /// By enumeration of the values.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
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

 private:
  double epsilon_;
  std::vector<double> noise_;  // of each seed
};

}  // namespace

Entry reused_seed_pool_entry() {
  return {.name = "broken/reused-seed-pool",
          .summary = "a number plus Laplace noise from one of a few seeds",
          .release = "R^1",
          .parameters = {epsilon_parameter("what is claimed for an answer that moves by 1, > 0"),
                         {"pool", 256, "how many seeds, >= 1", Whole{1, 1'000'000}}},
          .flaw = "seeded anew for every release from a small pool: the noise takes that many values",
          .reference = "D18",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const pool = values.whole("pool");
            return {SeedPool{epsilon, pool}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::broken
