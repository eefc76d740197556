#include "results/figures/experiments/caption.hpp"

#include <fmt/format.h>

#include "results/figures/tables/agreement.hpp"

namespace warner::results::experiments {

std::string latex_text(std::string_view text) {
  std::string out;
  for (auto const c : text) {
    if (std::string_view{"#$%&_{}"}.find(c) != std::string_view::npos) out += '\\';
    if (c == '\\') out += "\\textbackslash{}";
    else if (c == '~') out += "\\textasciitilde{}";
    else if (c == '^') out += "\\textasciicircum{}";
    else out += c;
  }
  return out;
}

std::string last_words(std::uint64_t seed) {
  return fmt::format(
      " Every simulated value was compared with its exact one at the family-wise level {:g} (see the JSON file). Seed "
      "{}.",
      agreement_level, seed);
}

}  // namespace warner::results::experiments
