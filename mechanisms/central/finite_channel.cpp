#include "mechanisms/central/finite_channel.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

FiniteChannel::FiniteChannel(std::vector<std::vector<double>> rows, std::vector<double> labels, Guarantee const& claim)
    : rows_{std::move(rows)}, labels_{std::move(labels)}, claim_{claim} {
  require(!rows_.empty(), "rows: a channel of 0 rows takes no data");
  for (auto const& row : rows_) {
    require(row.size() == labels_.size(), fmt::format("rows: {} masses beside {} labels", row.size(), labels_.size()));
    laws_.emplace_back(0, row);
  }
}

std::vector<Column> FiniteChannel::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, rows_.size() - 1);
  return {{"category", Column::Kind::category}};
}

void FiniteChannel::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0);
  laws_[static_cast<std::size_t>(dataset[0])].fill(stream, 0, y);
  for (auto& x : y) x = labels_[static_cast<std::size_t>(x)];
}

void FiniteChannel::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const& row = rows_[static_cast<std::size_t>(dataset[0])];
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = -std::numeric_limits<double>::infinity();
    for (std::size_t outcome = 0; outcome < row.size(); ++outcome)
      if (releases(i, 0) == labels_[outcome]) out[i] = std::log(row[outcome]);
  }
}

std::optional<privacy::PairPrivacy> FiniteChannel::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  return privacy::finite_pair(rows_[static_cast<std::size_t>(pair.d[0])],
                              rows_[static_cast<std::size_t>(pair.d_prime[0])]);
}

namespace {

Instance make_counterexample(Arguments& values, bool merged) {
  auto const epsilon = values["epsilon"], delta = values["delta"];
  auto const likely = (1 - delta) / (1 + std::exp(-epsilon)), unlikely = (1 - delta) / (1 + std::exp(epsilon));
  std::vector<std::vector<double>> rows{{delta, likely, unlikely, 0}, {0, unlikely, likely, delta}};
  std::vector<double> labels{0, 1, 2, 3};
  if (merged) {
    rows = {{delta + likely, unlikely, 0}, {unlikely, likely, delta}};
    labels = {4, 2, 3};
  }
  return {FiniteChannel{rows, labels, ApproximateDp{epsilon, delta}}, {{{0}, {1}, Relation::substitute, {}}}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"delta", 0.1, "mass of the releases that give the bit away, in (0, 1)",
           Probability{"the mass of a bit given away"}}};
}

}  // namespace

Entry probabilistic_dp_counterexample_entry() {
  return {.name = "probabilistic-dp-counterexample",
          .summary = "a bit by randomised response, given away with probability delta",
          .release = "{0,1,2,3}",
          .parameters = parameters(),
          .reference = "M18",
          .make = [](Arguments& values) { return make_counterexample(values, false); }};
}

Entry probabilistic_dp_post_processed_entry() {
  return {.name = "probabilistic-dp-post-processed",
          .summary = "the same with 0 and 1 released as 4: (epsilon, delta)-DP still, not probabilistic DP",
          .release = "{2,3,4}",
          .parameters = parameters(),
          .reference = "M18",
          .make = [](Arguments& values) { return make_counterexample(values, true); }};
}

}  // namespace warner::mechanisms::central
