#include "verify/learn/quadrants.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "verify/bounds/luck.hpp"
#include "verify/learn/place_counts.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t equal_parts = 4;

/// Of two features, the counts of releases that are beyond fewer than a edges of the one and fewer than b of the other.
class Table {
 public:
  Table(Coded const& one, Coded const& other)
      : rows_{one.edges.size() + 1}, columns_{other.edges.size() + 1}, below_((rows_ + 1) * (columns_ + 1)) {
    auto const counts = counted_by_codes(one, other);
    for (std::size_t a = 0; a < rows_; ++a) {
      PlaceCount row;
      for (std::size_t b = 0; b < columns_; ++b) {
        row = row + counts[a * columns_ + b];
        below_[(a + 1) * (columns_ + 1) + b + 1] = below(a, b + 1) + row;
      }
    }
  }
  PlaceCount below(std::size_t a, std::size_t b) const { return below_[a * (columns_ + 1) + b]; }
  PlaceCount in_row(std::size_t a) const { return below(a, columns_); }
  PlaceCount in_column(std::size_t b) const { return below(rows_, b); }
  PlaceCount all() const { return below(rows_, columns_); }

  /// The quadrants about the edges before the codes a and b, in the order of a tree's places.
  std::array<PlaceCount, 4> quadrants(std::size_t a, std::size_t b) const {
    auto const low = below(a, b);
    auto const high_low = in_column(b) - low, low_high = in_row(a) - low;
    return {low, high_low, low_high, all() - in_row(a) - high_low};
  }

 private:
  std::size_t rows_, columns_;
  std::vector<PlaceCount> below_;
};

}  // namespace

Trees learn_quadrant(std::vector<Coded> const& features, Target const& target) {
  std::vector<Coded> read;
  for (auto const& feature : features) read.push_back(coarser(feature, equal_parts));
  double tried = 0;
  for (std::size_t f = 0; f < read.size(); ++f)
    for (std::size_t g = 0; g < f; ++g) tried += static_cast<double>(4 * read[f].edges.size() * read[g].edges.size());
  if (tried == 0) return {};
  auto const luck = luck_of_the_largest(tried);
  PredictedBound const predict{target, read.front().code.size(), luck};
  double most = predict.is_below_plug_in() ? 1 : 0;  // odds that say nothing
  Trees best;
  for (std::size_t f = 0; f < read.size(); ++f)
    for (std::size_t g = 0; g < f; ++g) {
      Table const table{read[f], read[g]};
      for (std::size_t a = 1; a <= read[f].edges.size(); ++a)
        for (std::size_t b = 1; b <= read[g].edges.size(); ++b) {
          auto const quadrants = table.quadrants(a, b);
          for (auto const& [d, d_prime] : quadrants) {
            auto const right = static_cast<double>(std::max(d, d_prime)),
                       wrong = static_cast<double>(std::min(d, d_prime));
            if ((right - wrong) * (right - wrong) <= luck * luck * (right + wrong)) continue;
            if (predict.is_below_plug_in() && right <= wrong * most) continue;
            auto const predicted = predict.comparable(right, wrong, 0.5);
            if (!(predicted > most)) continue;
            most = predicted;
            best = {{read[f].feature, read[g].feature},
                    {{{{0, read[f].edges[a - 1]}, {1, read[g].edges[b - 1]}}, log_ratios_of(quadrants)}}};
          }
        }
    }
  return best;
}

}  // namespace warner::verify
