"""What a measurement says, from one tally of a fixed number of trials."""
import math
from decimal import Decimal

from .statements import ERROR, SHORT, Statements, of_coins, of_two, real
from .tails import ln_tail, lower, quantile, upper
from .wealth import ln_wealth, stakes_for


class Measurement(Statements):
    def check_arms(self):
        """How many trials were under D follows from the tally and the two probabilities; the coin makes it binomial."""
        p, p_prime = (real(self.r["witness"][key]) for key in ("probability_d", "probability_d_prime"))
        if abs(p - p_prime) <= 1e-12 * self.n:  # too near each other to tell
            return self.expect("tally", abs((p + p_prime) / 2 * self.n - self.right) <= abs(p - p_prime) / 2 * self.n + 0.01, f"{self.right} right guesses contradict probability_d")
        under_d = (self.right - p_prime * self.n) / (p - p_prime)
        share = 0.5 if self.odds == 1 else (1 if self.says[0] else self.odds) / (1 + self.odds)
        for count in (under_d, p * under_d):
            self.expect("witness.probability_d", abs(count - round(count)) < 0.05, f"gives {count:.6g} trials, no whole number: it, probability_d_prime and tally contradict each other")
        self.expect("tally", sum(self.says) == 2 or self.wrong <= (self.n - under_d if self.says[0] else under_d) + 0.05, f"{self.wrong} wrong guesses, of {under_d:.6g} trials under D")
        self.expect_coin("tally.odds", under_d, self.n, share)

    def check(self):
        spent, level = self.delta * sum(self.says) / (1 + self.odds), self.level * (1 + ERROR)
        self.check_arms()
        self.check_estimate(self.odds * (self.right - spent * self.n), self.wrong)
        whole = "statements" in self.r["claim"]
        if not whole:
            self.check_decision(real(self.r["epsilon_lower_bound"]) > self.claimed)
        self.expect("replicates", self.r["replicates"] == [0, self.n], f"are {self.r['replicates']}, of {self.n} certifying trials")
        if self.timed:
            rounds, stakes = [(self.right, self.wrong, self.abstained, sum(self.says))], stakes_for(self.claimed, self.delta)
            self.end("epsilon_lower_bound", lambda e: ln_wealth(rounds, e, self.delta, stakes), self.level)
            self.check_divergences_at_all_times(rounds)
            if whole:
                self.not_checked.append("decision (of a timed measurement of a whole claim)")

            def refuted(directions):
                return lambda *tally: ln_wealth([(*tally, directions)], self.claimed, self.delta, stakes) >= -math.log(self.level)
            if whole:
                self.expect("detectable_epsilon", self.r["detectable_epsilon"] is None, "is there, and no epsilon is tested")
                return self.not_checked.append("blind_spot (of a timed measurement of a whole claim)")
            return self.check_power(refuted(sum(self.says)), refuted(1), spent)
        r, w = lower(self.right, self.n, level / 2)[0], upper(self.wrong, self.n, level / 2)
        if self.delta == 0:
            p, q = lower(self.right, self.right + self.wrong, level)
            ratio = self.odds * p / q
        else:
            ratio = self.odds * (r - Decimal(spent)) / w
        self.bound("epsilon_lower_bound", float(ratio.ln()) if ratio > 1 else 0.0)
        self.check_divergences(r, w, lower(self.n, self.n, level / 2)[0])
        if whole:
            self.check_whole(r, w, lower(self.n, self.n, level / 2)[0])
            return self.check_power(None, lambda right, wrong, abstained: self.refuted_whole(right, wrong, level), spent)

        def refutes(right, wrong, abstained, odds=self.odds, spent=spent):
            if self.delta > 0:
                return ln_tail(right, self.n, Decimal(spent) + Decimal(self.claimed).exp() * upper(wrong, self.n, level / 2) / odds) <= math.log(level / 2)
            return ln_tail(right, right + wrong, 1 / (1 + odds / Decimal(self.claimed).exp())) <= math.log(level)
        self.check_power(refutes, lambda *tally: refutes(*tally, odds=1, spent=self.delta / 2), spent)

    def rates(self, r, w, most):
        share = Decimal(1 + self.odds) / max(1, sum(self.says))
        return min(most, share * r), min(Decimal(1), share * w / self.odds)

    def refuted_whole(self, right, wrong, level):
        """Whether so many guesses of one direction, with the fair coin, would have refuted any of several claims."""
        if right + wrong == 0:
            return False
        most, half = lower(self.n, self.n, level / 2)[0], level / 2
        p, q = min(most, 2 * lower(right, self.n, half)[0]), min(Decimal(1), 2 * upper(wrong, self.n, half))
        if p <= q:
            return False

        def divergence(order):
            return max(of_coins(float(p), float(q), order), of_coins(float(1 - q), float(1 - p), order))
        claim = self.r["claim"]
        return (any(float(p - Decimal(real(one["epsilon"])).exp() * q) > real(one["delta"]) for one in claim["statements"])
                or any(divergence(real(one["alpha"])) > real(one["epsilon"]) for one in claim.get("renyi", []))
                or ("rho" in claim and any(divergence(order) / order > real(claim["rho"]) for order in [1] + [1 + 2**(k / 16) for k in range(-6 * 16, 12 * 16 + 1)])))

    def check_whole(self, r, w, most):
        """Several claims at once, or divergences: each is contradicted by r and w, or not."""
        p, q = self.rates(r, w, most)
        self.check_implied()

        def divergence(order):
            if p <= q or self.right + self.wrong == 0:
                return 0.0
            if sum(self.says) == 2:
                return of_two(float(r), float(w), float((r / w).ln()), float((w / r).ln()), order)
            return max(of_coins(float(p), float(q), order), of_coins(float(1 - q), float(1 - p), order))
        if "rho_lower_bound" in self.r:
            over = [divergence(order) / order for order in [1] + [1 + 2**(k / 64) for k in range(-6 * 64, 12 * 64 + 1)]]
            recorded = real(self.r["rho_lower_bound"])
            self.expect("rho_lower_bound", recorded <= max(over) * (1 + SHORT) + ERROR, f"{recorded!r} is above {max(over)!r}, all that the counts certify")
            self.expect("rho_lower_bound", recorded >= max(over) * 0.999 - ERROR, f"{recorded!r} is below {max(over)!r}, which the counts certify")
        for one in self.r.get("renyi_lower_bounds", []):
            exact, recorded = divergence(real(one["alpha"])), real(one["epsilon"])
            self.expect("renyi_lower_bounds", abs(recorded - exact) <= SHORT * exact + ERROR, f"{recorded!r} is not {exact!r}, which the counts certify")
        statements = [(real(one["epsilon"]), real(one["delta"])) for one in self.r["claim"]["statements"]]
        refuted = p > q and self.right + self.wrong > 0 and any(float(p - Decimal(e).exp() * q) > d + ERROR for e, d in statements)
        self.check_decision(refuted or any(bound > claimed for _, bound, claimed in self.bounds_of_claims()))

    def check_divergences(self, r, w, most):
        one = sum(self.says) < 2
        p, q = self.rates(r, w, most)
        apart = p > q
        self.bound("delta_lower_bound", max(0.0, float(p - Decimal(self.claimed).exp() * q)))
        self.bound("total_variation_lower_bound", max(0.0, float(p - q)))
        self.bound("mu_lower_bound", max(0.0, quantile(p) - quantile(q)) if apart else 0.0)
        squares = apart and (p * p / q + (1 - p)**2 / (1 - q) if one else r * r / w + w * w / r + 1 - r - w)
        self.bound("renyi_lower_bound", float(squares.ln()) if apart else 0.0)
