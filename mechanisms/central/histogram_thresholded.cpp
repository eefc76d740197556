#include "mechanisms/central/histogram_thresholded.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

/// A fixed mixing of 64 bits: the order of release says nothing of the order in the data.
std::uint64_t hash_of(double category) {
  auto x = static_cast<std::uint64_t>(category) + 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace

double delta_at_threshold(double epsilon, double threshold) {
  // As the law below has it, rounded up: what is claimed covers it.
  auto const appears = std::exp(static_cast<long double>(noise::Laplace{1 / epsilon}.log_cdf(1 - threshold)));
  auto const rounded = static_cast<double>(appears);
  return rounded < appears ? std::nextafter(rounded, 1.0) : rounded;
}

double threshold_for(double epsilon, double delta) {
  auto threshold = 1 + std::max(0.0, std::log(1 / (2 * delta))) / epsilon;
  while (delta_at_threshold(epsilon, threshold) > delta)
    threshold = std::nextafter(threshold, std::numeric_limits<double>::infinity());
  return threshold;
}

HistogramThresholded::HistogramThresholded(double epsilon, double delta, double threshold, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")},
      delta_{delta},
      threshold_{threshold},
      k_{k},
      noise_{1 / epsilon} {
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  require(threshold >= 1 || threshold == -std::numeric_limits<double>::infinity(),
          fmt::format("threshold: {} is below 1 (one person is a count of 1)", threshold));
  require(k >= 1, "k: 0 categories have no histogram");
}

std::vector<HistogramThresholded::Count> HistogramThresholded::counts(Dataset const& dataset) const {
  std::map<double, double> tally;
  for (auto const category : dataset) tally[category] += 1;
  std::vector<Count> counts;
  for (auto const& [category, count] : tally) counts.push_back({category, count});
  std::ranges::sort(counts, {}, [](Count const& c) { return hash_of(c.category); });
  return counts;
}

std::vector<Column> HistogramThresholded::columns(Dataset const& dataset) const {
  require_integers(dataset, dataset.size());
  for (auto const x : dataset) require(x >= 0, fmt::format("dataset: {} is no category (a whole number >= 0)", x));
  auto const present = counts(dataset).size();
  require(present <= k_, fmt::format("dataset: {} categories where the release has room for {}", present, k_));
  std::vector<Column> columns{{"length", Column::Kind::integer}};
  for (std::size_t j = 0; j < k_; ++j) {
    columns.push_back({"category", Column::Kind::category});
    columns.push_back({"count", Column::Kind::real});
  }
  return columns;
}

void HistogramThresholded::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const present = counts(dataset);
  Releases memory;
  auto const noisy = memory.shaped(out.releases(), present.size());
  for (std::size_t j = 0; j < present.size(); ++j) noise_.fill(stream, present[j].count, noisy.column(j));
  for (std::size_t j = 0; j < out.width(); ++j) std::ranges::fill(out.column(j), 0.0);
  for (std::size_t i = 0; i < out.releases(); ++i) {
    std::size_t length = 0;
    for (std::size_t j = 0; j < present.size(); ++j) {
      if (!(noisy(i, j) > threshold_)) continue;
      out(i, 1 + 2 * length) = present[j].category;
      out(i, 2 + 2 * length) = noisy(i, j);
      ++length;
    }
    out(i, 0) = static_cast<double>(length);
  }
}

std::optional<privacy::PairPrivacy> HistogramThresholded::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  std::map<double, std::pair<double, double>> both;
  for (auto const& c : counts(pair.d)) both[c.category].first = c.count;
  for (auto const& c : counts(pair.d_prime)) both[c.category].second = c.count;
  std::erase_if(both, [](auto const& item) { return item.second.first == item.second.second; });
  if (both.empty()) return privacy::equal_pair();
  auto const infinity = std::numeric_limits<double>::infinity();
  if (threshold_ == -infinity) {
    std::vector<double> shifts;
    for (auto const& [_, count] : both) {
      if (count.first == 0 || count.second == 0) return privacy::disjoint_pair();
      shifts.push_back(std::fabs(count.first - count.second) * epsilon_);
    }
    return privacy::laplace_pair(shifts);
  }
  if (both.size() > 1) return std::nullopt;
  auto const [p, q] = both.begin()->second;
  // Above the threshold and above both counts the loss is constant, so one outcome stands for all of that.
  // The chance of silence is the noise's own, not 1 less that of the name, which rounds to 1.
  auto const log_appears = [&](double count) { return count == 0 ? -infinity : noise_.log_cdf(count - threshold_); };
  auto const log_silent = [&](double count) { return count == 0 ? 0 : noise_.log_cdf(threshold_ - count); };
  if (std::max(p, q) <= threshold_)
    return privacy::log_mass_pair(std::vector{log_appears(p), log_silent(p)},
                                  std::vector{log_appears(q), log_silent(q)});
  auto const log_density = [=, t = threshold_, law = noise_](double count) {
    return [=](double y) { return count == 0 || y <= t ? -infinity : law.log_pdf(y - count); };
  };
  std::vector<double> kinks{threshold_};
  for (auto const count : {p, q})
    if (count > threshold_) kinks.push_back(count);
  long double const silent_p = log_silent(p), silent_q = log_silent(q);
  auto const largest = std::max(std::fabs(log_silent(p) - log_silent(q)), std::fabs(p - q) * epsilon_);
  return privacy::line_pair({log_density(p),
                             log_density(q),
                             kinks,
                             4 / epsilon_,
                             1 / epsilon_,
                             p == 0 || q == 0 ? infinity : largest,
                             {{0, std::exp(silent_p), std::exp(silent_q)}}});
}

Entry histogram_thresholded_entry() {
  return {.name = "histogram-thresholded",
          .summary = "a histogram over an open domain: categories whose noisy count is above a threshold",
          .release = "(category, R)*",
          .parameters = {epsilon_parameter(),
                         {"delta", 1e-5, "in (0, 1/2]"},
                         {"threshold", {}, "1 + ln(1 / (2 delta)) / epsilon"},
                         {"k", 2, "room for so many categories", Whole{2, 1000}}},
          .reference = "KKMN09",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            auto delta = values["delta"];
            require(delta > 0 && delta <= 0.5, fmt::format("delta: {} is not in (0, 1/2]", delta));
            auto const threshold = values.has("threshold") ? values["threshold"] : threshold_for(epsilon, delta),
                       spent = delta_at_threshold(epsilon, threshold);
            if (!values.has("delta") && values.has("threshold")) delta = spent;
            values.set("delta", delta);
            values.set("threshold", threshold);
            require(spent <= delta,
                    fmt::format("threshold: {} spends delta {}, not {} (give one of them)", threshold, spent, delta));
            HistogramThresholded const mechanism{epsilon, delta, threshold, k};
            Dataset ten(10, 1.0), nine(9, 1.0);
            for (auto* counts : {&ten, &nine}) counts->push_back(2);
            return {mechanism,
                    {{{1, 2}, {1}, Relation::add_remove, "unique category"},
                     {{1, 2, 2}, {1, 2}, Relation::add_remove, "2 and 1"},
                     {ten, nine, Relation::add_remove, "10 and 9"}},
                    Records{.n = 3, .values = {1, 2}}};
          }};
}

}  // namespace warner::mechanisms::central
