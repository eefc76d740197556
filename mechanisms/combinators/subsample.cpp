#include "mechanisms/combinators/subsample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::combinators {
namespace {

Dataset kept(Dataset const& dataset, std::uint64_t which) {
  Dataset sample;
  for (std::size_t j = 0; j < dataset.size(); ++j)
    if (which >> j & 1) sample.push_back(dataset[j]);
  return sample;
}

}  // namespace

Subsample::Subsample(AnyMechanism inner, double q)
    : inner_{std::move(inner)}, q_{q}, claim_{subsampled_of(inner_.guarantee(), q)} {}

std::vector<Column> Subsample::columns(Dataset const& dataset) const {
  require(dataset.size() <= 63, fmt::format("dataset: {} records are more than 63", dataset.size()));
  return inner_.columns(dataset);
}

// Releases of the same sample are drawn together, and then put where their coins stand.
void Subsample::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const releases = out.releases();
  auto const threshold = sim::bernoulli_threshold(q_);
  std::vector<double> coin(releases);
  std::vector<std::uint64_t> sample(releases, 0);
  for (std::size_t j = 0; j < dataset.size(); ++j) {
    sim::fill_bernoulli(stream, threshold, coin);
    for (std::size_t i = 0; i < releases; ++i) sample[i] |= static_cast<std::uint64_t>(coin[i]) << j;
  }
  std::vector<std::size_t> order(releases);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return sample[i] < sample[j]; });
  Releases memory;
  for (std::size_t first = 0; first < releases;) {
    auto last = first;
    while (last < releases && sample[order[last]] == sample[order[first]]) ++last;
    auto const same = memory.shaped(last - first, out.width());
    inner_.release(kept(dataset, sample[order[first]]), stream, same);
    for (std::size_t j = 0; j < out.width(); ++j)
      for (std::size_t i = first; i < last; ++i) out(order[i], j) = same(i - first, j);
    first = last;
  }
}

std::optional<privacy::PairPrivacy> Subsample::privacy(Pair const& pair) const {
  auto const removed = pair.d.size() == pair.d_prime.size() + 1;  // d has the record
  auto with = removed ? pair.d : pair.d_prime;
  auto const& rest = removed ? pair.d_prime : pair.d;
  auto const [in, out] = std::mismatch(with.begin(), with.end(), rest.begin(), rest.end());
  if (with.size() != rest.size() + 1 || !std::equal(out, rest.end(), in + 1, with.end()) || rest.size() > 10)
    return std::nullopt;
  auto const record = *in;
  for (std::uint64_t which = 0; which < std::uint64_t{1} << rest.size(); ++which) {
    auto const others = kept(rest, which);
    auto also = others;
    also.push_back(record);
    for (auto const& [one, same] : {std::pair{Dataset{}, others}, std::pair{Dataset{record}, also}}) {
      auto const known = inner_.privacy({one, same, Relation::add_remove, {}});
      if (!known || !known->epsilon || known->epsilon(0) != 0) return std::nullopt;
    }
  }
  auto const base = inner_.privacy({{record}, {}, Relation::add_remove, {}});
  if (!base || !base->delta || !base->losses || base->losses().size() != 1) return std::nullopt;
  if (base->epsilon(0) == 0) return privacy::equal_pair();
  auto thinned = privacy::subsampled_pair(*base, base->losses().front(), q_);
  if (!removed) thinned.beta = {};  // it is that of the other order
  return thinned;
}

Dataset OnSum::sum(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  auto sum = 0.0;
  for (auto const x : dataset) sum += std::clamp(x, 0.0, largest_);
  return {sum};
}

Entry subsample_laplace_entry() {
  return {.name = "subsample-laplace",
          .summary = "the sum of a Poisson sample of records in [0, 1], plus Laplace noise",
          .release = "R^1",
          .parameters = {epsilon_parameter("what the noise keeps without sampling, > 0"),
                         {"q", 0.5, "probability that a record is sampled, in (0, 1]"}},
          .reference = "BBG18",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"], q = values["q"];
            return {Subsample{OnSum{central::Laplace{epsilon}, 1}, q},
                    {{{0, 1}, {0}, Relation::add_remove, "one record more"}}};
          }};
}

}  // namespace warner::mechanisms::combinators
