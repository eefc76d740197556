#include "mechanisms/combinators/parallel.hpp"

#include <algorithm>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::combinators {

Parallel::Parallel(AnyMechanism inner, std::size_t parts, std::size_t part_size)
    : inner_{std::move(inner)}, parts_{parts}, part_size_{part_size} {
  require(parts >= 1, "parts: 0 parts release nothing");
  require(part_size >= 1, "part_size: parts of 0 numbers hold nothing");
}

Dataset Parallel::part(Dataset const& dataset, std::size_t which) const {
  auto const first = dataset.begin() + static_cast<std::ptrdiff_t>(which * part_size_);
  return {first, first + static_cast<std::ptrdiff_t>(part_size_)};
}

std::vector<Column> Parallel::columns(Dataset const& dataset) const {
  require_numbers(dataset, parts_ * part_size_);
  std::vector<Column> all;
  for (std::size_t which = 0; which < parts_; ++which)
    for (auto const& column : inner_.columns(part(dataset, which))) all.push_back(column);
  return all;
}

void Parallel::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::size_t first = 0;
  for (std::size_t which = 0; which < parts_; ++which) {
    auto const own = part(dataset, which);
    auto const width = inner_.columns(own).size();
    inner_.release(own, stream, out.columns(first, width));
    first += width;
  }
}

void Parallel::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  std::vector<double> one(out.size());
  std::size_t first = 0;
  for (std::size_t which = 0; which < parts_; ++which) {
    auto const own = part(dataset, which);
    auto const width = inner_.columns(own).size();
    inner_.log_density(own, releases.columns(first, width), one);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += one[i];
    first += width;
  }
}

std::optional<privacy::PairPrivacy> Parallel::privacy(Pair const& pair) const {
  (void)columns(pair.d);
  (void)columns(pair.d_prime);
  std::vector<privacy::PairPrivacy> known;
  for (std::size_t which = 0; which < parts_; ++which) {
    Pair const own{part(pair.d, which), part(pair.d_prime, which), pair.relation, {}};
    if (own.d == own.d_prime) continue;
    auto one = inner_.privacy(own);
    if (!one) return std::nullopt;
    known.push_back(std::move(*one));
  }
  return privacy::product_pair(known);
}

Entry parallel_laplace_entry() {
  return {.name = "parallel-laplace",
          .summary = "the sizes of n disjoint groups, each plus Laplace noise",
          .release = "R^n",
          .parameters = {epsilon_parameter(), {"n", 3, "how many groups", Whole{1, 10'000}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            Dataset const zeros(n, 0.0);
            auto one = zeros;
            one.front() = 1;
            return {Parallel{central::Laplace{epsilon}, n, 1},
                    {{zeros, one, Relation::one_differs, "one group grows"}},
                    Answers{.n = n, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::combinators
