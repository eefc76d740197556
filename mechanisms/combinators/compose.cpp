#include "mechanisms/combinators/compose.hpp"

#include <algorithm>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::combinators {
namespace {

Guarantee claim_of(std::vector<AnyMechanism> const& parts) {
  std::vector<Guarantee> claims;
  for (auto const& part : parts) claims.push_back(part.guarantee());
  return sum_of(claims);
}

}  // namespace

Compose::Compose(std::vector<AnyMechanism> parts) : parts_{std::move(parts)}, claim_{claim_of(parts_)} {}

std::vector<Column> Compose::columns(Dataset const& dataset) const {
  std::vector<Column> all;
  for (auto const& part : parts_)
    for (auto const& column : part.columns(dataset)) all.push_back(column);
  return all;
}

void Compose::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::size_t first = 0;
  for (auto const& part : parts_) {
    auto const width = part.columns(dataset).size();
    part.release(dataset, stream, out.columns(first, width));
    first += width;
  }
}

bool Compose::has_density() const { return std::ranges::all_of(parts_, &AnyMechanism::has_density); }

void Compose::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  std::vector<double> one(out.size());
  std::size_t first = 0;
  for (auto const& part : parts_) {
    auto const width = part.columns(dataset).size();
    part.log_density(dataset, releases.columns(first, width), one);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += one[i];
    first += width;
  }
}

std::optional<privacy::PairPrivacy> Compose::privacy(Pair const& pair) const {
  std::vector<privacy::PairPrivacy> known;
  for (auto const& part : parts_) {
    auto one = part.privacy(pair);
    if (!one) return std::nullopt;
    known.push_back(std::move(*one));
  }
  return privacy::product_pair(known);
}

Compose repeat(AnyMechanism const& mechanism, std::size_t k) {
  require(k >= 1, "k: 0 releases are none");
  return Compose{std::vector<AnyMechanism>(k, mechanism)};
}

Entry compose_laplace_and_response_entry() {
  return {.name = "compose-laplace-and-randomised-response",
          .summary = "a bit plus Laplace noise, and the bit by randomised response, at half of epsilon each",
          .release = "R x {0,1}",
          .parameters = {epsilon_parameter("what both spend together, > 0")},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            Compose const both{{central::Laplace{epsilon / 2}, local::response_from_epsilon(epsilon / 2)}};
            return {both, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

Entry repeat_randomised_response_entry() {
  return {.name = "repeat-randomised-response",
          .summary = "one answer by randomised response, k times anew",
          .release = "{0,1}^k",
          .parameters = {epsilon_parameter("what each release spends, > 0"),
                         {"k", 2, "how many releases, 1 to 1000", Whole{1, 1000}}},
          .reference = "KOV15",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            return {repeat(local::response_from_epsilon(epsilon), k), {{{0}, {1}, Relation::value, {}}}};
          }};
}

}  // namespace warner::mechanisms::combinators
