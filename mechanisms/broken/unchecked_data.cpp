#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

/// A sum of records clipped by comparisons, which let NaN through: `x < 0 ? 0 : x > 1 ? 1 : x`. Claims epsilon; one NaN
/// among the records, and the release is NaN for sure. Flaw: disjoint support, delta is 1.
class NanSurvivesClip {
 public:
  NanSurvivesClip(double epsilon, std::size_t n) : epsilon_{epsilon}, n_{n}, noise_{1 / epsilon} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require(dataset.size() == n_, fmt::format("dataset: {} values where this mechanism takes {}", dataset.size(), n_));
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    noise_.fill(stream, 0, out.column(0));
    for (auto& y : out.column(0)) y += sum(dataset);
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const there = sum(pair.d), back = sum(pair.d_prime);
    if (std::isnan(there) && std::isnan(back)) return privacy::equal_pair();
    if (std::isnan(there) || std::isnan(back)) return privacy::disjoint_pair();
    return privacy::laplace_pair(std::fabs(there - back) * epsilon_);
  }

 private:
  double sum(Dataset const& dataset) const {
    double total = 0;
    for (auto const x : dataset) total += x < 0 ? 0 : x > 1 ? 1 : x;
    return total;
  }

  double epsilon_;
  std::size_t n_;
  noise::Laplace noise_;
};

/// Every record with Laplace noise of scale 1 / epsilon, and with them how many there are. Claims epsilon when a record
/// comes or goes. Flaw: length; delta is 1. Data: at most `width` numbers. Release: how many, then so many noisy
/// records, then 0.
class LengthLeak {
 public:
  LengthLeak(double epsilon, std::size_t width) : epsilon_{epsilon}, width_{width}, noise_{1 / epsilon} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, dataset.size());
    require(dataset.size() <= width_,
            fmt::format("dataset: {} records where the release has room for {}", dataset.size(), width_));
    std::vector<Column> columns(1 + width_, Column{"y", Column::Kind::real});
    columns.front() = {"length", Column::Kind::integer};
    return columns;
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    std::ranges::fill(out.column(0), static_cast<double>(dataset.size()));
    for (std::size_t j = 0; j < width_; ++j)
      if (j < dataset.size()) noise_.fill(stream, dataset[j], out.column(1 + j));
      else std::ranges::fill(out.column(1 + j), 0.0);
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    if (pair.d.size() != pair.d_prime.size()) return privacy::disjoint_pair();
    std::vector<double> shifts;
    for (std::size_t j = 0; j < pair.d.size(); ++j) shifts.push_back(std::fabs(pair.d[j] - pair.d_prime[j]) * epsilon_);
    return privacy::laplace_pair(shifts);
  }

 private:
  double epsilon_;
  std::size_t width_;
  noise::Laplace noise_;
};

/// The sum of n records with noise of scale (max - min) / epsilon, released with the bounds min and max, which are
/// taken from the records. Claims epsilon under substitution. Flaw: disjoint support as soon as the extreme record is
/// replaced; delta is 1.
class DomainFromData {
 public:
  DomainFromData(double epsilon, std::size_t n) : epsilon_{epsilon}, n_{n} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"min", Column::Kind::real}, {"max", Column::Kind::real}, {"sum", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const [least, most] = std::ranges::minmax(dataset);
    auto const sum = std::accumulate(dataset.begin(), dataset.end(), 0.0);
    std::ranges::fill(out.column(0), least);
    std::ranges::fill(out.column(1), most);
    if (most > least) noise::Laplace{(most - least) / epsilon_}.fill(stream, sum, out.column(2));
    else std::ranges::fill(out.column(2), sum);  // bounds that meet leave nothing to hide, it thinks
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    auto const there = std::ranges::minmax(pair.d), back = std::ranges::minmax(pair.d_prime);
    if (there.min != back.min || there.max != back.max) return privacy::disjoint_pair();
    if (there.min == there.max) return privacy::equal_pair();
    auto const moved = std::accumulate(pair.d.begin(), pair.d.end(), 0.0) -
                       std::accumulate(pair.d_prime.begin(), pair.d_prime.end(), 0.0);
    return privacy::laplace_pair(std::fabs(moved) * epsilon_ / (there.max - there.min));
  }

 private:
  double epsilon_;
  std::size_t n_;
};

}  // namespace

Entry nan_survives_clip_entry() {
  return {.name = "broken/nan-survives-clip",
          .summary = "the sum of n records clipped to [0, 1] by comparisons",
          .release = "R^1",
          .parameters = {epsilon_parameter("what is claimed, > 0"), {"n", 1, "how many records", Whole{1, 100'000}}},
          .flaw = "comparisons let NaN through: the release is NaN for sure",
          .reference = "CSVW22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const pair = substitute(Dataset(n, 0.0), 0, std::numeric_limits<double>::quiet_NaN(), "0 and NaN");
            return {NanSurvivesClip{epsilon, n}, {pair}};
          }};
}

Entry length_leak_entry() {
  return {.name = "broken/length-leak",
          .summary = "every record with Laplace noise, as many as there are",
          .release = "R*",
          .parameters = {epsilon_parameter("what is claimed, > 0"),
                         {"n", 3, "records beside the one that comes or goes", Whole{0, 1000}}},
          .flaw = "the length of the release is the exact number of records",
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const pair = add(Dataset(n, 0.0), 0, "one more");
            return {LengthLeak{epsilon, n + 1}, {pair}};
          }};
}

Entry domain_from_data_entry() {
  return {
      .name = "broken/domain-from-data",
      .summary = "the sum of n records with bounds that are taken from them, and released",
      .release = "R^3",
      .parameters = {epsilon_parameter("what is claimed, > 0"), {"n", 5, "how many records, >= 2", Whole{2, 100'000}}},
      .flaw = "bounds are the least and the largest record",
      .reference = "DR14",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        auto const n = values.whole("n");
        Dataset records(n, 0.5);
        records[0] = 0, records[1] = 1;
        auto extreme = substitute(records, 1, 2, "the extreme record"),
             inner = substitute(records, n > 2 ? 2 : 1, n > 2 ? 0.75 : 2, "another record");
        std::vector<Pair> pairs{extreme};
        if (n > 2) pairs.push_back(inner);
        return {DomainFromData{epsilon, n}, pairs};
      }};
}

}  // namespace warner::mechanisms::broken
