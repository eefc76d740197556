#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/measure.hpp"

// Row 14 (lesson, def. 4). Two messages, encrypted: under a key that the adversary knows, under a fresh key of one
// byte, stretched, and under a fresh key as long as the message. What the game certifies about each, against its
// budget.
namespace warner::results::experiments {
namespace {

struct Key {
  char const* name;
  char const* mechanism;
};

constexpr Key keys[] = {{"known key", "broken/encryption-known-key"},
                        {"fresh, one byte", "broken/encryption-short-key"},
                        {"fresh, full length", "encryption-one-time-pad"}};
constexpr std::uint64_t budgets[] = {100, 300, 1'000, 3'000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 3'000'000};

}  // namespace

Findings computational_dp(FigureOptions const& options) {
  Findings findings{.table = Table{{"key", "budget", "certify_trials", "right", "wrong", "abstained", "certified",
                                    "most", "exact", "measured", "lower", "upper"}}};
  Agreement agreement;
  std::vector<std::uint64_t> played;
  Simulation simulation{options, 14};
  for (auto const budget : budgets)
    if (budget <= simulation.trials(3'000'000, 30'000)) played.push_back(budget);
  auto const points = std::size(keys) * played.size();
  auto const level = band_level / static_cast<double>(points);
  for (auto const& key : keys) {
    auto const instance = mechanisms::make(mechanisms::find(key.mechanism), {{"bytes", 2}});
    for (auto const budget : played) {
      auto const m = verify::measure(instance.mechanism, instance.pairs.front(),
                                     {.level = level,
                                      .budget = budget,
                                      .seed = options.seed,
                                      .fair_coin = true,
                                      .one_strategy = true,
                                      .execution = options.execution});
      auto const& t = m.tally;
      auto const n = static_cast<double>(m.certify_trials);
      auto const exact = m.epsilon_exact.value();
      auto const most =
          -std::log(std::expm1(-std::log(level) / n));  // never wrong in n trials: the odds of level^(1/n)
      auto const guess =
          t.spoke() == 0 ? Interval{0.5, 0, 1} : proportion_interval(t.right, t.spoke(), band_level, points);
      findings.table.add({{"key", key.name},
                          {"budget", budget},
                          {"certify_trials", m.certify_trials},
                          {"right", t.right},
                          {"wrong", t.wrong},
                          {"abstained", t.abstained},
                          {"certified", m.epsilon_lower_bound},
                          {"most", most},
                          {"exact", exact},
                          {"measured", guess.estimate},
                          {"lower", guess.lower},
                          {"upper", guess.upper}});
      auto const what = fmt::format("{}, {} trials", key.name, budget);
      agreement.certified("epsilon, " + what, m, exact);
      if (exact == 0 && t.spoke() > 0) agreement.proportion("right guesses, " + what, t.right, t.spoke(), 0.5);
      // At 100, the 20 trials that search are all of one message for two seeds in a million: then there is nothing to
      // learn from.
      if (&key == keys && budget > 100) agreement.equal("wrong guesses, " + what, static_cast<double>(t.wrong), 0);
    }
  }
  findings.comparisons = agreement.judge();
  findings.print = PaperTable{findings.table,
                              {{"key", "key"},
                               {"budget", "trials", 9},
                               {"right", "right", 9},
                               {"wrong", "wrong", 9},
                               {"certified", "certified ε"},
                               {"most", "never wrong ε"},
                               {"exact", "exact ε"}}};
  findings.trials = {{"trials of the largest audit", played.back()}};
  findings.settings = {{"messages", "two zero bytes, and two bytes of ones"},
                       {"adversary", "the scores of Warner's search, a class far smaller than polynomial time"},
                       {"reading", "a certified 0 is no evidence of a leak, not evidence of privacy"}};
  findings.caption =
      fmt::format(
          "Two messages of two bytes, told apart by their encryption. (a) $\\varepsilon$ that the game certifies "
          "against its budget, {} to {} trials (a part of which searches), all bounds together at {:g}\\,\\%. Under a "
          "key that the adversary knows it grows as far as the budget allows: the curve is the bound of somebody who "
          "is never wrong. A fresh byte of key, stretched to two, is found out once the search knows some of its 512 "
          "ciphertexts by sight; under a fresh key of full length the truth is $\\varepsilon = 0$. (b) Share of right "
          "guesses among the certifying trials in which the adversary spoke, with simultaneous bands. The adversary is "
          "Warner's search, not every polynomial-time machine: that it gains nothing is no proof of computational "
          "privacy.",
          played.front(), played.back(), 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
