#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::local {
namespace {

/// Hadamard response [ASZ19]: K is the least power of two above k. Row v + 1 of the K x K Hadamard matrix (Sylvester's:
/// entry (i, j) is -1 to the number of ones that i and j share) has K / 2 columns with +1 and as many with -1. Released
/// is the index of a column of +1 with probability e^epsilon / (1 + e^epsilon), else of one of -1, each alike.
///
/// Guarantee:  epsilon-DP for one person's value, tight; two rows agree on half of the columns, so delta(t) is half of
///             randomised response's.
/// Data:       one category in {0, .., k - 1}.
class HadamardResponse {
 public:
  HadamardResponse(double epsilon, std::size_t k)
      : epsilon_{epsilon}, k_{k}, order_{std::bit_ceil(k + 1)}, truth_{1 / (1 + std::exp(-epsilon))} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, k_ - 1);
    return {{"column", Column::Kind::category}};
  }

  // A uniform column of the wrong sign becomes one of the right sign by flipping a bit of the row: a bijection of the
  // two halves.
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const row = static_cast<std::uint64_t>(dataset[0]) + 1, bit = row & (~row + 1),
               columns = static_cast<std::uint64_t>(order_ - 1);
    auto const y = out.column(0);
    std::array<std::uint64_t, 512> words;  // a release takes two: the sign and the column
    for (std::size_t i = 0; i < y.size(); i += words.size() / 2) {
      auto const n = std::min(words.size() / 2, y.size() - i);
      stream.fill(std::span{words}.first(2 * n));
      for (std::size_t j = 0; j < n; ++j) {
        auto const column = words[2 * j + 1] & columns;
        auto const minus = static_cast<std::uint64_t>(std::popcount(column & row)) & 1,
                   wanted = static_cast<std::uint64_t>(words[2 * j] >= truth_.threshold());
        y[i + j] = static_cast<double>(column ^ (minus == wanted ? 0 : bit));
      }
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const row = static_cast<std::uint64_t>(dataset[0]) + 1;
    auto const plus = std::log(2 * truth_.probability() / static_cast<double>(order_)), minus = plus - epsilon_;
    auto const y = releases.column(0);
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const possible = y[i] >= 0 && y[i] < static_cast<double>(order_) && y[i] == std::floor(y[i]);
      out[i] = !possible ? -std::numeric_limits<double>::infinity()
               : std::popcount(static_cast<std::uint64_t>(y[i]) & row) % 2 == 0 ? plus
                                                                                : minus;
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    if (pair.d == pair.d_prime) return privacy::equal_pair();
    long double const epsilon = epsilon_, plus = 1 / (1 + std::exp(-epsilon)), minus = 1 / (1 + std::exp(epsilon));
    return privacy::finite_pair(
        privacy::FiniteLaw{{{epsilon, plus / 2, minus / 2}, {0, 0.5L, 0.5L}, {-epsilon, minus / 2, plus / 2}}});
  }

  std::size_t order() const { return order_; }  ///< K

 private:
  double epsilon_;
  std::size_t k_, order_;
  noise::Bernoulli truth_;
};

}  // namespace

Entry hadamard_response_entry() {
  return {.name = "hadamard-response",
          .summary = "a column of the category's row of a Hadamard matrix, +1 favoured",
          .release = "{0..K-1}",
          .parameters = {epsilon_parameter(), {"k", 4, "how many categories, >= 2", Whole{2, 1'000'000}}},
          .reference = "ASZ19",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            return {HadamardResponse{epsilon, k}, {{{0}, {1}, Relation::value, {}}}, Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
