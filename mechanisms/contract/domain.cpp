#include "mechanisms/contract/domain.hpp"

#include <algorithm>
#include <cmath>

namespace warner::mechanisms {

bool is_within(Answers const& answers, double answer) {
  return std::isfinite(answer) && answer >= answers.least && answer <= answers.most &&
         (!answers.integers || answer == std::floor(answer));
}

bool covers(Answers const& answers, Pair const& pair) {
  if (pair.d.size() != answers.n || pair.d_prime.size() != answers.n) return false;
  auto const inside = [&](double x) { return is_within(answers, x); };
  if (!std::ranges::all_of(pair.d, inside) || !std::ranges::all_of(pair.d_prime, inside)) return false;
  std::size_t up = 0, down = 0;
  double largest = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < answers.n; ++i) {
    auto const move = pair.d_prime[i] - pair.d[i];
    up += move > 0, down += move < 0;
    largest = std::max(largest, std::fabs(move));
    sum += std::fabs(move);
    squares += move * move;
  }
  switch (answers.moves) {
    case Answers::Moves::one: return up + down <= 1 && largest <= answers.step;
    case Answers::Moves::same_way: return (up == 0 || down == 0) && largest <= answers.step;
    case Answers::Moves::all: return largest <= answers.step;
    case Answers::Moves::sum: return sum <= answers.step;
    case Answers::Moves::squares: return std::sqrt(squares) <= answers.step;
  }
  return false;
}

}  // namespace warner::mechanisms
