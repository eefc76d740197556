#include "results/suite/run.hpp"

#include <algorithm>
#include <array>

namespace warner::results {

std::string_view word_of(Verdict verdict) {
  constexpr std::array<std::string_view, 4> words{"passed", "failed", "inconclusive", "error"};
  return words[static_cast<std::size_t>(verdict)];
}

std::size_t Run::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(outcomes, [verdict](Outcome const& outcome) { return outcome.verdict == verdict; }));
}

}  // namespace warner::results
