#include "mechanisms/broken/unchecked_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {

NanSurvivesClip::NanSurvivesClip(double epsilon, std::size_t n)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")}, n_{n}, noise_{1 / epsilon} {
  require(n >= 1, "n: 0 records have no sum");
}

std::vector<Column> NanSurvivesClip::columns(Dataset const& dataset) const {
  require(dataset.size() == n_, fmt::format("dataset: {} values where this mechanism takes {}", dataset.size(), n_));
  return {{"y", Column::Kind::real}};
}

double NanSurvivesClip::sum(Dataset const& dataset) const {
  double total = 0;
  for (auto const x : dataset) total += x < 0 ? 0 : x > 1 ? 1 : x;
  return total;
}

void NanSurvivesClip::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  noise_.fill(stream, 0, out.column(0));
  for (auto& y : out.column(0)) y += sum(dataset);
}

std::optional<privacy::PairPrivacy> NanSurvivesClip::privacy(Pair const& pair) const {
  auto const there = sum(pair.d), back = sum(pair.d_prime);
  if (std::isnan(there) && std::isnan(back)) return privacy::equal_pair();
  if (std::isnan(there) || std::isnan(back)) return privacy::disjoint_pair();
  return privacy::laplace_pair(std::fabs(there - back) * epsilon_);
}

Entry nan_survives_clip_entry() {
  return {.name = "broken/nan-survives-clip",
          .summary = "the sum of n records clipped to [0, 1] by comparisons",
          .release = "R^1",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"}, {"n", 1, "how many records"}},
          .flaw = "comparisons let NaN through: the release is NaN for sure",
          .reference = "CSVW22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 1, 1, 100'000);
            auto pair = substitute(Dataset(n, 0.0), 0, std::numeric_limits<double>::quiet_NaN());
            pair.label = "0 and NaN";
            return {NanSurvivesClip{epsilon, n}, {{"epsilon", epsilon}, {"n", static_cast<double>(n)}}, {pair}};
          }};
}

LengthLeak::LengthLeak(double epsilon, std::size_t width)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")}, width_{width}, noise_{
                                                                                                            1 /
                                                                                                            epsilon} {}

std::vector<Column> LengthLeak::columns(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  require(dataset.size() <= width_,
          fmt::format("dataset: {} records where the release has room for {}", dataset.size(), width_));
  std::vector<Column> columns(1 + width_, Column{"y", Column::Kind::real});
  columns.front() = {"length", Column::Kind::integer};
  return columns;
}

void LengthLeak::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::ranges::fill(out.column(0), static_cast<double>(dataset.size()));
  for (std::size_t j = 0; j < width_; ++j)
    if (j < dataset.size()) noise_.fill(stream, dataset[j], out.column(1 + j));
    else std::ranges::fill(out.column(1 + j), 0.0);
}

std::optional<privacy::PairPrivacy> LengthLeak::privacy(Pair const& pair) const {
  if (pair.d.size() != pair.d_prime.size()) return privacy::disjoint_pair();
  std::vector<double> shifts;
  for (std::size_t j = 0; j < pair.d.size(); ++j) shifts.push_back(std::fabs(pair.d[j] - pair.d_prime[j]) * epsilon_);
  return privacy::laplace_pair(shifts);
}

Entry length_leak_entry() {
  return {.name = "broken/length-leak",
          .summary = "every record with Laplace noise, as many as there are",
          .release = "R*",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"}, {"n", 3, "records beside the one that comes or goes"}},
          .flaw = "the length of the release is the exact number of records",
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 3, 0, 1000);
            auto pair = add(Dataset(n, 0.0), 0);
            pair.label = "one more";
            return {LengthLeak{epsilon, n + 1}, {{"epsilon", epsilon}, {"n", static_cast<double>(n)}}, {pair}};
          }};
}

DomainFromData::DomainFromData(double epsilon, std::size_t n)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale (max - min) / epsilon")}, n_{n} {
  require(n >= 1, "n: 0 records have no bounds");
}

std::vector<Column> DomainFromData::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"min", Column::Kind::real}, {"max", Column::Kind::real}, {"sum", Column::Kind::real}};
}

void DomainFromData::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const [least, most] = std::ranges::minmax(dataset);
  auto const sum = std::accumulate(dataset.begin(), dataset.end(), 0.0);
  std::ranges::fill(out.column(0), least);
  std::ranges::fill(out.column(1), most);
  if (most > least) noise::Laplace{(most - least) / epsilon_}.fill(stream, sum, out.column(2));
  else std::ranges::fill(out.column(2), sum);  // bounds that meet leave nothing to hide, it thinks
}

std::optional<privacy::PairPrivacy> DomainFromData::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const there = std::ranges::minmax(pair.d), back = std::ranges::minmax(pair.d_prime);
  if (there.min != back.min || there.max != back.max) return privacy::disjoint_pair();
  if (there.min == there.max) return privacy::equal_pair();
  auto const moved = std::accumulate(pair.d.begin(), pair.d.end(), 0.0) -
                     std::accumulate(pair.d_prime.begin(), pair.d_prime.end(), 0.0);
  return privacy::laplace_pair(std::fabs(moved) * epsilon_ / (there.max - there.min));
}

Entry domain_from_data_entry() {
  return {.name = "broken/domain-from-data",
          .summary = "the sum of n records with bounds that are taken from them, and released",
          .release = "R^3",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"}, {"n", 5, "how many records, >= 2"}},
          .flaw = "bounds are the least and the largest record",
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 5, 2, 100'000);
            Dataset records(n, 0.5);
            records[0] = 0, records[1] = 1;
            auto extreme = substitute(records, 1, 2), inner = substitute(records, n > 2 ? 2 : 1, n > 2 ? 0.75 : 2);
            extreme.label = "the extreme record", inner.label = "another record";
            std::vector<Pair> pairs{extreme};
            if (n > 2) pairs.push_back(inner);
            return {DomainFromData{epsilon, n}, {{"epsilon", epsilon}, {"n", static_cast<double>(n)}}, pairs};
          }};
}

}  // namespace warner::mechanisms::broken
