#include "mechanisms/combinators/post_process.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"

namespace warner::mechanisms::combinators {

PostProcess::PostProcess(AnyMechanism inner, std::vector<Column> columns, Map map, Truth truth)
    : inner_{std::move(inner)}, columns_{std::move(columns)}, map_{std::move(map)}, truth_{std::move(truth)} {}

std::vector<Column> PostProcess::columns(Dataset const& dataset) const {
  (void)inner_.columns(dataset);  // refuses what the inner one refuses
  return columns_;
}

void PostProcess::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const width = inner_.columns(dataset).size();
  if (width == out.width()) {  // in place
    inner_.release(dataset, stream, out);
    map_(out, out);
    return;
  }
  Releases memory;
  auto const raw = memory.shaped(out.releases(), width);
  inner_.release(dataset, stream, raw);
  map_(raw, out);
}

PostProcess rounded(AnyMechanism const& inner, PostProcess::Truth truth) {
  return {inner,
          {{"y", Column::Kind::integer}},
          [](ConstBatch releases, Batch out) {
            std::ranges::transform(releases.column(0), out.column(0).begin(), [](double y) { return std::round(y); });
          },
          std::move(truth)};
}

PostProcess argmax(AnyMechanism const& inner, PostProcess::Truth truth) {
  return {inner,
          {{"index", Column::Kind::category}},
          [](ConstBatch releases, Batch out) {
            std::vector<double> largest(releases.column(0).begin(), releases.column(0).end()),
                index(out.releases(), 0.0);
            for (std::size_t j = 1; j < releases.width(); ++j)
              for (std::size_t i = 0; i < out.releases(); ++i) {
                auto const more = releases(i, j) > largest[i];
                index[i] = more ? static_cast<double>(j) : index[i];
                largest[i] = more ? releases(i, j) : largest[i];
              }
            std::ranges::copy(index, out.column(0).begin());
          },
          std::move(truth)};
}

namespace {

/// In logarithms: rounded Laplace noise around two whole numbers: the cells between them, and all those on either side,
/// where the ratio does not change any more.
std::optional<privacy::PairPrivacy> rounded_laplace(double scale, Pair const& pair) {
  auto const x = pair.d.at(0), y = pair.d_prime.at(0), low = std::min(x, y), high = std::max(x, y);
  if (x == y) return privacy::equal_pair();
  if (x != std::floor(x) || y != std::floor(y) || high - low > 100'000) return std::nullopt;
  auto const half = 0.5 / scale, inside = std::log(-std::expm1(-half)),      // of the cell of the number itself
      beside = half + std::log(-std::expm1(-2 * half)) - std::numbers::ln2;  // ln sinh(half)
  auto const at = [&](double distance) { return distance == 0 ? inside : beside - distance / scale; };
  auto const beyond = [&](double distance) {
    return -(distance + 0.5) / scale - std::numbers::ln2;
  };  // all cells farther than this on one side
  std::vector<double> p{beyond(std::fabs(x - low)), beyond(std::fabs(high - x))},
      q{beyond(std::fabs(y - low)), beyond(std::fabs(high - y))};
  for (auto cell = low; cell <= high; ++cell) {
    p.push_back(at(std::fabs(cell - x)));
    q.push_back(at(std::fabs(cell - y)));
  }
  return privacy::log_mass_pair(p, q);
}

}  // namespace

Entry post_process_laplace_round_entry() {
  return {.name = "post-process-laplace-round",
          .summary = "a whole number plus Laplace noise, rounded",
          .release = "Z",
          .parameters = {epsilon_parameter()},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const mechanism = rounded(central::Laplace{epsilon}, [=](AnyMechanism const&, Pair const& pair) {
              return rounded_laplace(1 / epsilon, pair);
            });
            return {mechanism, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::combinators
