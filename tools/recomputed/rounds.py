"""What a check says, from the tallies of its rounds."""
import math

from .statements import ERROR, Statements, counts, directions, real
from .wealth import gaussian_profile, ln_layer_wealth, ln_line_wealth, ln_sum, ln_wealth, stakes_for

BLOCK = 4096


class Rounds(Statements):
    def check_round(self, k, round_, first):
        """The next round's first replicate, where this one's is `first`."""
        field, tally, n = f"sequential.rounds[{k}]", round_["tally"], sum(counts(round_["tally"]))
        says, under_d = directions(round_["strategy"]), round_["trials_d"]
        self.expect(field + ".tally", sum(round_["looks"]) == n, f"adds up to {n} of {sum(round_['looks'])} trials in looks")
        self.expect(field + ".first", round_["first"] == first, f"{round_['first']} is not {first}, the next multiple of {BLOCK}")
        self.expect(field + ".tally", round_["right_d"] + round_["right_d_prime"] == tally["right"], "right_d and right_d_prime do not add up to right")
        for key, says_so, trials in (("right_d", says[0], under_d), ("right_d_prime", says[1], n - under_d)):
            self.expect(f"{field}.{key}", 0 <= round_[key] <= (trials if says_so else 0), f"{round_[key]} of {trials} trials, {'said' if says_so else 'never said'}")
        self.expect_coin(field + ".trials_d", under_d, n, 0.5)
        for layers in filter(None, [round_.get("layers")]):
            bets = layers["bets"]
            self.expect(field + ".layers", sum(bet["right"] + bet["wrong"] for bet in bets) + layers["abstained"] == n, f"do not add up to {n} trials")
            if "on_divergence" in layers:
                self.expect(field + ".layers.on_divergence", real(layers["on_divergence"]["order"]) >= 1 and real(layers["on_divergence"]["stake"]) >= 0, "is no bet: its order is below 1, or its stake negative")
            nested = all(real(a["d_from"]) <= real(b["d_from"]) and real(a["d_prime_to"]) >= real(b["d_prime_to"]) for a, b in zip(bets, bets[1:]))
            self.expect(field + ".layers", nested and real(bets[0]["d_prime_to"]) < real(bets[0]["d_from"]) and min(real(bet["stake"]) for bet in bets) >= 0, "are not nested bets")
        for look in round_["looks"]:
            last = first + look
            first = -(-last // BLOCK) * BLOCK
        return first, last

    def check(self):
        s, claim, rounds, layered, first, last = self.sequential, self.r["claim"], [], [], 0, 0
        for k, round_ in enumerate(s["rounds"]):
            first, last = self.check_round(k, round_, first)
            rounds.append((*counts(round_["tally"]), sum(directions(round_["strategy"]))))
            layers = round_.get("layers", {"bets": [], "abstained": sum(rounds[-1][:3])})
            layered.append(([(real(b["epsilon"]), real(b["stake"]), b["right"], b["wrong"]) for b in layers["bets"]], layers["abstained"], tuple(real(layers["on_divergence"][key]) for key in ("order", "stake")) if "on_divergence" in layers else None))
        self.expect("replicates", self.r["replicates"] == [0, last], f"are {self.r['replicates']}, and the last look ends at {last}")
        self.expect("tally", [sum(column) for column in zip(*rounds)][:3] == list(counts(self.r["tally"])) or not rounds and self.n == 0, "is not the sum of the rounds'")
        stakes, profile, lines = stakes_for(self.claimed, self.delta), None, []
        if "mu" in claim:
            mu = real(claim["mu"])
            profile = gaussian_profile(mu)
            lines = [(x * mu, weight, stakes_for(x * mu, max(profile(x * mu), 1e-300))) for x, weight in ((0, 0.5), (0.4, 0.2), (1, 0.1), (2, 0.1), (3, 0.1))]
            self.same("claim.delta", claim["delta"], profile(0), ERROR)
            self.expect("claim.epsilon", self.claimed == 0, "a claimed mu is tested at 0")
        elif "statements" in claim:
            statements = [(real(one["epsilon"]), real(one["delta"])) for one in claim["statements"]]
            profile, many = dict(statements).__getitem__, min(8, len(statements))
            lines = [(e, 1 / many, stakes_for(e, d)) for e, d in (statements[i * (len(statements) - 1) // max(1, many - 1)] for i in range(many))]
            self.expect("claim.statements", statements[0] == (self.claimed, self.delta), "the first is not claim.epsilon and claim.delta")
            if any(bet[0] not in dict(statements) for bets, _, on in layered if not on for bet in bets):
                return self.expect("sequential.rounds", False, "a layer bets on no statement of the claim")

        def wealth(rounds, layered, profile=profile):
            if not profile:
                return ln_wealth(rounds, self.claimed, self.delta, stakes)
            on_lines = ln_line_wealth(rounds, profile, lines)
            return ln_sum([math.log(0.25) + on_lines, math.log(0.75) + ln_layer_wealth(layered, profile, self.allowed)]) if layered else on_lines
        layered = [] if self.timed else layered
        for k, round_ in enumerate(s["rounds"], 1):
            made = wealth(rounds[:k], layered[:k])
            self.same(f"sequential.rounds[{k - 1}].log_wealth", round_["log_wealth"], made)
        made = wealth(rounds, layered)
        self.same("sequential.log_wealth", s["log_wealth"], made)
        self.same("sequential.e_value", s["e_value"], math.exp(real(s["log_wealth"])), ERROR)
        self.end("epsilon_lower_bound", lambda e: ln_wealth(rounds, e, self.delta, stakes), self.level)
        if "mu" in claim:
            self.end("mu_lower_bound", lambda mu: wealth(rounds, layered, gaussian_profile(mu)), self.level)
        self.check_divergences_at_all_times(rounds)
        self.check_implied()
        bounds = self.bounds_of_claims()
        if len(bounds) == 1 and not claim.get("with_others"):
            self.expect(bounds[0][0], (bounds[0][1] > bounds[0][2]) == (made >= -math.log(self.level) - ERROR), "contradicts the wealth against the claim")
            self.not_checked.append(bounds[0][0] + " (of a check: on which side of the claim it is)")
        bound, claimed = ("mu_lower_bound", real(claim["mu"])) if "mu" in claim else ("epsilon_lower_bound", self.claimed)
        self.check_decision(made >= -math.log(self.level) - ERROR if "statements" in claim else real(self.r[bound]) > claimed)
        self.expect("sequential.trials_to_refutation", s["trials_to_refutation"] == (self.n if s["ended"] == "refuted" else None), f"{s['trials_to_refutation']} of {self.n} trials")
        self.expect("sequential.budget", self.n == s["budget"] if s["ended"] == "budget spent" else self.n <= s["budget"], f"{s['budget']}, {s['ended']} after {self.n} trials")
        if rounds:
            free = sum(self.delta * says / 2 * (right + wrong + abstained) for right, wrong, abstained, says in rounds)
            self.check_estimate(self.right - free, self.wrong, real(self.r["epsilon_lower_bound"]))
            spoke = [one for one in s["rounds"] if one["tally"]["right"] + one["tally"]["wrong"] > 0]
            self.check_witness(*(spoke or s["rounds"])[-1:], wealth)

    def check_witness(self, of, wealth):
        spent, witness = self.delta * sum(self.says) / 2, self.r["witness"]
        self.expect("witness.strategy", witness["strategy"] == of["strategy"], "is not that of the last round in which somebody spoke")
        for key, right, trials in (("probability_d", of["right_d"], of["trials_d"]), ("probability_d_prime", of["right_d_prime"], sum(counts(of["tally"])) - of["trials_d"])):
            self.same(f"witness.{key}", witness[key], right / trials if trials else 0.0, ERROR)

        def refutes(directions):
            return lambda *tally: wealth([(*tally, directions)], [([], sum(tally), None)]) >= -math.log(self.level)
        self.check_power(refutes(sum(self.says)), refutes(1), spent)
