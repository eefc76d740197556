#include "cli/claim.hpp"

#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "cli/composition.hpp"
#include "cli/number.hpp"
#include "mechanisms/catalogue/as_private_as.hpp"
#include "mechanisms/contract/tradeoff_dp.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

constexpr auto option = "--claim-tradeoff";

mechanisms::ApproximateDp point_from(std::string const& text) {
  auto const colon = text.find(':');
  require(colon != std::string::npos, fmt::format("{}: '{}' is no epsilon:delta", option, text));
  return {real_from(option, text.substr(0, colon)), real_from(option, text.substr(colon + 1))};
}

std::optional<double> number_of(char const* name, std::optional<std::string> const& text) {
  return text ? std::optional{real_from(name, *text)} : std::nullopt;
}

}  // namespace

std::optional<double> claimed_epsilon(ClaimOptions const& options) {
  return number_of("--claim-epsilon", options.epsilon);
}

std::optional<double> claimed_delta(ClaimOptions const& options) { return number_of("--claim-delta", options.delta); }

void require_one_claim(ClaimOptions const& options) {
  require(options.epsilon.has_value() + options.mu.has_value() + options.tradeoff.has_value() <= 1,
          "claim: give one of --claim-epsilon, --claim-mu and --claim-tradeoff");
}

std::optional<mechanisms::Guarantee> claim_from(ClaimOptions const& options) {
  require_one_claim(options);
  if (auto const epsilon = claimed_epsilon(options)) return mechanisms::PureDp{*epsilon};
  if (auto const mu = number_of("--claim-mu", options.mu)) return mechanisms::GaussianDp{*mu};
  if (options.tradeoff) return tradeoff_from(*options.tradeoff);
  return std::nullopt;
}

mechanisms::TradeoffDp tradeoff_from(std::string const& text) {
  if (text.find(':') == std::string::npos)
    return mechanisms::privacy::as_private_as(composition_from(text), "as private as " + text);
  std::vector<mechanisms::ApproximateDp> points;
  std::string words;
  std::istringstream parts{text};
  for (std::string part; std::getline(parts, part, ',');) {
    points.push_back(point_from(part));
    words += fmt::format("{}({:g}, {:g})", words.empty() ? "(epsilon, delta) = " : " and ", points.back().epsilon,
                         points.back().delta);
  }
  return mechanisms::all_at_once(std::move(points), words);
}

}  // namespace warner::cli
