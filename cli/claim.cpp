#include "cli/claim.hpp"

#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/composition.hpp"
#include "cli/number.hpp"
#include "mechanisms/catalogue/as_private_as.hpp"
#include "mechanisms/contract/tradeoff_dp.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

/// "1:1e-6" -> 1, 1e-6.
std::pair<double, double> two_from(char const* option, char const* what, std::string const& text) {
  auto const colon = text.find(':');
  require(colon != std::string::npos, fmt::format("{}: '{}' is no {}", option, text, what));
  return {real_from(option, text.substr(0, colon)), real_from(option, text.substr(colon + 1))};
}

mechanisms::RenyiDp renyi_from(std::string const& text) {
  constexpr auto option = "--claim-rdp";
  auto const [alpha, epsilon] = two_from(option, "alpha:epsilon, such as 2:0.3", text);
  require(alpha > 1 && alpha <= 10'000,
          fmt::format("{}: the order {} of '{}' is not in (1, 10000]", option, alpha, text));
  require(epsilon > 0 && epsilon <= 100,
          fmt::format("{}: the divergence {} of '{}' is not in (0, 100]", option, epsilon, text));
  return {alpha, epsilon};
}

std::optional<double> number_of(char const* name, std::optional<std::string> const& text) {
  return text ? std::optional{real_from(name, *text)} : std::nullopt;
}

}  // namespace

std::optional<double> claimed_epsilon(ClaimOptions const& options) {
  return number_of("--claim-epsilon", options.epsilon);
}

std::optional<double> claimed_delta(ClaimOptions const& options) { return number_of("--claim-delta", options.delta); }

std::vector<mechanisms::Guarantee> claims_from(ClaimOptions const& options) {
  std::vector<mechanisms::Guarantee> claims;
  if (auto const epsilon = claimed_epsilon(options)) claims.push_back(mechanisms::PureDp{*epsilon});
  if (auto const mu = number_of("--claim-mu", options.mu)) claims.push_back(mechanisms::GaussianDp{*mu});
  if (auto const rho = number_of("--claim-rho", options.rho)) {
    require(*rho > 0 && *rho <= 100, fmt::format("--claim-rho: {} is not in (0, 100]", *rho));
    claims.push_back(mechanisms::ZeroConcentratedDp{*rho});
  }
  std::set<double> orders;
  for (auto const& text : options.rdp) {
    auto const renyi = renyi_from(text);
    require(orders.insert(renyi.alpha).second, fmt::format("--claim-rdp: the order {} was given twice", renyi.alpha));
    claims.push_back(renyi);
  }
  if (options.tradeoff) claims.push_back(tradeoff_from(*options.tradeoff));  // last: it may take seconds
  return claims;
}

mechanisms::TradeoffDp tradeoff_from(std::string const& text) {
  if (text.find(':') == std::string::npos)
    return mechanisms::privacy::as_private_as(composition_from(text), "as private as " + text);
  std::vector<mechanisms::ApproximateDp> points;
  std::string words;
  std::istringstream parts{text};
  for (std::string part; std::getline(parts, part, ',');) {
    auto const [epsilon, delta] = two_from("--claim-tradeoff", "epsilon:delta", part);
    points.push_back({epsilon, delta});
    words += fmt::format("{}({:g}, {:g})", words.empty() ? "(epsilon, delta) = " : " and ", points.back().epsilon,
                         points.back().delta);
  }
  return mechanisms::all_at_once(std::move(points), words);
}

}  // namespace warner::cli
