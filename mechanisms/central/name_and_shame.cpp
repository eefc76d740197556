#include "mechanisms/central/name_and_shame.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {

NameAndShame::NameAndShame(std::size_t n) : n_{n} {
  require(n >= 1 && n <= (1u << 20), fmt::format("n: {} records are not 1 to 2^20", n));
}

std::vector<Column> NameAndShame::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"record", Column::Kind::category}};
}

void NameAndShame::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const record = out.column(0);
  sim::fill_uniform(stream, record);  // 2^52 points, shared out to within one
  for (auto& y : record) y = dataset[static_cast<std::size_t>(y * static_cast<double>(n_))];
}

void NameAndShame::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::log(static_cast<double>(std::ranges::count(dataset, releases(i, 0))) / static_cast<double>(n_));
}

std::optional<privacy::PairPrivacy> NameAndShame::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  std::map<double, std::pair<double, double>> counts;
  for (auto const x : pair.d) ++counts[x].first;
  for (auto const x : pair.d_prime) ++counts[x].second;
  std::vector<double> p, q;
  for (auto const& [_, count] : counts) {
    p.push_back(count.first / static_cast<double>(n_));
    q.push_back(count.second / static_cast<double>(n_));
  }
  return privacy::finite_pair(p, q);
}

Entry name_and_shame_entry() {
  return {.name = "name-and-shame",
          .summary = "one of the n records, as it is",
          .release = "R^1",
          .parameters = {{"n", 10, "how many records"}},
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const n = whole_or(given, "n", 10, 1, 1u << 20);
            Dataset records(n);
            std::iota(records.begin(), records.end(), 0.0);
            return {NameAndShame{n}, {{"n", static_cast<double>(n)}}, {substitute(records, 0, static_cast<double>(n))}};
          }};
}

}  // namespace warner::mechanisms::central
