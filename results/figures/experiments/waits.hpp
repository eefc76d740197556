#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "results/audit/audit.hpp"

namespace warner::results::experiments {

/// What many checks of one question, which differ in their seeds alone, came to.
struct Waits {
  std::vector<std::uint64_t> trials{};  ///< until the refutation, of those that refuted, rising
  std::uint64_t checks = 0;
  std::uint64_t above_the_truth =
      0;  ///< checks that certified an epsilon above the exact one, or a mu above the `true_mu` that was given
  double seconds = 0;  ///< of all of them together, on one thread each

  std::uint64_t refuted() const { return trials.size(); }
  /// The least number of trials after which so large a share of all checks had refuted; empty when it never was. The
  /// median of 101 is the 51st.
  std::optional<std::uint64_t> quantile(double share) const;
  /// Of the trials, where every check refuted.
  std::optional<double> mean() const;
};

/// A question to be asked again and again.
struct Repeated {
  Question question;
  std::optional<double> true_mu{};
};

/// Checks each question with the seeds after `question.options.seed`, side by side: the same but for the seconds, for
/// any number of threads. Anybody may repeat one of them: `warner check` with that seed. @throws sim::Interrupted.
std::vector<Waits> wait_for_refutations(std::vector<Repeated> const& questions, std::uint64_t checks,
                                        sim::Execution const& execution);

/// The trials in which half of the checks would refute of an adversary who has from the start the strategy that
/// `measure` finds with so many trials, as verify/plan.hpp reckons. Empty where that strategy does not break the claim.
/// Of a claim of one (epsilon, delta).
std::vector<std::optional<std::uint64_t>> planned_trials(std::vector<Question> const& questions, std::uint64_t budget,
                                                         sim::Execution const& execution);

}  // namespace warner::results::experiments
