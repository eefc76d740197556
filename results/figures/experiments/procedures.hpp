#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/stream.hpp"

namespace warner::results::experiments {

/// One audit that can be held again and again, and how often it may, or should, refute.
struct Procedure {
  std::string name;
  std::string setting;            ///< the mechanism, the claim, the strategy
  std::uint64_t trials = 0;       ///< of one audit
  double promised = 0.05;         ///< the level, or the power
  std::optional<double> exact{};  ///< how often it truly does, where that can be computed
  std::function<bool(sim::Stream& stream)> refutes;
};

/// Every procedure of the auditor at the boundary of what it tests: the claim is true, and nothing smaller would be.
/// `interrupted` is passed on to the audits.
std::vector<Procedure> procedures_at_the_boundary(std::atomic<bool> const* interrupted);
/// Among them: claims of whole trade-off functions, several pairs at once, curves read as bands, divergences at all
/// times (claim_procedures.cpp); tests of fit (fit_procedures.cpp).
std::vector<Procedure> procedures_of_claims(std::atomic<bool> const* interrupted);
std::vector<Procedure> procedures_of_fit();
/// Procedures that are wrong on purpose: the level is not kept, and this must show.
std::vector<Procedure> wrong_procedures();
/// Audits of stated violations, each with as many trials as the planner asks for, for each of the powers.
std::vector<Procedure> planned_audits(std::vector<double> const& powers);
/// Among them: of a whole trade-off function, with so many trials that the exact power is as asked; and Kolmogorov and
/// Smirnov's test of noise at 0.8 of its scale.
std::vector<Procedure> planned_claims(std::vector<double> const& powers);
std::vector<Procedure> planned_fits(std::vector<double> const& powers);

}  // namespace warner::results::experiments
