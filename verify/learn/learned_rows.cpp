#include "verify/learn/learned_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "verify/learn/atom_counts.hpp"
#include "verify/learn/boosted_trees.hpp"
#include "verify/learn/coded_features.hpp"
#include "verify/learn/difference.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/octants.hpp"
#include "verify/learn/place_counts.hpp"
#include "verify/learn/row_shapes.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t equal_parts = 4, longest = 16, window = 8;
constexpr double maybe = 2;  // standard deviations that are worth a closer look

/// The rows of the first releases, column by column.
std::vector<double> rows_of(ConstBatch releases, RowShape const& shape, std::size_t many) {
  std::vector<double> rows;
  rows.reserve(many * shape.rows * shape.length);
  for (std::size_t k = 0; k < shape.length; ++k)
    for (std::size_t i = 0; i < many; ++i)
      for (std::size_t row = 0; row < shape.rows; ++row) rows.push_back(releases(i, shape.column(row, k)));
  return rows;
}

/// At most so many rows of each dataset, in one shape.
class Pooled {
 public:
  Pooled(ConstBatch under_d, ConstBatch under_d_prime, RowShape const& shape, std::size_t most)
      : shape_{shape}, many_{std::min({under_d.releases(), under_d_prime.releases(), most / shape.rows})} {
    d_ = rows_of(under_d, shape, many_);
    d_prime_ = rows_of(under_d_prime, shape, many_);
  }
  ConstBatch d() const { return {d_.data(), many_ * shape_.rows, shape_.length}; }
  ConstBatch d_prime() const { return {d_prime_.data(), many_ * shape_.rows, shape_.length}; }
  std::vector<Coded> coded() const {
    sim::Execution one_thread;  // learners run beside each other
    one_thread.threads = 1;
    return verify::coded(coordinates(shape_.length), d(), d_prime(), one_thread);
  }

 private:
  RowShape shape_;
  std::size_t many_;
  std::vector<double> d_{}, d_prime_{};
};

/// How the datasets differ in the cells of two coded features.
Difference difference_in(Coded const& one, Coded const& other) {
  std::vector<double> of_d, of_d_prime;
  for (auto const& [d, d_prime] : counted_by_codes(one, other)) {
    of_d.push_back(static_cast<double>(d));
    of_d_prime.push_back(static_cast<double>(d_prime));
  }
  return difference(of_d, of_d_prime);
}

std::vector<Coded> all_coarser(std::vector<Coded> const& features) {
  std::vector<Coded> coarse;
  for (auto const& feature : features) coarse.push_back(coarser(feature, equal_parts));
  return coarse;
}

/// Whether the first half of the rows has the distribution of the second under each dataset, as far as chance goes:
/// else it matters which is which, and a sum over them forgets it.
bool are_alike(std::vector<Coded> const& coarse, std::size_t rows) {
  return std::ranges::all_of(coarse, [rows](Coded const& one) {
    for (std::size_t arm = 0; arm < 2; ++arm) {
      std::vector<std::vector<double>> of_half(2, std::vector<double>(one.edges.size() + 1));
      for (std::size_t i = arm; i < one.code.size(); i += 2)
        ++of_half[2 * (i / 2 % rows) >= rows][static_cast<std::size_t>(one.code[i])];
      if (difference(of_half[0], of_half[1]).beyond_chance() > 0) return false;
    }
    return true;
  });
}

/// How much more two numbers of a row tell together than each does, beyond so many standard deviations; 0 where three
/// do alone. In windows two numbers are as any other two so far apart.
std::optional<double> more_together(std::vector<Coded> const& features, std::vector<Coded> const& coarse,
                                    bool is_window, double deviations) {
  if (features.size() < 2) return std::nullopt;
  Coded const nothing{{}, {}, std::vector<std::int16_t>(features.front().code.size())};
  std::vector<double> alone;
  for (auto const& one : coarse) alone.push_back(difference_in(one, nothing).beyond_mean());
  auto most = 0.0;
  for (std::size_t f = 0; f < (is_window ? 1 : coarse.size()); ++f)
    for (std::size_t g = f + 1; g < coarse.size(); ++g) {
      auto const together = difference_in(coarse[f], coarse[g]).beyond_chance(deviations);
      most = std::max(most, together - alone[f] - alone[g]);
    }
  if (most == 0 && learn_octants(features, deviations).trees.empty()) return std::nullopt;
  return most;
}

}  // namespace

std::vector<Score> learn_rows(ConstBatch under_d, ConstBatch under_d_prime) {
  auto const width = under_d.width();
  if (width > most_together) return {};
  auto shapes = table_shapes(width, longest);
  std::ranges::copy(window_shapes(width, window), std::back_inserter(shapes));
  std::optional<RowShape> best;
  auto most = -1.0;
  for (auto const& shape : shapes) {
    auto const is_window = shape.apart == 1 && shape.step == 1;
    auto const glimpse = Pooled{under_d, under_d_prime, shape, closer_look}.coded();
    auto const coarse = all_coarser(glimpse);
    if (!are_alike(coarse, shape.rows) || !more_together(glimpse, coarse, is_window, maybe)) continue;
    auto const all = Pooled{under_d, under_d_prime, shape, lesson}.coded();
    auto const more = more_together(all, all_coarser(all), is_window, beyond_chance);
    if (!more || *more <= most) continue;
    most = *more;
    best = shape;
  }
  std::vector<Score> scores;
  if (!best) return scores;
  Pooled const pooled{under_d, under_d_prime, *best, lesson};
  auto const coded = pooled.coded();
  for (auto&& trees : {learn_trees(coded), learn_octants(coded, beyond_chance)})
    if (!trees.trees.empty()) scores.push_back(SumOverRows{*best, trees});
  if (auto atoms = learn_atoms(pooled.d(), pooled.d_prime()); !atoms.log_ratio.empty())
    scores.push_back(SumOverRows{*best, std::move(atoms)});
  return scores;
}

}  // namespace warner::verify
