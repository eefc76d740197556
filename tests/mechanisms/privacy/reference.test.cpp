#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "mechanisms/local/k_ary_randomised_response.hpp"
#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "tests/support/catch.hpp"

// Every case that this room computes, against values to thirty digits (privacy.json in the folder that WARNER_REFERENCE names, or
// beside the source tree), to 1e-12 relative down to 1e-100.
using namespace warner::mechanisms;

namespace {

using Json = nlohmann::json;

double number(Json const& value) { return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : value.get<double>(); }

struct Row {
  Json const& json;
  double parameter(char const* name) const { return number(json["params"][name]); }
  double at(char const* name) const { return number(json["at"][name]); }
  double mu() const { return parameter("sensitivity") * std::sqrt(parameter("k")) / parameter("sigma"); }
  double shift() const { return parameter("sensitivity") / parameter("b"); }
  bool once() const { return parameter("k") == 1; }
};

/// What we make of a row; empty where it is not ours.
using Ours = std::function<std::optional<double>(Row const&)>;

std::optional<double> several_laplace(Row const& row) {
  auto const k = row.parameter("k");
  if (k > 20) return std::nullopt;  // exact as well, but slow
  return privacy::product_laplace_delta(std::vector<double>(static_cast<std::size_t>(k), row.shift()), row.at("eps"));
}

std::optional<double> answers_at(Row const& row) {
  if (!row.once()) return std::nullopt;
  auto const p = row.parameter("p");
  return privacy::binary_delta(p, 1 - p, row.at("eps"));
}

std::map<std::string, Ours> const& ours() {
  static std::map<std::string, Ours> const table{
      {"gaussian delta", [](Row const& row) { return privacy::gaussian_delta(row.mu(), row.at("eps")); }},
      {"gaussian tradeoff_beta", [](Row const& row) { return privacy::gaussian_tradeoff(row.mu(), row.at("alpha")); }},
      {"gaussian total_variation", [](Row const& row) { return privacy::gaussian_delta(row.mu(), 0); }},
      {"gaussian eps",
       [](Row const& row) { return privacy::epsilon_at([&](double e) { return privacy::gaussian_delta(row.mu(), e); }, row.at("delta")); }},
      {"laplace delta", several_laplace},
      {"laplace tradeoff_beta",
       [](Row const& row) -> std::optional<double> {
         if (!row.once()) return std::nullopt;
         return privacy::laplace_tradeoff(row.shift(), row.at("alpha"));
       }},
      {"vector_laplace_2d delta",
       [](Row const& row) {
         auto const& shifts = row.json["params"]["eps_coords"];
         return privacy::product_laplace_delta(std::vector<double>{number(shifts[0]), number(shifts[1])}, row.at("eps"));
       }},
      {"group_privacy_laplace_exact delta",
       [](Row const& row) { return privacy::laplace_delta(row.parameter("group") * row.shift(), row.at("eps")); }},
      {"randomized_response delta", answers_at},
      {"f_eps_delta tradeoff_beta",
       [](Row const& row) { return privacy::approximate_dp_tradeoff(row.parameter("eps"), row.parameter("delta"), row.at("alpha")); }},
      {"k_rr eps",
       [](Row const& row) -> std::optional<double> {
         if (!row.once()) return std::nullopt;
         local::KAryRandomisedResponse const response{row.parameter("eps0"), static_cast<std::size_t>(row.parameter("categories"))};
         return response.exact_epsilon({{0}, {1}}, row.at("delta"));
       }},
      {"discrete_laplace delta",
       [](Row const& row) -> std::optional<double> {
         if (!row.once()) return std::nullopt;
         return privacy::discrete_laplace_delta(std::exp(-row.parameter("a")), row.parameter("sensitivity"), row.at("eps"));
       }},
  };
  return table;
}

}  // namespace

TEST_CASE("privacy agrees with the reference values", "[mechanisms][privacy]") {
  auto const* named = std::getenv("WARNER_REFERENCE");
  std::ifstream file{std::string{named ? named : WARNER_REFERENCE_FOLDER} + "/privacy.json"};
  if (!file) {
    WARN("privacy.json is not there: not compared (name its folder in WARNER_REFERENCE)");
    return;
  }
  auto const rows = Json::parse(file);
  std::map<std::string, int> compared;
  for (auto const& json : rows) {
    auto const kind = json["case"].get<std::string>() + " " + json["quantity"].get<std::string>();
    auto const found = ours().find(kind);
    auto const value = number(json["value"]);
    if (found == ours().end() || (value != 0 && value < 1e-100)) continue;
    auto const mine = found->second(Row{json});
    if (!mine) continue;
    INFO(json.dump());
    CHECK(*mine == Catch::Approx(value).epsilon(1e-12).margin(value == 0 ? 1e-15 : 0));
    ++compared[kind];
  }
  for (auto const& [kind, _] : ours()) {
    INFO(kind);
    CHECK(compared[kind] > 0);
  }
}
