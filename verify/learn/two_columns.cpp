#include "verify/learn/two_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "verify/learn/best_of.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/number_columns.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 16;

/// How much more features of two columns tell than these do.
class Compared {
 public:
  Compared(ConstBatch under_d, ConstBatch under_d_prime, std::vector<std::size_t> const& columns, std::size_t most)
      : read_{under_d, under_d_prime, columns, most} {
    for (std::size_t c = 0; c < columns.size(); ++c)
      alone_.push_back(read_.difference_in({Feature::Kind::coordinate, c}).beyond_mean());
  }

  double more_than_alone(Feature const& feature) {
    return read_.difference_in(feature).beyond_mean() - alone_[feature.column] - alone_[feature.other];
  }
  /// Whether that, and more than their sum and their difference tell, is beyond chance.
  bool is_more(Feature const& feature) {
    auto const more = read_.difference_in(feature).beyond_chance();
    auto const beyond = [&](double known) { return more > known; };
    auto const combined = [&](double sign) {
      std::vector<double> weights(std::max(feature.column, feature.other) + 1);
      weights[feature.column] = 1;
      weights[feature.other] = sign;
      return read_.difference_in({Feature::Kind::combination, 0, 0, std::move(weights)}).beyond_mean();
    };
    return beyond(alone_[feature.column] + alone_[feature.other]) && beyond(combined(1)) && beyond(combined(-1));
  }

 private:
  Halves read_;
  std::vector<double> alone_{};
};

}  // namespace

std::vector<Feature> features_of_two_columns(std::vector<Column> const& kinds, ConstBatch under_d,
                                             ConstBatch under_d_prime) {
  auto const columns = number_columns(kinds, most_columns);
  if (columns.size() < 2) return {};
  Compared some{under_d, under_d_prime, columns, glance};
  std::vector<std::pair<double, Feature>> found;
  for (std::size_t a = 0; a < columns.size(); ++a)
    for (std::size_t b = a + 1; b < columns.size(); ++b)
      for (auto const& feature :
           {Feature{Feature::Kind::product, a, b, {0, 0}}, Feature{Feature::Kind::angle, a, b, {}}})
        found.emplace_back(some.more_than_alone(feature), feature);
  auto features = best_of(std::move(found));
  Compared all{under_d, under_d_prime, columns, lesson};
  std::erase_if(features, [&](Feature const& feature) { return !all.is_more(feature); });
  for (auto& feature : features) feature.column = columns[feature.column], feature.other = columns[feature.other];
  return features;
}

}  // namespace warner::verify
