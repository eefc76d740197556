#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/contract/guarantee.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::mechanisms;

namespace {

/// Far off, and near the ends of what a parameter says it takes.
std::vector<double> strange_values(Parameter const& parameter) {
  if (auto const* whole = std::get_if<Whole>(&parameter.takes)) {
    std::vector<double> values;
    for (auto const value :
         {whole->least, whole->least + 1, std::uint64_t{37}, std::uint64_t{150}, std::uint64_t{1000}})
      if (value >= whole->least && value <= whole->most) values.push_back(static_cast<double>(value));
    return values;
  }
  if (std::holds_alternative<Probability>(parameter.takes)) return {1e-300, 1e-9, 0.5, 1 - 1e-9};
  return {1e-9, 0.01, 3, 20, 100, 700};
}

/// Why an instance says what is not so of its pairs; empty where it does not.
std::string what_is_wrong(Instance const& instance) {
  auto const guarantee = instance.mechanism.guarantee();
  auto const claim = statement_at(guarantee, usual_delta(guarantee));
  if (!(claim.epsilon >= 0)) return "claims epsilon = " + std::to_string(claim.epsilon);
  for (auto const& pair : instance.pairs) {
    if (pair.d.size() > 200) continue;  // laws of many take long
    auto const exact = instance.mechanism.exact_epsilon(pair, claim.delta);
    if (!exact) continue;
    if (std::isnan(*exact)) continue;  // open
    if (*exact < 0) return pair.label + ": exact epsilon " + std::to_string(*exact);
    if (*exact > claim.epsilon * (1 + 1e-9) + 1e-9)
      return pair.label + ": exact epsilon " + std::to_string(*exact) + " of " + std::to_string(claim.epsilon);
  }
  return "";
}

}  // namespace

TEST_CASE("at the ends of what they take, sound mechanisms claim no less than is exact, or refuse by name",
          "[mechanisms]") {
  for (auto const& entry : registry()) {
    if (entry.broken()) continue;
    for (auto const& parameter : entry.parameters)
      for (auto const value : strange_values(parameter)) {
        CAPTURE(entry.name, parameter.name, value);
        try {
          auto const instance = make(entry, {{parameter.name, value}});
          auto const wrong = what_is_wrong(instance);  // or it throws, which CHECK would not let through
          CHECK(wrong == "");
        } catch (std::invalid_argument const& refusal) {
          INFO(refusal.what());
          CHECK(std::string{refusal.what()}.find(": ") != std::string::npos);
        } catch (std::exception const& other) {
          FAIL_CHECK(other.what());
        }
      }
  }
}
