#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "tests/verify/erring.hpp"
#include "tests/verify/promises.hpp"
#include "verify/utility.hpp"

// Claims of accuracy that just hold, and bounds of quantities that are known: whatever the law of the errors.
namespace warner::verify::promises {
namespace {

constexpr double rounding = 1e-9;

bool wrong(Bounded const& bounds, double truth) {
  auto const slack = rounding * (1 + std::fabs(truth));
  return bounds.lower.value_or(truth) > truth + slack || bounds.upper.value_or(truth) < truth - slack;
}

bool any_wrong(Utility const& measured, toys::Erring const& law) {
  auto found = wrong(measured.rmse, law.rmse()) || wrong(measured.bias, law.bias()) ||
               wrong(measured.coverage, law.coverage()) || wrong(measured.width, 2 * law.half_width());
  for (auto const& [share, size] : measured.quantiles) found = found || wrong(size, law.quantile(share));
  return found;
}

UtilityOptions short_question(std::vector<UtilityClaim> const& claims, double level, std::uint64_t seed) {
  auto asked = toys::Erring::question(claims);
  asked.level = level;
  asked.budget = 400;
  asked.seed = seed;
  return asked;
}

/// One answer of three errs, and the claims of all of them just hold.
Repeated one_that_errs() {
  using Kind = UtilityClaim::Kind;
  toys::Erring const law{{{-std::sqrt(3.0), 0.5}, {std::sqrt(3.0), 0.5}}, 0};
  std::vector<Promise> promised;
  for (auto const level : levels) promised.push_back({fmt::format("a true claim refuted, level {:g}", level), level});
  return {"utility", "one answer of three errs, bias by rmse", promised, 100, 4'000, [law](std::uint64_t seed) {
            std::vector<bool> happened;
            for (auto const level : levels) {
              auto asked = short_question({{Kind::bias, 0, 0}, {Kind::rmse, 1 + 1e-9, 0}}, level, seed);
              asked.truth = {0, 0, 0};
              asked.answers = {{0, {}}, {3, {}}, {4, {}}};
              asked.interval.reset();
              happened.push_back(measure_utility(toys::AndExact{law}, {0}, asked).refuted());
            }
            return happened;
          }};
}

/// What is said to be detectable, at errors that are just so wrong.
std::vector<Repeated> detectable_misses() {
  using Kind = UtilityClaim::Kind;
  std::vector<Repeated> all;
  for (auto const level : {0.1, 1e-3})
    for (auto const& [name, claim] :
         std::vector<std::pair<std::string, UtilityClaim>>{{"coverage", {Kind::coverage, 0, 0.9}},
                                                           {"quantile", {Kind::quantile, 2, 0.9}},
                                                           {"median", {Kind::median, 0, 0}}}) {
      auto const misses =
          measure_utility(toys::Erring{{}, 3}, {0}, short_question({claim}, level, 1)).claims[0].detectable.value();
      toys::Erring const wrong = claim.kind == Kind::quantile ? toys::Erring{{{0, 1 - misses}, {3, misses}}, 1}
                                 : claim.kind == Kind::median ? toys::Erring{{}, 1, -std::log(2 * (1 - misses))}
                                                              : toys::Erring{{}, -std::log(misses)};
      all.push_back({"utility",
                     fmt::format("misses of {:.3g} against a claimed {}, level {:g}", misses, name, level),
                     {{"refuted", 0.99, false}},
                     300,
                     10'000,
                     [wrong, claim = claim, level](std::uint64_t seed) {
                       return std::vector<bool>{
                           measure_utility(wrong, {0}, short_question({claim}, level, seed)).refuted()};
                     }});
    }
  return all;
}

}  // namespace

std::vector<Repeated> utilities() {
  using Kind = UtilityClaim::Kind;
  auto all = detectable_misses();
  all.push_back(one_that_errs());
  for (auto const& [name, law] : toys::erring_laws())
    for (auto const by : {Kind::rmse, Kind::largest}) {
      if (by == Kind::largest && !std::isfinite(law.largest())) continue;
      std::vector<Promise> promised;
      for (auto const level : levels)
        promised.push_back({fmt::format("a true claim refuted, level {:g}", level), level});
      for (auto const level : levels) promised.push_back({fmt::format("any bound wrong, level {:g}", level), level});
      auto const words = fmt::format("{} errors, bias by {}", name, by == Kind::rmse ? "rmse" : "largest");
      all.push_back({"utility", words, promised, 100, 4'000, [law = law, by](std::uint64_t seed) {
                       std::vector<bool> happened(2 * std::size(levels));
                       for (std::size_t l = 0; l < std::size(levels); ++l) {
                         auto const claims = law.claims(by);
                         auto const measured = measure_utility(law, {0}, short_question(claims, levels[l], seed));
                         happened[l] = measured.refuted();
                         happened[std::size(levels) + l] = any_wrong(measured, law);
                       }
                       return happened;
                     }});
    }
  // One claim alone has all of the level: the size is larger than that of a share.
  for (auto const& [kind, name] : {std::pair{Kind::rmse, "rmse"},
                                   {Kind::median, "median"},
                                   {Kind::quantile, "quantile"},
                                   {Kind::coverage, "coverage"}}) {
    auto const law = toys::erring_laws().front().second;
    std::vector<Promise> promised;
    for (auto const level : levels) promised.push_back({fmt::format("a true claim refuted, level {:g}", level), level});
    all.push_back({"utility", fmt::format("Laplace errors, {} alone", name), promised, 1'000, 10'000,
                   [law, kind = kind](std::uint64_t seed) {
                     std::vector<bool> happened;
                     for (auto const level : levels) {
                       auto claims = law.claims(Kind::rmse);
                       std::erase_if(claims, [kind](auto const& claim) { return claim.kind != kind; });
                       happened.push_back(measure_utility(law, {0}, short_question(claims, level, seed)).refuted());
                     }
                     return happened;
                   }});
  }
  return all;
}

}  // namespace warner::verify::promises
