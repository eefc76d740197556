#include "verify/learn/two_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "verify/learn/best_few.hpp"
#include "verify/learn/difference.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/number_columns.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 16;

/// Some columns of both datasets, the first so many releases of D before as many of D'.
class Read {
 public:
  Read(ConstBatch under_d, ConstBatch under_d_prime, std::vector<std::size_t> const& columns, std::size_t most)
      : releases_{std::min({under_d.releases(), under_d_prime.releases(), most})}, width_{columns.size()} {
    for (auto const j : columns)
      for (auto const& batch : {under_d, under_d_prime})
        std::ranges::copy(batch.column(j).first(releases_), std::back_inserter(numbers_));
    for (std::size_t c = 0; c < width_; ++c) alone_.push_back(difference_of_halves(all().column(c)).beyond_mean());
  }

  /// How much more a feature of two columns tells than these do.
  double more_than_alone(Feature const& feature) {
    return difference_of_halves(evaluate(feature, all(), memory_)).beyond_mean() - alone_[feature.column] -
           alone_[feature.other];
  }
  /// Whether that, and more than their sum and their difference tell, is beyond chance.
  bool is_more(Feature const& feature) {
    auto const more = difference_of_halves(evaluate(feature, all(), memory_)).beyond_chance();
    auto const beyond = [&](double known) { return more > known; };
    auto const combined = [&](auto const& combine) {
      memory_.resize(2 * releases_);
      std::ranges::transform(all().column(feature.column), all().column(feature.other), memory_.begin(), combine);
      return difference_of_halves(memory_).beyond_mean();
    };
    return beyond(alone_[feature.column] + alone_[feature.other]) && beyond(combined(std::plus{})) &&
           beyond(combined(std::minus{}));
  }

 private:
  ConstBatch all() const { return {numbers_.data(), 2 * releases_, width_}; }

  std::size_t releases_, width_;
  std::vector<double> numbers_{}, alone_{}, memory_{};
};

}  // namespace

std::vector<Feature> features_of_two_columns(std::vector<Column> const& kinds, ConstBatch under_d,
                                             ConstBatch under_d_prime) {
  auto const columns = number_columns(kinds, most_columns);
  if (columns.size() < 2) return {};
  Read some{under_d, under_d_prime, columns, glance};
  std::vector<std::pair<double, Feature>> found;
  for (std::size_t a = 0; a < columns.size(); ++a)
    for (std::size_t b = a + 1; b < columns.size(); ++b)
      for (auto const& feature :
           {Feature{Feature::Kind::product, a, b, {0, 0}}, Feature{Feature::Kind::angle, a, b, {}}})
        found.emplace_back(some.more_than_alone(feature), feature);
  auto features = best_few(std::move(found));
  Read all{under_d, under_d_prime, columns, lesson};
  std::erase_if(features, [&](Feature const& feature) { return !all.is_more(feature); });
  for (auto& feature : features) feature.column = columns[feature.column], feature.other = columns[feature.other];
  return features;
}

}  // namespace warner::verify
