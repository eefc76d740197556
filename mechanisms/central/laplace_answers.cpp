#include "mechanisms/central/laplace_answers.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms {

LaplaceAnswers::LaplaceAnswers(double epsilon, double scale, Query answers, Check check, bool integers)
    : epsilon_{require_positive("epsilon", epsilon, "what is claimed")},
      integers_{integers},
      answers_{std::move(answers)},
      check_{std::move(check)},
      real_{require_positive("scale", scale, "of the noise")},
      integer_{integers ? std::exp(-1 / scale) : 0.5} {}

std::vector<Column> LaplaceAnswers::columns(Dataset const& dataset) const {
  check_(dataset);
  auto const kind = integers_ ? Column::Kind::integer : Column::Kind::real;
  return std::vector<Column>(answers_(dataset).size(), Column{"y", kind});
}

void LaplaceAnswers::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const exact = answers_(dataset);
  for (std::size_t j = 0; j < exact.size(); ++j)
    if (integers_) integer_.fill(stream, exact[j], out.column(j));
    else real_.fill(stream, exact[j], out.column(j));
}

void LaplaceAnswers::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const exact = answers_(dataset);
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < exact.size(); ++j)
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const z = releases(i, j) - exact[j];
      out[i] += integers_ ? integer_.log_pmf(z) : real_.log_pdf(z);
    }
}

std::optional<privacy::PairPrivacy> LaplaceAnswers::privacy(Pair const& pair) const {
  check_(pair.d);
  check_(pair.d_prime);
  auto const there = answers_(pair.d), back = answers_(pair.d_prime);
  std::vector<double> shifts;
  double distance = 0;
  for (std::size_t j = 0; j < there.size(); ++j) {
    auto const moved = std::fabs(there[j] - back[j]);
    shifts.push_back(moved / real_.scale());
    if (integers_ && moved > 0) distance = distance == 0 ? moved : -1;
  }
  if (!integers_) return privacy::laplace_pair(shifts);
  if (distance == 0) return privacy::equal_pair();
  if (distance > 0 && distance < 1e6)
    return privacy::lattice_pair(
        privacy::discrete_laplace_law(1 / static_cast<long double>(real_.scale()), static_cast<int>(distance)), true);
  // Several answers move, each by a lattice of its own: equal shifts are one law, composed; others are known at delta =
  // 0 alone.
  double total = 0;
  std::vector<double> moved;
  for (auto const shift : shifts)
    if (shift > 0) total += shift, moved.push_back(std::round(shift * real_.scale()));
  auto const alike = std::ranges::all_of(moved, [&](double m) { return m == moved.front(); });
  if (alike && moved.front() < 1000 && moved.size() <= 100)
    return privacy::lattice_pair(
        privacy::discrete_laplace_law(1 / static_cast<long double>(real_.scale()), static_cast<int>(moved.front()))
            .power(static_cast<int>(moved.size())),
        true);
  privacy::PairPrivacy pair_privacy;
  pair_privacy.epsilon = [total](double delta) { return delta == 0 ? total : std::nan(""); };
  return pair_privacy;
}

std::optional<sim::WordCounter> LaplaceAnswers::counter(Dataset const& dataset, std::span<double const> edges) const {
  auto const exact = answers_(dataset);
  if (exact.size() != 1) return std::nullopt;
  return integers_ ? sim::two_sided_geometric_counter(exact[0], integer_.ratio(), edges)
                   : sim::laplace_counter(exact[0], real_.scale(), edges);
}

LaplaceAnswers::Check numbers(std::size_t n) {
  return [n](Dataset const& dataset) { require_numbers(dataset, n); };
}

LaplaceAnswers::Check any_numbers() {
  return [](Dataset const& dataset) { require_numbers(dataset, dataset.size()); };
}

}  // namespace warner::mechanisms
