#pragma once

#include <optional>
#include <span>

#include "mechanisms/privacy/finite_law.hpp"

namespace warner::mechanisms::privacy {

/// A claim (epsilon, delta). What the functions below return is implied by what they were given; "upper" in a name says
/// that the truth may be smaller. Non-adaptive or adaptive alike.
struct Claim {
  double epsilon = 0, delta = 0;
};

/// k releases, each (epsilon, delta)-private: sums [DR14].
Claim basic_composition_upper(Claim each, int k);

/// The same, with slack > 0: epsilon sqrt(2 k ln(1 / slack)) + k epsilon (e^epsilon - 1), k delta + slack [DRV10].
Claim advanced_composition_upper(Claim each, int k, double slack);

/// The best closed form of [KOV15, theorem 3.4], slack > 0.
Claim closed_composition_upper(Claim each, int k, double slack);

/// The optimum over all mechanisms of that claim [KOV15, theorem 3.3], attained: delta at any epsilon >= 0, epsilon at
/// delta (may be inf).
double optimal_composition_delta(Claim each, int k, double epsilon);
double optimal_composition_epsilon(Claim each, int k, double delta);

/// The same for releases of different claims [MV16]: the pair of laws that attains it, from which delta, epsilon and
/// all else follow. Equal epsilons are counted, not enumerated; the problem is #P-complete, so it is empty where there
/// are more than two million outcomes (privacy loss distributions bound those: `warner compose 'approximate-dp
/// epsilon=0.1 delta=1e-6 x10; ..'`).
std::optional<FiniteLaw> optimal_composition_law(std::span<Claim const> claims);

/// Groups of `size`: (size epsilon, delta (e^(size epsilon) - 1) / (e^epsilon - 1)) [DR14].
Claim group_upper(Claim each, int size);

/// Poisson subsampling at rate q under addition and removal, or m of n (q = m / n) under substitution: (ln(1 + q
/// (e^epsilon - 1)), q delta) [BBG18].
Claim subsampled_upper(Claim each, double q);

/// The same pair at a smaller epsilon: delta + e^epsilon - e^epsilon', and the tight delta + (1 - delta) (e^epsilon -
/// e^epsilon') / (1 + e^epsilon), attained by the worst pair of that claim. Above epsilon, delta itself.
double relaxed_delta_upper(Claim claim, double epsilon);
double relaxed_delta_tight(Claim claim, double epsilon);

/// Renyi divergence `divergence` at one order > 1 to delta at epsilon, to epsilon at delta [CKS20]. The best order is
/// the caller's.
double renyi_delta_upper(double order, double divergence, double epsilon);
double renyi_epsilon_upper(double order, double divergence, double delta);

/// rho-zCDP: delta at epsilon at the best order [CKS20]; epsilon = rho + 2 sqrt(rho ln(1 / delta)) [BS16].
double log_zcdp_delta_upper(double rho, double epsilon);
double zcdp_epsilon_upper(double rho, double delta);

/// The central limit of k subsampled Gaussian releases [BDLS20], as the mu of G_mu. It is an approximation and bounds
/// nothing.
double clt_mu_poisson(double q, double sigma, int k);
double clt_mu_uniform(double q, double sigma, int k);

/// The best mu of a pure epsilon: 2 Phi^-1(e^epsilon / (1 + e^epsilon)) [DRS19].
double mu_upper_of_pure(double epsilon);

}  // namespace warner::mechanisms::privacy
