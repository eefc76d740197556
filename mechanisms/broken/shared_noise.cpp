#include "mechanisms/broken/shared_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {

SharedNoise::SharedNoise(double epsilon, std::size_t k, bool restarted)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")}, k_{k},
      restarted_{restarted}, noise_{1 / epsilon} {
  require(k >= 2, fmt::format("k: {} coordinates share nothing", k));
}

std::vector<Column> SharedNoise::columns(Dataset const& dataset) const {
  require_numbers(dataset, k_);
  return std::vector<Column>(k_, Column{"y", Column::Kind::real});
}

void SharedNoise::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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

std::optional<privacy::PairPrivacy> SharedNoise::privacy(Pair const& pair) const {
  auto const shift = pair.d_prime[0] - pair.d[0];
  for (std::size_t j = 1; j < k_; ++j)
    if (pair.d_prime[j] - pair.d[j] != shift) return privacy::disjoint_pair();
  return privacy::laplace_pair(std::fabs(shift) * epsilon_);  // one Laplace draw, shifted
}

namespace {

Instance make_shared(Given const& given, bool restarted) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const k = whole_or(given, "k", 2, 2, 100'000);
  return {SharedNoise{epsilon, k, restarted}, {{"epsilon", epsilon}, {"k", static_cast<double>(k)}}, eight_patterns(k)};
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "what is claimed for one answer that moves by 1, > 0"}, {"k", 2, "how many answers, >= 2"}};
}

}  // namespace

Entry shared_noise_entry() {
  return {.name = "broken/shared-noise",
          .summary = "k answers with one noise between them",
          .release = "R^k",
          .parameters = parameters(),
          .flaw = "one draw for all coordinates: their differences are exact",
          .reference = "D18",
          .make = [](Given const& given) { return make_shared(given, false); }};
}

Entry reused_seed_entry() {
  return {.name = "broken/reused-seed",
          .summary = "k answers, the generator seeded anew for each",
          .release = "R^k",
          .parameters = parameters(),
          .flaw = "the stream restarts at every coordinate: all draws are equal",
          .reference = "D18",
          .make = [](Given const& given) { return make_shared(given, true); }};
}

}  // namespace warner::mechanisms::broken
