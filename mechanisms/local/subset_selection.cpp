#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/special_functions/gamma.hpp>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::local {
namespace {

/// Subset selection [YB18]: a subset of w of the k categories. It contains the true one with probability w e^epsilon /
/// (w e^epsilon + k - w), and is uniform otherwise.
///
/// Guarantee:  epsilon-DP for one person's value, tight: subsets with the truth have e^epsilon times the mass of those
///             without.
/// Release:    the w categories in increasing order.
/// Data:       one category in {0, .., k - 1}.
class SubsetSelection {
 public:
  SubsetSelection(double epsilon, std::size_t k, std::size_t w) : epsilon_{epsilon}, k_{k}, w_{w} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, k_ - 1);
    return std::vector<Column>(w_, Column{"category", Column::Kind::category});
  }

  // Category after category: each is taken with the probability needed / left, which makes every subset alike and its
  // order increasing.
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const releases = out.releases(), truth = static_cast<std::size_t>(dataset[0]);
    std::vector<double> memory(4 * releases);
    auto const all = std::span{memory};
    auto const with_truth = all.first(releases), needed = all.subspan(releases, releases),
               filled = all.subspan(2 * releases, releases), coin = all.last(releases);
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(contained()), with_truth);
    for (std::size_t i = 0; i < releases; ++i)
      needed[i] = static_cast<double>(w_) - with_truth[i];  // of the categories that are not the truth
    std::ranges::fill(filled, 0.0);
    auto left = static_cast<double>(k_ - 1);
    for (std::size_t category = 0; category < k_; ++category) {
      if (category != truth) sim::fill_uniform(stream, coin);
      for (std::size_t i = 0; i < releases; ++i) {
        auto const taken = category == truth ? with_truth[i] == 1 : coin[i] * left < needed[i];
        // Written whether taken or not: what is not taken is overwritten by the next that is.
        out(i, std::min(static_cast<std::size_t>(filled[i]), w_ - 1)) =
            taken || filled[i] < static_cast<double>(w_) ? static_cast<double>(category) : out(i, w_ - 1);
        filled[i] += taken;
        needed[i] -= category != truth && taken;
      }
      left -= category != truth;
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const log_choose = [](std::size_t n, std::size_t r) {
      auto const log_factorial = [](std::size_t x) { return boost::math::lgamma(static_cast<double>(x) + 1); };
      return log_factorial(n) - log_factorial(r) - log_factorial(n - r);
    };
    auto const with_truth = std::log(contained()) - log_choose(k_ - 1, w_ - 1), without = with_truth - epsilon_;
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto possible = true, contains = false;
      for (std::size_t j = 0; j < w_; ++j) {
        auto const y = releases(i, j);
        possible =
            possible && y == std::floor(y) && y > (j == 0 ? -1 : releases(i, j - 1)) && y < static_cast<double>(k_);
        contains = contains || y == dataset[0];
      }
      out[i] = possible ? (contains ? with_truth : without) : -std::numeric_limits<double>::infinity();
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    if (pair.d == pair.d_prime) return privacy::equal_pair();
    // The subsets with the one truth and without the other, the other way round, and all the rest.
    long double const epsilon = epsilon_, w = static_cast<long double>(w_), k = static_cast<long double>(k_),
                      normaliser = w + (k - w) * std::exp(-epsilon);
    auto const one = w / normaliser * (k - w) / (k - 1), other = one * std::exp(-epsilon), rest = 1 - one - other;
    std::vector<privacy::Outcome> outcomes{{epsilon, one, other}, {-epsilon, other, one}};
    if (rest > 0) outcomes.push_back({0, rest, rest});
    return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
  }

  /// Pr[the truth is in the subset].
  double contained() const {
    auto const w = static_cast<double>(w_), k = static_cast<double>(k_);
    return w / (w + (k - w) * std::exp(-epsilon_));
  }

 private:
  double epsilon_;
  std::size_t k_, w_;
};

/// max(1, round(k / (e^epsilon + 1))): the least variance.
std::size_t best_subset(double epsilon, std::size_t k) {
  return std::max<std::size_t>(1,
                               static_cast<std::size_t>(std::round(static_cast<double>(k) / (std::exp(epsilon) + 1))));
}

}  // namespace

Entry subset_selection_entry() {
  return {.name = "subset-selection",
          .summary = "a random subset of the categories that favours the true one",
          .release = "w of {0..k-1}",
          .parameters = {epsilon_parameter(),
                         {"k", 4, "how many categories, 2 to 4096", Whole{2, 4096}},
                         {"w", {}, "size of the subset; the best one follows from epsilon and k"}},
          .reference = "YB18",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k"), w = values.whole_or("w", best_subset(epsilon, k), {1, k - 1});
            return {SubsetSelection{epsilon, k, w}, {{{0}, {1}, Relation::value, {}}}, Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
