#include "results/figures/tables/agreement.hpp"

#include <limits>

#include "verify/bounds/clopper_pearson.hpp"

namespace warner::results {

void Agreement::proportion(std::string what, std::uint64_t successes, std::uint64_t trials, double exact) {
  asked_.push_back({Asked::Kind::proportion, std::move(what), successes, trials, exact});
}

void Agreement::at_most(std::string what, std::uint64_t successes, std::uint64_t trials, double bound) {
  asked_.push_back({Asked::Kind::at_most, std::move(what), successes, trials, bound});
}

void Agreement::at_least(std::string what, std::uint64_t successes, std::uint64_t trials, double bound) {
  asked_.push_back({Asked::Kind::at_least, std::move(what), successes, trials, bound});
}

void Agreement::certified(std::string what, verify::Measurement const& measured, double exact_epsilon) {
  asked_.push_back({Asked::Kind::certified, std::move(what), 0, 0, exact_epsilon, 0, measured});
}

void Agreement::equal(std::string what, double simulated, double exact) {
  asked_.push_back({Asked::Kind::equal, std::move(what), 0, 0, exact, simulated, {}});
}

std::vector<Comparison> Agreement::judge(double level) const {
  std::vector<Comparison> judged;
  auto const infinity = std::numeric_limits<double>::infinity();
  for (auto const& a : asked_) {
    if (a.kind == Asked::Kind::proportion) {
      auto const [estimate, lower, upper] = proportion_interval(a.successes, a.trials, level, asked_.size());
      judged.push_back({a.what, estimate, a.exact, lower, upper});
    } else if (a.kind == Asked::Kind::at_most || a.kind == Asked::Kind::at_least) {
      auto const [estimate, lower, upper] =
          proportion_interval(a.successes, a.trials, 2 * level, asked_.size());  // all of the level on one side
      auto const most = a.kind == Asked::Kind::at_most;
      judged.push_back({a.what, estimate, a.exact, most ? lower : 0, most ? 1 : upper});
    } else if (a.kind == Asked::Kind::certified) {
      auto const bound = verify::epsilon_lower_bound_at(a.measured, level / static_cast<double>(asked_.size()));
      judged.push_back({a.what, bound, a.exact, bound, infinity});
    } else {
      judged.push_back({a.what, a.simulated, a.exact, a.simulated, a.simulated});
    }
  }
  return judged;
}

Interval proportion_interval(std::uint64_t successes, std::uint64_t trials, double level, std::size_t family) {
  auto const one_side = level / 2 / static_cast<double>(family);
  return {static_cast<double>(successes) / static_cast<double>(trials),
          verify::clopper_pearson_lower(successes, trials, one_side),
          verify::clopper_pearson_upper(successes, trials, one_side)};
}

}  // namespace warner::results
