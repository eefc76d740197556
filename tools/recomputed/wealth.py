"""Wealths of gamblers against a claim, from the integers of rounds, and the profiles and stakes that they bet with.

Error:  of stakes a wealth is a sum of whole numbers times logarithms of 32 digits; of priors a sum of tails (tails.py). Its logarithm is off by less than 1e-9, or 1e-15 of itself.
"""
import functools
import math
from decimal import Decimal

from .tails import ln_over_first

LARGEST = 1 - 2**-50  # value of a profile


def ln_sum(logarithms):
    most = max(logarithms)
    return most + math.log(math.fsum(math.exp(x - most) for x in logarithms)) if most > -math.inf else most


def ln_average_of_starts(made_from):
    """Gamblers who start at round k = 0, 1, .. and made so much since; what is left of the weight waits."""
    weighted = [x - math.log(2 * k * (k + 1) if k else 2) for k, x in enumerate(made_from)]
    return ln_sum(weighted + [-math.log(2 * len(weighted))]) if weighted else 0.0


def ln_mixture(right, wrong, epsilon):
    if right + wrong == 0:
        return 0.0
    x = 1 / (1 + Decimal(epsilon).exp())
    priors = [(8**j, 1 / ((j + 1) * (j + 2)) if j < 8 else 1 / 9) for j in range(9)]
    return ln_sum([math.log(weight * b / (wrong + b)) + ln_over_first(wrong + b, wrong + b + right, x, 1 - x) for b, weight in priors])


@functools.lru_cache(None)
def stakes_for(epsilon, delta):
    """(stake, weight), 25 of them; none at delta = 0."""
    most, harmonic = 1 / (Decimal(epsilon).exp() + Decimal(delta)), sum(1 / j for j in range(1, 26))
    return tuple((Decimal("0.95") * most / Decimal(2)**(Decimal(j) / 2), (1 - 2**-40) / (j + 1) / harmonic) for j in range(25)) if delta > 0 else ()


@functools.lru_cache(256)
def ln_factors(epsilon, delta, directions, stakes):
    """Of each stake, what a right and a wrong guess and an abstention add to the logarithm of the wealth; None: it could lose everything."""
    spent = Decimal(delta) * directions / 2
    loss = Decimal(epsilon).exp() + spent
    return [((1 + s * (1 - spent)).ln(), (1 - s * loss).ln(), (1 - s * spent).ln()) if s * loss < 1 else None for s, _ in stakes]


def ln_wealth(rounds, epsilon, delta, stakes):
    """Against (epsilon, delta); rounds are (right, wrong, abstained, directions)."""
    made_from, right, wrong = [], 0, 0
    if not stakes:
        for r, w, _, _ in reversed(rounds):
            right, wrong = right + r, wrong + w
            made_from.append(ln_mixture(right, wrong, epsilon))
        return ln_average_of_starts(made_from[::-1])
    if delta >= 1:
        return -math.inf
    made = [Decimal(0)] * len(stakes)
    for r, w, a, d in reversed(rounds):
        made = [m + (r * f[0] + w * f[1] + a * f[2] if f else Decimal("-Infinity")) for m, f in zip(made, ln_factors(epsilon, delta, d, stakes))]
        made_from.append(ln_sum([math.log(weight) + float(m) for m, (_, weight) in zip(made, stakes)]))
    return ln_average_of_starts(made_from[::-1])


def gaussian_profile(mu):
    """delta(epsilon) of mu-Gaussian DP."""
    def phi(x):
        return math.erfc(-x / math.sqrt(2)) / 2
    return lambda epsilon: min(LARGEST, max(0.0, phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu))) if mu > 0 else 0.0


def renyi_profile(x):
    """delta(epsilon) of a Renyi divergence of order 2 of at most x."""
    def delta(epsilon):
        h, c = math.expm1(x), math.expm1(epsilon)
        root = math.hypot(math.sqrt(h), c)
        p = h / (2 * root * (root + c)) + h / (2 * root)
        return min(LARGEST, h / (2 * (root + c)) if p <= 1 else -math.expm1(epsilon - x))
    return (lambda epsilon: LARGEST) if x > 690 else delta if x > 0 else lambda epsilon: 0.0


def ln_line_wealth(rounds, profile, lines):
    return ln_sum([math.log(weight) + ln_wealth(rounds, epsilon, profile(epsilon), stakes) for epsilon, weight, stakes in lines])


def scaled_power(order, x):
    return x if order == 1 else math.expm1((order - 1) * x) / (order - 1)


def divergence_outcomes(bets, abstained, order, stake, allowed):
    """(count, payoff) of a bet on the Renyi divergence of an order; the epsilons of the bets are losses."""
    def payoff(loss):
        return stake * (order * scaled_power(order, loss) - scaled_power(order, allowed) - math.expm1(-order * loss))
    return [(abstained, payoff(0.0))] + [one for loss, _, right, wrong in bets for one in ((right, payoff(loss)), (wrong, payoff(-loss)))]


def ln_layer_wealth(layered, profile, allowed=None):
    """Of each round its bets (epsilon, stake, right, wrong), how many releases were in none, and, of a bet on a divergence, its order and stake.

    allowed: of an order, what the claim allows."""
    of_shares = []
    for share, weight in ((1.0, 0.4), (0.5, 0.3), (0.25, 0.2), (0.125, 0.1)):
        made_from, made = [], 0.0
        for bets, abstained, *on in reversed(layered):
            if on and on[0]:
                outcomes = divergence_outcomes(bets, abstained, *on[0], allowed(on[0][0]))
                ruined = any(share * payoff <= -1 for _, payoff in outcomes)
                made = -math.inf if ruined else made + math.fsum(count * math.log1p(share * payoff) for count, payoff in outcomes)
                made_from.append(made)
                continue
            spent = math.fsum(stake * profile(epsilon) for epsilon, stake, _, _ in bets)
            outcomes, won, lost = [(abstained, -spent)], 0.0, 0.0
            for epsilon, stake, right, wrong in bets:
                won, lost = won + stake, lost + stake * math.exp(epsilon)
                outcomes += [(right, won - spent), (wrong, -lost - spent)]
            ruined = any(share * payoff <= -1 for _, payoff in outcomes)
            made = -math.inf if ruined else made + math.fsum(count * math.log1p(share * payoff) for count, payoff in outcomes)
            made_from.append(made)
        of_shares.append(math.log(weight) + ln_average_of_starts(made_from[::-1]))
    return ln_sum(of_shares)
