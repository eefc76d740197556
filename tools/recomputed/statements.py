"""A record, and how what it says is compared with what follows from its integers."""
import math

from .tails import MOST, ln_tail, upper
from .wealth import gaussian_profile, ln_line_wealth, ln_wealth, renyi_profile, stakes_for

ERROR, SHORT, POWER = 1e-9, 1e-6, 0.99  # a bound may exceed ours by the one, and fall short of it by the other
NOT_CHECKED = ["mechanism", "guarantee", "flaw", "family", "epsilon_exact", "witness.say_d", "witness.say_d_prime", "seconds", "that the trials were played (warner replay)", "that no more strategies were tried"]


def of_two(share, other_share, loss, other_loss, order):
    """The Renyi divergence of laws that agree but for two outcomes, of these shares and privacy losses."""
    if order == 1:
        return share * loss + other_share * other_loss
    steps = order - 1
    if steps * loss > 600:
        return loss + math.log(share) / steps
    return math.log1p(share * math.expm1(steps * loss) + other_share * math.expm1(steps * other_loss)) / steps


def of_coins(p, q, order):
    return of_two(p, 1 - p, math.log(p / q), math.log((1 - p) / (1 - q)), order) if 1 > p > q > 0 else 0.0 if p <= q else math.inf


def real(value):
    return {"inf": math.inf, "-inf": -math.inf}[value] if isinstance(value, str) else float(value)


def directions(strategy):
    return [real(strategy["say_d_from"]) < math.inf, real(strategy["say_d_prime_to"]) > -math.inf]


def counts(tally):
    outcomes = tally["right"], tally["wrong"], tally["abstained"]
    if not all(type(count) is int and count >= 0 for count in outcomes):
        raise ValueError(f"tally: {outcomes} are no counts")
    if sum(outcomes) > MOST:
        raise ValueError(f"tally: {sum(outcomes)} trials, and tails of more than {MOST} are not recomputed here")
    return outcomes


def least_count(most, holds):
    """The least count up to most from which on it holds; most + 1: none."""
    low, high = 0, most + 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


class Statements:
    def __init__(self, r):
        self.r, self.problems, self.not_checked = r, [], list(NOT_CHECKED)
        self.level_of_all, self.strategies = real(r["level"]), r.get("strategies", 1)
        self.level = self.level_of_all / self.strategies  # of the one strategy that is here
        self.delta, self.claimed, self.sequential = real(r["delta"]), real(r["claim"]["epsilon"]), r["sequential"]
        self.right, self.wrong, self.abstained = counts(r["tally"])
        self.n, self.odds = sum(counts(r["tally"])), r["tally"].get("odds", 1)
        self.says, self.timed = directions(r["witness"]["strategy"]), r.get("timing", False)

    def expect(self, field, holds, problem):
        if not holds:
            self.problems.append(f"{field}: {problem}")

    def same(self, field, recorded, exact, allowed=SHORT):
        recorded, close = real(recorded), allowed * max(abs(exact), 1e-3) if math.isfinite(exact) else 0
        self.expect(field, recorded == exact or abs(recorded - exact) <= close, f"{recorded!r} is not {exact!r}, which follows from the counts")

    def bound(self, field, exact):
        """A lower bound that may be computed."""
        recorded = real(self.r[field])
        self.expect(field, recorded <= exact * (1 + ERROR), f"{recorded!r} is above {exact!r}, all that the counts certify at level {self.level:g}")
        self.expect(field, recorded >= exact * (1 - SHORT) - ERROR or recorded == exact, f"{recorded!r} is below {exact!r}, which the counts certify at level {self.level:g}")

    def end(self, field, ln_wealth_at, level):
        """A lower bound that is where a falling wealth passes 1 / level."""
        recorded, needed = real(self.r[field]), -math.log(level)
        if recorded > 0:
            made = ln_wealth_at(recorded * (1 - 1e-12))
            self.expect(field, made >= needed - ERROR, f"{recorded!r} is more than the rounds certify (a wealth of e^{made:.6g} there, e^{needed:.6g} is needed at level {level:g})")
        made = ln_wealth_at(recorded * (1 + SHORT) + ERROR)
        self.expect(field, made <= needed + ERROR, f"{recorded!r} is less than the rounds certify (a wealth of e^{made:.6g} above it, e^{needed:.6g} is needed at level {level:g})")

    def expect_coin(self, field, under_d, n, share):
        away = abs(under_d - n * share)
        self.expect(field, away <= 10 + 10 * math.sqrt(n * share * (1 - share)), f"{under_d:.6g} of {n} trials under D, where the coin makes {n * share:.6g}")

    def check_decision(self, refuted):
        self.expect("decision", self.r["decision"] == ("refuted" if refuted else "not refuted"), f"'{self.r['decision']}' contradicts the bound and the claim")
        if self.sequential:
            self.expect("sequential.ended", (self.sequential["ended"] == "refuted") == refuted, f"'{self.sequential['ended']}' contradicts the decision")

    def allowed(self, order):
        """What the claims allow the Renyi divergence of an order to be."""
        claim = self.r["claim"]
        renyi = [real(one["epsilon"]) for one in claim.get("renyi", []) if real(one["alpha"]) >= order]
        return min(renyi + ([real(claim["rho"]) * order] if "rho" in claim else []), default=math.inf)

    def check_implied(self):
        """Events that keep claimed divergences satisfy the statements, or these would say more than was claimed."""
        claim = self.r["claim"]
        orders = [real(one["alpha"]) for one in claim.get("renyi", [])] + ([1.0] + [1 + 2**(k / 4) for k in range(-16, 41)] if "rho" in claim else [])
        if not orders or claim.get("with_others"):
            return
        statements = [(real(one["epsilon"]), real(one["delta"])) for one in claim["statements"]]

        def keeps(p, q):
            return all(max(of_coins(p, q, order), of_coins(1 - q, 1 - p, order)) <= self.allowed(order) for order in orders)
        for k in range(60):
            q = 0.5 * 0.8**k
            p = q
            for step in range(1, 30):
                p += (1 - q) / 2**step if keeps(p + (1 - q) / 2**step, q) else 0
            self.expect("claim.statements", all(p - math.exp(e) * q <= d + ERROR for e, d in statements), f"an event of {p:.6g} and {q:.6g} keeps the claimed divergences and contradicts one")

    def bounds_of_claims(self):
        """(field, bound, claimed) of the divergences that were bounded."""
        claim, bounds = self.r["claim"], self.r.get("renyi_lower_bounds", [])
        claimed = {real(one["alpha"]): real(one["epsilon"]) for one in claim.get("renyi", [])}
        self.expect("renyi_lower_bounds", all(real(one["alpha"]) in claimed for one in bounds), "are of orders that were not claimed")
        found = [("rho_lower_bound", real(self.r["rho_lower_bound"]), real(claim["rho"]))] if "rho_lower_bound" in self.r else []
        return found + [("renyi_lower_bounds", real(one["epsilon"]), claimed[real(one["alpha"])]) for one in bounds if real(one["alpha"]) in claimed]

    def check_estimate(self, over, wrong, least=0.0):
        self.same("epsilon_estimate", self.r["epsilon_estimate"], max(least, 0.0 if over <= wrong else math.log(over / wrong) if wrong else math.inf), ERROR)

    def check_divergences_at_all_times(self, rounds):
        def lines(profile):
            return ln_line_wealth(rounds, profile, blind)
        blind, quarter = [(e, 0.15 if e else 0.4, stakes_for(e, 1)) for e in (0, 0.5, 1, 2, 4)], self.level / 4
        for field, epsilon in (("delta_lower_bound", self.claimed), ("total_variation_lower_bound", 0)):
            self.end(field, lambda delta, epsilon=epsilon: ln_wealth(rounds, epsilon, delta, stakes_for(epsilon, 1)), quarter)
        if not (self.sequential and "mu" in self.r["claim"]):
            self.end("mu_lower_bound", lambda mu: lines(gaussian_profile(mu)), quarter)
        self.end("renyi_lower_bound", lambda x: lines(renyi_profile(x)), quarter)

    # Power: the smallest x that would have been exposed, to a millionth
    def check_least(self, field, exposed, lowest, highest, none):
        recorded = real(self.r[field])
        if recorded == none and not exposed(highest * (1 - ERROR)):
            return
        self.expect(field, recorded <= highest and exposed(recorded * (1 + ERROR)), f"{recorded!r} would not have been exposed with probability {POWER}")
        less = recorded * (1 - 3 * SHORT)
        self.expect(field, less <= lowest or not exposed(less), f"{recorded!r} is not the least")

    def check_power(self, refutes, refutes_blind, spent):
        """refutes(right, wrong, abstained), rising in right."""
        n, odds, ln_power = self.n, self.odds, math.log(POWER)
        needed = least_count(n, lambda right: refutes_blind(right, 0, n - right))
        self.check_least("blind_spot", lambda mass: ln_tail(needed, n, mass / 2) >= ln_power, 0, 1, 1)
        if "mu" in self.r["claim"] or "statements" in self.r["claim"]:
            return self.expect("detectable_epsilon", self.r["detectable_epsilon"] is None, f"{self.r['detectable_epsilon']} is there, and no epsilon is tested")
        spoke, miss = self.right + self.wrong, (1 - POWER) / 2 if spent else 0
        free = spent / float(upper(spoke, n, miss)) if spent and spoke else 0
        if spoke == 0 or free >= 1:
            return self.expect("detectable_epsilon", self.r["detectable_epsilon"] == "inf", "no guesses can be refuted")
        least = least_count(spoke, lambda right: refutes(right, spoke - right, self.abstained))
        self.check_least("detectable_epsilon", lambda e: ln_tail(least, spoke, 1 - (1 - free) / (1 + math.exp(e) / odds)) >= math.log(POWER + miss), self.claimed + SHORT, 60, math.inf)
