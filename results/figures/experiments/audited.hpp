#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "mechanisms/contract/mechanism.hpp"
#include "results/figures/experiments/procedures.hpp"
#include "sim/stream.hpp"
#include "sim/tally.hpp"
#include "verify/check.hpp"
#include "verify/scores/strategy.hpp"

/// What the procedures of the figure `calibration` are held on: mechanisms that are tight at their claim, their pairs,
/// and strategies that are known beforehand.
namespace warner::results::experiments {

inline constexpr double audit_level = 0.05;

extern mechanisms::Pair const neighbours;      ///< 0 and 1
extern mechanisms::Pair const nothing_to_see;  ///< 0 and 0
extern verify::Strategy const guess;           ///< D below 1/2, else D'
extern verify::Strategy const one_side;  ///< D below 0, and never D': with a coin that falls to D once in eight trials
extern verify::Strategy const if_it_speaks;  ///< of rarely_told: the answer, where there is one
extern verify::Strategy const
    far_out;  ///< D below -1/2, D' from 3/2 on: of N(0, 1) and N(1, 1) where the log ratio is 1

inline std::string const told = "randomised response, epsilon = 1", bell = "Gaussian, mu = 1",
                         sharp = "Laplace, epsilon = 1", blank = "nothing to see, epsilon = 0";

mechanisms::AnyMechanism response(double epsilon);
mechanisms::AnyMechanism laplace(double epsilon = 1);
mechanisms::AnyMechanism gaussian(double sigma = 1);  ///< mu = 1 / sigma

/// Randomised response that answers in a share of the releases, and says 2 in the others.
mechanisms::AnyMechanism rarely_told(double epsilon, double speaks);

/// Pr[N(0, 1) <= x].
double phi(double x);
/// Pr[right] of one who knows the answer of a randomised response.
double share_right(double epsilon);

/// A game of a frozen strategy, on one thread: the audits themselves are held side by side.
sim::Tally game(mechanisms::AnyMechanism const& mechanism, verify::Strategy const& strategy, std::uint64_t trials,
                sim::Stream& stream);

/// `warner check`, searching included, of a claim in `options`, at the level 0.05.
Procedure checked(std::string name, std::string setting, mechanisms::AnyMechanism mechanism, mechanisms::Pair pair,
                  verify::CheckOptions options, std::atomic<bool> const* interrupted);

}  // namespace warner::results::experiments
