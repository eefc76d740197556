#include "results/figures/experiments/waits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/driver.hpp"
#include "verify/plan.hpp"

namespace warner::results::experiments {
namespace {

struct One {
  std::uint64_t trials = 0;
  bool refuted = false, above = false;
  double seconds = 0;
};

sim::Execution alone(sim::Execution const& execution) { return {1, nullptr, execution.interrupted}; }

One checked(Repeated const& asked, std::uint64_t i, sim::Execution const& execution) {
  auto question = asked.question;
  question.options.seed += i + 1;
  question.options.execution = alone(execution);
  auto const record = check(question);
  if (record.interrupted()) throw sim::Interrupted{};
  auto const& measured = record.measurement;
  return {measured.certify_trials, record.refuted(),
          (measured.epsilon_exact && measured.epsilon_lower_bound > *measured.epsilon_exact) ||
              (asked.true_mu && record.sequential->check.mu_lower_bound > *asked.true_mu),
          record.seconds};
}

std::optional<std::uint64_t> planned(Record const& record) {
  constexpr double largest =
      40;  // odds beyond which one more wrong guess in the lifetime of a machine is not to be expected
  auto const& measured = record.measurement;
  auto const n = static_cast<double>(measured.tally.trials());
  verify::Violation asked{.claimed_epsilon = record.claim.epsilon,
                          .delta = measured.strategy.share_of(record.claim.delta),
                          .level = measured.level};
  asked.violation = std::min(largest, measured.epsilon_estimate);
  asked.speaks = static_cast<double>(measured.tally.spoke()) / n;
  if (!(asked.violation > asked.claimed_epsilon) || !(asked.speaks > asked.delta)) return std::nullopt;
  return verify::trials_needed(verify::Procedure::one_round, asked, 0.5);
}

}  // namespace

std::optional<std::uint64_t> Waits::quantile(double share) const {
  auto const place =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(checks) * (1 - 1e-12)));  // counted from 1
  return place <= trials.size() ? std::optional{trials[std::max<std::size_t>(place, 1) - 1]} : std::nullopt;
}

std::optional<double> Waits::mean() const {
  if (checks == 0 || trials.size() < checks) return std::nullopt;
  return static_cast<double>(std::accumulate(trials.begin(), trials.end(), std::uint64_t{0})) /
         static_cast<double>(checks);
}

std::vector<Waits> wait_for_refutations(std::vector<Repeated> const& questions, std::uint64_t checks,
                                        sim::Execution const& execution) {
  std::vector<One> each(questions.size() * checks);
  sim::for_each_block(
      {0, each.size() * sim::block_size},
      [&](std::uint64_t i, std::uint64_t, std::uint64_t) {
        each[i] = checked(questions[i / checks], i % checks, execution);
      },
      execution);
  std::vector<Waits> all(questions.size());
  for (std::size_t i = 0; i < each.size(); ++i) {
    auto& waits = all[i / checks];
    ++waits.checks;
    if (each[i].refuted) waits.trials.push_back(each[i].trials);
    waits.above_the_truth += each[i].above;
    waits.seconds += each[i].seconds;
  }
  for (auto& waits : all) std::ranges::sort(waits.trials);
  return all;
}

std::vector<std::optional<std::uint64_t>> planned_trials(std::vector<Question> const& questions, std::uint64_t budget,
                                                         sim::Execution const& execution) {
  std::vector<std::optional<std::uint64_t>> all(questions.size());
  sim::for_each(questions.size(),
                [&](std::uint64_t i) {
                  auto question = questions[i];
                  question.options.budget = budget;
                  question.options.fair_coin = true;  // as a check's is
                  question.options.execution = alone(execution);
                  all[i] = planned(audit(question));
                },
                {execution.threads, nullptr, execution.interrupted});
  return all;
}

}  // namespace warner::results::experiments
