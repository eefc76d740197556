#include "verify/learn/transitions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "verify/learn/difference.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

/// Columns one after the other.
struct Run {
  std::size_t first, length;
};

/// The longest runs of one kind, of three columns or more: of fewer tables of two columns say all.
std::vector<Run> runs_of(std::vector<Column> const& columns) {
  std::vector<Run> runs;
  for (std::size_t first = 0; first < columns.size();) {
    auto last = first + 1;
    while (last < columns.size() && columns[last].kind == columns[first].kind) ++last;
    if (last - first >= 3) runs.push_back({first, last - first});
    first = last;
  }
  return runs;
}

/// The values of a run, increasing; nothing where there are too many, or one alone.
std::optional<std::vector<double>> values_in(ConstBatch under_d, ConstBatch under_d_prime, Run const& run) {
  std::vector<double> values;
  for (auto const& batch : {under_d, under_d_prime})
    for (std::size_t j = 0; j < run.length; ++j)
      for (auto const y : batch.column(run.first + j).first(std::min(glance, batch.releases()))) {
        if (std::isnan(y)) continue;
        auto const at = std::ranges::lower_bound(values, y);
        if (at != values.end() && *at == y) continue;
        if (values.size() == most_together) return std::nullopt;
        values.insert(at, y);
      }
  return values.size() > 1 ? std::optional{values} : std::nullopt;
}

/// How often each value follows each, at all places of a run.
class Transitions {
 public:
  Transitions(std::vector<double> values, Run const& run)
      : values_{std::move(values)}, run_{run}, counts_{Table(values_.size() * values_.size()), {}} {
    counts_[1] = counts_[0];
  }

  void count(std::size_t arm, ConstBatch releases, std::size_t many) {
    std::vector<std::size_t> before, now;
    for (std::size_t j = 0; j < run_.length; ++j) {
      now.clear();
      for (auto const y : releases.column(run_.first + j).first(many)) now.push_back(place_of(y));
      for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] < values_.size() && now[i] < values_.size()) ++counts_[arm][before[i] * values_.size() + now[i]];
      std::swap(before, now);
    }
  }

  /// Of what follows, given what stands before.
  Difference difference_in() const {
    Difference all{0, 0};
    for (std::size_t a = 0; a < values_.size(); ++a) {
      auto const of_one = difference(after(0, a), after(1, a));
      all.statistic += of_one.statistic;
      all.freedom += of_one.freedom;
    }
    return all;
  }

  Score summed() const {
    Atoms atoms{2, {}, {}};
    for (std::size_t a = 0; a < values_.size(); ++a) {
      auto const d = after(0, a), d_prime = after(1, a);
      auto const given =
          smoothed_log_ratio(std::reduce(d.begin(), d.end()), std::reduce(d_prime.begin(), d_prime.end()));
      for (std::size_t b = 0; b < values_.size(); ++b) {
        if (d[b] + d_prime[b] == 0) continue;
        atoms.releases.insert(atoms.releases.end(), {values_[a], values_[b]});
        atoms.log_ratio.push_back(shrunk(smoothed_log_ratio(d[b], d_prime[b]) - given, d[b], d_prime[b]));
      }
    }
    return SumOverRows{{run_.length - 1, 2, 1, 1, run_.first}, std::move(atoms)};
  }

 private:
  using Table = std::vector<double>;
  std::span<double const> after(std::size_t arm, std::size_t a) const {
    return std::span{counts_[arm]}.subspan(a * values_.size(), values_.size());
  }
  std::size_t place_of(double y) const {
    auto const at = std::ranges::lower_bound(values_, y);
    return at != values_.end() && *at == y ? static_cast<std::size_t>(at - values_.begin()) : values_.size();
  }

  std::vector<double> values_;
  Run run_;
  std::array<Table, 2> counts_;  // row by row: what stands before
};

}  // namespace

std::vector<Score> learn_transitions(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<Score> scores;
  for (auto const& run : runs_of(columns)) {
    auto values = values_in(under_d, under_d_prime, run);
    if (!values) continue;
    Transitions transitions{std::move(*values), run};
    auto const many = std::min({under_d.releases(), under_d_prime.releases(), most_numbers / run.length});
    transitions.count(0, under_d, many);
    transitions.count(1, under_d_prime, many);
    if (transitions.difference_in().beyond_chance() > 0) scores.push_back(transitions.summed());
  }
  return scores;
}

}  // namespace warner::verify
