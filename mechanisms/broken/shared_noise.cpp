#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {
namespace {

/// k answers, all with one and the same Laplace draw: their differences are exact. Infinite epsilon, delta 1, unless
/// all answers move by the same amount. Flaw: correlation. `restarted` reaches the same by restarting the stream at
/// every coordinate, as a generator copied or reseeded with the same seed does.
class SharedNoise {
 public:
  SharedNoise(double epsilon, std::size_t k, bool restarted)
      : epsilon_{epsilon}, k_{k}, restarted_{restarted}, noise_{1 / epsilon} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, k_);
    return std::vector<Column>(k_, Column{"y", Column::Kind::real});
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    if (restarted_) {
      auto const seed = stream;
      for (std::size_t j = 0; j < k_; ++j) {
        stream = seed;
        noise_.fill(stream, dataset[j], out.column(j));
      }
      return;
    }
    auto const shared = out.column(k_ - 1);
    noise_.fill(stream, 0, shared);
    for (std::size_t j = 0; j < k_; ++j)
      std::ranges::transform(shared, out.column(j).begin(), [&](double z) { return dataset[j] + z; });
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const shift = pair.d_prime[0] - pair.d[0];
    for (std::size_t j = 1; j < k_; ++j)
      if (pair.d_prime[j] - pair.d[j] != shift) return privacy::disjoint_pair();
    return privacy::laplace_pair(std::fabs(shift) * epsilon_);  // one Laplace draw, shifted
  }

 private:
  double epsilon_;
  std::size_t k_;
  bool restarted_;
  noise::Laplace noise_;
};

Instance make_shared(Arguments& values, bool restarted) {
  auto const epsilon = values["epsilon"];
  auto const k = values.whole("k");
  return {SharedNoise{epsilon, k, restarted}, eight_patterns(k)};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter("what is claimed for one answer that moves by 1, > 0"),
          {"k", 2, "how many answers, >= 2", Whole{2, 100'000}}};
}

}  // namespace

Entry shared_noise_entry() {
  return {.name = "broken/shared-noise",
          .summary = "k answers with one noise between them",
          .release = "R^k",
          .parameters = parameters(),
          .flaw = "one draw for all coordinates: their differences are exact",
          .reference = "D18",
          .make = [](Arguments& values) { return make_shared(values, false); }};
}

Entry reused_seed_entry() {
  return {.name = "broken/reused-seed",
          .summary = "k answers, the generator seeded anew for each",
          .release = "R^k",
          .parameters = parameters(),
          .flaw = "the stream restarts at every coordinate: all draws are equal",
          .reference = "D18",
          .make = [](Arguments& values) { return make_shared(values, true); }};
}

}  // namespace warner::mechanisms::broken
