#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "mechanisms/privacy/composition.hpp"
#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "tests/support/catch.hpp"

// Every case that this room computes, against values to thirty digits, to 1e-12 relative down to 1e-100. A few of each
// kind, from the smallest value to the largest, are in tests/golden/privacy.jsonl, one a line, made with mpmath at two
// precisions that agree; all 2411 in privacy.json of the folder that WARNER_REFERENCE names, where there is one.
using namespace warner::mechanisms;
using namespace warner::mechanisms::privacy;

namespace {

using Json = nlohmann::json;

long double long_number(Json const& value) {
  return value.is_string() ? std::strtold(value.get<std::string>().c_str(), nullptr) : value.get<long double>();
}
double number(Json const& value) { return static_cast<double>(long_number(value)); }

/// ln of a decimal that may be far below the smallest double.
long double log_number(std::string const& decimal) {
  auto const e = decimal.find_first_of("eE");
  auto const exponent = e == std::string::npos ? 0.0L : std::strtold(decimal.c_str() + e + 1, nullptr);
  return std::log(std::strtold(decimal.substr(0, e).c_str(), nullptr)) + exponent * std::log(10.0L);
}

struct Row {
  Json const& json;
  double parameter(char const* name) const { return number(json["params"][name]); }
  double at(char const* name) const { return number(json["at"][name]); }
  double mu() const { return parameter("sensitivity") * std::sqrt(parameter("k")) / parameter("sigma"); }
  double shift() const { return parameter("sensitivity") / parameter("b"); }
  long double exactly(char const* name) const { return long_number(json["params"][name]); }
  long double exactly_at(char const* name) const { return long_number(json["at"][name]); }
  int whole(char const* name) const { return static_cast<int>(parameter(name)); }
  bool once() const { return parameter("k") == 1; }
};

/// What we make of a row; empty where it is not ours.
using Ours = std::function<std::optional<long double>(Row const&)>;

std::optional<long double> several_laplace(Row const& row) {
  auto const k = row.parameter("k");
  if (k > 20) return std::nullopt;  // exact as well, but slow
  return privacy::product_laplace_delta(std::vector<double>(static_cast<std::size_t>(k), row.shift()), row.at("eps"));
}

/// The lattice cases, one release.
LatticeLaw lattice_of(Row const& row) {
  auto const name = row.json["case"].get<std::string>();
  if (name == "randomized_response") return binary_law(row.exactly("p"), 1 - row.exactly("p"));
  if (name == "generalized_rr") return binary_law(row.exactly("P1"), row.exactly("Q1"));
  if (name == "k_rr") return k_ary_law(row.exactly("eps0"), row.whole("categories"));
  if (name == "discrete_laplace") return discrete_laplace_law(row.exactly("a"), row.whole("sensitivity"));
  if (name == "discrete_gaussian") return discrete_gaussian_law(row.exactly("sigma2"), row.whole("sensitivity"));
  return staircase_law(row.exactly("eps0"), 1 / (1 + std::exp(row.exactly("eps0") / 2)));
}

/// All folds; the last one is kept, as rows of a case come together.
FiniteLaw const& composed_of(Row const& row) {
  static std::string last;
  static std::optional<FiniteLaw> law;
  auto const key = row.json["case"].dump() + row.json["params"].dump();
  if (key != last) {
    auto const cut = row.json["case"] == "discrete_gaussian" ? 1e-150L : 0;
    law = lattice_of(row).power(row.whole("k"), cut).law();
    last = key;
  }
  return *law;
}

void add_lattice(std::map<std::string, Ours>& table, std::string const& name) {
  table[name + " delta"] = [](Row const& row) { return composed_of(row).delta(row.exactly_at("eps")); };
  table[name + " eps"] = [](Row const& row) { return composed_of(row).epsilon(row.exactly_at("delta")); };
  table[name + " tradeoff_beta"] = [](Row const& row) { return composed_of(row).beta(row.exactly_at("alpha")); };
  table[name + " rdp"] = [](Row const& row) {
    return row.exactly("k") * lattice_of(row).law().renyi(row.exactly_at("alpha"));
  };
  if (name != "discrete_gaussian")
    table[name + " total_variation"] = [](Row const& row) { return composed_of(row).delta(0); };
}

FiniteLaw shuffled_of(Row const& row) {
  auto const law = shuffled_response_law(row.whole("n"), row.exactly("p"));
  if (row.json["params"]["direction"] == "PQ") return law;
  auto outcomes = law.outcomes();
  for (auto& o : outcomes) o = {-o.loss, o.q, o.p};
  return FiniteLaw{outcomes};
}

/// Poisson subsampling of a pair that is its own mirror image [BBG18].
double subsampled_delta(Row const& row, std::function<double(double)> const& profile) {
  auto const q = row.parameter("q"), epsilon = row.at("eps");
  if (row.json["params"]["direction"] == "remove") return q * profile(std::log1p(std::expm1(epsilon) / q));
  auto const a = 1 - (1 - q) * std::exp(epsilon);
  return a <= 0 ? 0 : a * profile(std::log(q) + epsilon - std::log(a));
}

Claim claim_of(Row const& row, char const* epsilon, char const* delta) {
  return {row.parameter(epsilon), row.parameter(delta)};
}

FiniteLaw heterogeneous(Row const& row) {
  std::vector<Claim> claims;
  auto const& params = row.json["params"];
  for (std::size_t i = 0; i < params["eps"].size(); ++i)
    claims.push_back({number(params["eps"][i]), number(params["delta"][i])});
  return optimal_composition_law(claims).value();
}

double heterogeneous_mu(Row const& row) {
  double sum = 0;
  for (auto const& sigma : row.json["params"]["sigma"]) sum += 1 / (number(sigma) * number(sigma));
  return std::sqrt(sum);
}

double clt_mu(Row const& row) {
  auto const mu = row.json["params"]["sampling"] == "poisson" ? clt_mu_poisson : clt_mu_uniform;
  return mu(row.parameter("q"), row.parameter("sigma"), row.whole("k"));
}

double gaussian_epsilon(double mu, double delta) {
  return epsilon_at([=](double e) { return gaussian_delta(mu, e); }, delta);
}

std::map<std::string, Ours> const& ours() {
  static std::map<std::string, Ours> table{
      {"gaussian delta", [](Row const& row) { return privacy::gaussian_delta(row.mu(), row.at("eps")); }},
      {"gaussian tradeoff_beta", [](Row const& row) { return privacy::gaussian_tradeoff(row.mu(), row.at("alpha")); }},
      {"gaussian total_variation", [](Row const& row) { return privacy::gaussian_delta(row.mu(), 0); }},
      {"gaussian eps",
       [](Row const& row) {
         return privacy::epsilon_at([&](double e) { return privacy::gaussian_delta(row.mu(), e); }, row.at("delta"));
       }},
      {"laplace delta", several_laplace},
      {"laplace tradeoff_beta",
       [](Row const& row) -> std::optional<double> {
         if (!row.once()) return std::nullopt;
         return privacy::laplace_tradeoff(row.shift(), row.at("alpha"));
       }},
      {"vector_laplace_2d delta",
       [](Row const& row) {
         auto const& shifts = row.json["params"]["eps_coords"];
         return privacy::product_laplace_delta(std::vector<double>{number(shifts[0]), number(shifts[1])},
                                               row.at("eps"));
       }},
      {"group_privacy_laplace_exact delta",
       [](Row const& row) { return privacy::laplace_delta(row.parameter("group") * row.shift(), row.at("eps")); }},
      {"f_eps_delta tradeoff_beta",
       [](Row const& row) {
         return privacy::approximate_dp_tradeoff(row.parameter("eps"), row.parameter("delta"), row.at("alpha"));
       }},
      {"gaussian rdp", [](Row const& row) { return gaussian_renyi(row.mu(), row.at("alpha")); }},
      {"gaussian gdp_mu", [](Row const& row) { return row.mu(); }},
      {"gaussian zcdp_rho", [](Row const& row) { return gaussian_rho(row.mu()); }},
      {"gaussian_heterogeneous delta",
       [](Row const& row) { return gaussian_delta(heterogeneous_mu(row), row.at("eps")); }},
      {"gaussian_heterogeneous eps",
       [](Row const& row) { return gaussian_epsilon(heterogeneous_mu(row), row.at("delta")); }},
      {"laplace eps",
       [](Row const& row) -> std::optional<long double> {
         auto const k = row.whole("k");
         if (k > 10) return std::nullopt;
         auto const delta = row.at("delta");
         if (k == 1) return std::max(0.0, row.shift() + 2 * std::log1p(-delta));
         std::vector<double> const shifts(static_cast<std::size_t>(k), row.shift());
         return epsilon_at([&](double e) { return *product_laplace_delta(shifts, e); }, delta);
       }},
      {"laplace rdp", [](Row const& row) { return row.parameter("k") * laplace_renyi(row.shift(), row.at("alpha")); }},
      {"laplace kl", [](Row const& row) { return row.parameter("k") * laplace_renyi(row.shift(), 1); }},
      {"laplace pure_eps", [](Row const& row) { return row.parameter("k") * row.shift(); }},
      {"laplace total_variation",
       [](Row const& row) -> std::optional<long double> {
         return product_laplace_delta(std::vector<double>(static_cast<std::size_t>(row.whole("k")), row.shift()), 0);
       }},
      {"subsampled_gaussian delta",
       [](Row const& row) -> std::optional<long double> {
         if (!row.once()) return std::nullopt;
         auto const mu = row.parameter("sensitivity") / row.parameter("sigma");
         return subsampled_delta(row, [=](double e) { return gaussian_delta(mu, e); });
       }},
      {"subsampled_laplace delta",
       [](Row const& row) {
         return subsampled_delta(row, [&](double e) { return laplace_delta(1 / row.parameter("b"), e); });
       }},
      {"subsampled_gaussian rdp",
       [](Row const& row) -> std::optional<long double> {
         auto const removed = row.json["params"]["direction"] == "remove";
         return row.parameter("k") * subsampled_gaussian_renyi(row.parameter("q"),
                                                               row.parameter("sensitivity") / row.parameter("sigma"),
                                                               row.at("alpha"), removed);
       }},
      {"shuffled_binary_rr delta", [](Row const& row) { return shuffled_of(row).delta(row.exactly_at("eps")); }},
      {"kov_optimal_homogeneous delta",
       [](Row const& row) {
         return optimal_composition_delta(claim_of(row, "eps0", "delta0"), row.whole("k"), row.at("eps"));
       }},
      {"kov_optimal_homogeneous eps",
       [](Row const& row) {
         return optimal_composition_epsilon(claim_of(row, "eps0", "delta0"), row.whole("k"), row.at("delta"));
       }},
      {"murtagh_vadhan_optimal_heterogeneous delta",
       [](Row const& row) { return heterogeneous(row).delta(row.exactly_at("eps")); }},
      {"murtagh_vadhan_optimal_heterogeneous eps",
       [](Row const& row) { return heterogeneous(row).epsilon(row.exactly_at("delta")); }},
      {"advanced_composition_DRV10 eps_bound",
       [](Row const& row) {
         return advanced_composition_upper(claim_of(row, "eps0", "delta0"), row.whole("k"), row.at("delta_slack"))
             .epsilon;
       }},
      {"group_privacy eps_bound",
       [](Row const& row) { return group_upper(claim_of(row, "eps", "delta"), row.whole("group")).epsilon; }},
      {"group_privacy delta_bound",
       [](Row const& row) { return group_upper(claim_of(row, "eps", "delta"), row.whole("group")).delta; }},
      {"group_privacy_gdp gdp_mu", [](Row const& row) { return row.parameter("mu") * row.parameter("group"); }},
      {"group_privacy_gdp delta",
       [](Row const& row) { return gaussian_delta(row.parameter("mu") * row.parameter("group"), row.at("eps")); }},
      {"group_privacy_zcdp zcdp_rho",
       [](Row const& row) { return row.parameter("rho") * row.parameter("group") * row.parameter("group"); }},
      {"subsampling_amplification eps_bound",
       [](Row const& row) { return subsampled_upper(claim_of(row, "eps", "delta"), row.parameter("q")).epsilon; }},
      {"subsampling_amplification delta_bound",
       [](Row const& row) { return subsampled_upper(claim_of(row, "eps", "delta"), row.parameter("q")).delta; }},
      {"zcdp_to_approxdp delta_bound_CKS20",
       [](Row const& row) {
         return std::exp(static_cast<long double>(log_zcdp_delta_upper(row.parameter("rho"), row.at("eps"))));
       }},
      {"zcdp_to_approxdp eps_bound_BS16",
       [](Row const& row) { return zcdp_epsilon_upper(row.parameter("rho"), row.at("delta")); }},
      {"gdp_clt gdp_mu_clt", [](Row const& row) { return clt_mu(row); }},
      {"gdp_clt eps", [](Row const& row) { return gaussian_epsilon(clt_mu(row), row.at("delta")); }},
  };
  if (!table.contains("k_rr delta"))
    for (auto const* name :
         {"randomized_response", "generalized_rr", "k_rr", "discrete_laplace", "discrete_gaussian", "staircase"})
      add_lattice(table, name);
  table["discrete_gaussian rdp"] = [](Row const& row) {
    return row.parameter("k") *
           discrete_gaussian_renyi(row.parameter("sigma2"), row.whole("sensitivity"), row.at("alpha"));
  };
  return table;
}

/// How many rows of each kind were compared.
using Compared = std::map<std::string, int>;

void compare(Json const& json, Compared& compared) {
  auto const kind = json["case"].get<std::string>() + " " + json["quantity"].get<std::string>();
  auto const found = ours().find(kind);
  if (found == ours().end()) return;
  auto const value = long_number(json["value"]);
  INFO(json.dump());
  Row const row{json};
  auto const vanishing = value < 1e-100L && json["value"] != "0";
  if (vanishing) {  // ln delta carries (a^2 / 2) 1e-16 by itself
    auto const logarithm = log_number(json["value"].get<std::string>());
    auto const ours_too = kind == "gaussian delta"
                              ? std::optional<long double>{gaussian_log_delta(row.mu(), row.at("eps"))}
                              : std::nullopt;
    auto const mine = ours_too ? ours_too : found->second(row);
    if (!mine) return;
    auto const mine_log = ours_too ? *ours_too : std::log(*mine);
    CHECK(static_cast<double>(mine_log) == Catch::Approx(static_cast<double>(logarithm)).epsilon(1e-13).margin(0));
  } else {
    auto const mine = found->second(row);
    if (!mine) return;
    CHECK(static_cast<double>(*mine) ==
          Catch::Approx(static_cast<double>(value)).epsilon(1e-12).margin(value == 0 ? 1e-15 : 0));
  }
  ++compared[kind];
}

}  // namespace

TEST_CASE("privacy agrees with values to thirty digits, every kind of them", "[mechanisms][privacy]") {
  std::ifstream file{WARNER_SOURCE_FOLDER "/tests/golden/privacy.jsonl"};
  REQUIRE(file);
  Compared compared;
  for (std::string line; std::getline(file, line);) compare(Json::parse(line), compared);
  for (auto const& [kind, _] : ours()) {
    INFO(kind);
    CHECK(compared[kind] >= 2);
  }
}

TEST_CASE("privacy agrees with all reference values, where they are at hand", "[mechanisms][privacy]") {
  auto const* folder = std::getenv("WARNER_REFERENCE");
  std::ifstream file{std::string{folder ? folder : WARNER_REFERENCE_FOLDER} + "/privacy.json"};
  if (!file) WARNER_SKIP("privacy.json is not there (name its folder in WARNER_REFERENCE)");
  Compared compared;
  for (auto const& json : Json::parse(file)) compare(json, compared);
  CHECK(compared.size() >= 60);
}
