#include "mechanisms/local/hadamard_response.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {

HadamardResponse::HadamardResponse(double epsilon, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "a column of +1 has odds e^epsilon")}, k_{k},
      order_{std::bit_ceil(k + 1)}, truth_{1 / (1 + std::exp(-epsilon))} {
  require(k >= 2 && k < (1u << 20), fmt::format("k: {} categories are not 2 to 2^20", k));
}

std::vector<Column> HadamardResponse::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  return {{"column", Column::Kind::category}};
}

// A uniform column of the wrong sign becomes one of the right sign by flipping a bit of the row: a bijection of the two
// halves.
void HadamardResponse::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const row = static_cast<std::uint64_t>(dataset[0]) + 1, bit = row & (~row + 1),
             columns = static_cast<std::uint64_t>(order_ - 1);
  auto const y = out.column(0);
  std::array<std::uint64_t, 512> words;  // a release takes two: the sign and the column
  for (std::size_t i = 0; i < y.size(); i += words.size() / 2) {
    auto const n = std::min(words.size() / 2, y.size() - i);
    stream.fill(std::span{words}.first(2 * n));
    for (std::size_t j = 0; j < n; ++j) {
      auto const column = words[2 * j + 1] & columns;
      auto const minus = static_cast<std::uint64_t>(std::popcount(column & row)) & 1,
                 wanted = static_cast<std::uint64_t>(words[2 * j] >= truth_.threshold());
      y[i + j] = static_cast<double>(column ^ (minus == wanted ? 0 : bit));
    }
  }
}

void HadamardResponse::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const row = static_cast<std::uint64_t>(dataset[0]) + 1;
  auto const plus = std::log(2 * truth_.probability() / static_cast<double>(order_)), minus = plus - epsilon_;
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const possible = y[i] >= 0 && y[i] < static_cast<double>(order_) && y[i] == std::floor(y[i]);
    out[i] = !possible                                                        ? -std::numeric_limits<double>::infinity()
             : std::popcount(static_cast<std::uint64_t>(y[i]) & row) % 2 == 0 ? plus
                                                                              : minus;
  }
}

std::optional<privacy::PairPrivacy> HadamardResponse::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  long double const epsilon = epsilon_, plus = 1 / (1 + std::exp(-epsilon)), minus = 1 / (1 + std::exp(epsilon));
  return privacy::finite_pair(
      privacy::FiniteLaw{{{epsilon, plus / 2, minus / 2}, {0, 0.5L, 0.5L}, {-epsilon, minus / 2, plus / 2}}});
}

Entry hadamard_response_entry() {
  return {.name = "hadamard-response",
          .summary = "a column of the category's row of a Hadamard matrix, +1 favoured",
          .release = "{0..K-1}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"}, {"k", 4, "how many categories, >= 2"}},
          .reference = "ASZ19",
          .local = true,
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const k = whole_or(given, "k", 4, 2, 1'000'000);
            return {HadamardResponse{epsilon, k},
                    {{"epsilon", epsilon}, {"k", static_cast<double>(k)}},
                    {{{0}, {1}, Relation::value, {}}},
                    Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
