"""Tails of the binomial law, and the bounds of Clopper and Pearson.

Error:  factors have 32 digits, logarithms of factorials are off by less than 1e-15; what is over the first term of a tail is a falling sum of positive terms in doubles, each off by less than five roundings
        more than the one before it, cut where a geometric series bounds the rest by 1e-13 of the sum. So up to counts of MOST, whose sums have less than 1.3e6 terms, a tail is off by less than 8e-10 of itself.
"""
import functools
import math
import statistics
from decimal import Decimal, getcontext

MOST = 10**11
getcontext().prec = 32
getcontext().Emin, getcontext().Emax = -10**15, 10**15
HALF_LN_2PI = Decimal("0.91893853320467274178032973640561763986139747363778")


@functools.lru_cache(None)
def ln(x):
    return x.ln()


@functools.lru_cache(None)
def ln_factorial(n):
    """By Stirling's series from 256 on, whose error is below the first term left out, 1 / (1188 n^9)."""
    if n < 256:
        return Decimal(math.factorial(n)).ln()
    z = Decimal(n)
    return (z + Decimal("0.5")) * z.ln() - z + HALF_LN_2PI + 1 / (12 * z) - 1 / (360 * z**3) + 1 / (1260 * z**5) - 1 / (1680 * z**7)


def ln_probability(k, n, p, q):
    return ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) + k * ln(p) + ((n - k) * ln(q) if k < n else 0)


def falling_sum(top, bottom, y):
    """1 + r_1 + r_1 r_2 + .. for r_i = y (top - i + 1) / (bottom + i), which fall; r_1 < 1."""
    total = term = 1.0
    while top > 0:
        bottom += 1
        ratio = top / bottom * y
        term *= ratio
        total += term
        top -= 1
        if term <= 1e-13 * total * (1 - ratio):
            break
    return total


def ln_over_first(k, n, p, q):
    """ln(Pr[X >= k] / Pr[X = k]) for X ~ Binomial(n, p), q = 1 - p: summed away from the mode, from above or as the complement of what is below."""
    odds = p / q
    if (n - k) * odds <= k + 1:
        return math.log(falling_sum(n - k, k, float(odds)))
    first = float(ln_probability(k, n, p, q))
    return math.log1p(-math.exp(first) * (falling_sum(k, n - k, float(1 / odds)) - 1)) - first


def ln_at_least(k, n, p, q):
    if k <= 0 or k > n:
        return 0.0 if k <= 0 else -math.inf
    return float(ln_probability(k, n, p, q)) + ln_over_first(k, n, p, q)


def ln_tail(k, n, p):
    """The same of p in any range."""
    p = Decimal(p)
    return ln_at_least(k, n, p, 1 - p) if 0 < p < 1 else (0.0 if k <= 0 or (p >= 1 and k <= n) else -math.inf)


@functools.lru_cache(None)
def lower(k, n, level):
    """Clopper and Pearson's lower bound, and 1 less it: Newton's steps in ln p, in which the logarithm of the tail is concave, so that they can not diverge."""
    if k == 0:
        return Decimal(0), Decimal(1)
    t = (Decimal(k) / (n + 1)).ln()
    while True:
        p = t.exp()
        over = ln_over_first(k, n, p, 1 - p)
        excess = float(ln_probability(k, n, p, 1 - p)) + over - math.log(level)
        if abs(excess) < 3e-10:
            return p, 1 - p
        t -= Decimal(excess) * Decimal(over).exp() / k


def upper(k, n, level):
    return lower(n - k, n, level)[1]


def quantile(p):
    """Of the normal law."""
    if p >= 1:
        return math.inf
    return -statistics.NormalDist().inv_cdf(float(1 - p)) if p > 0.5 else statistics.NormalDist().inv_cdf(float(p))
