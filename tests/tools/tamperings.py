"""What may be done to a record, each by a function of its own; tampered_records.py does it."""
import math

from recomputed.question import Real
from recomputed.tails import lower

TAMPERINGS = []  # name, of which record, the field that must be named, what is done


def tampering(of, field):
    def add(change):
        TAMPERINGS.append((change.__name__, of, field, change))
        return change
    return add


def times(r, key, factor):
    r[key] = Real(repr(float(r[key]) * factor))


def move(tally, source, target, count):
    tally[source] -= count
    tally[target] += count


def add_direction(strategy):
    strategy["say_d_from"], strategy["say_d_prime_to"] = Real("1.0"), Real("-1.0")


def exchange(tally):
    tally["right"], tally["wrong"] = tally["wrong"], tally["right"]


@tampering("two directions", "epsilon_lower_bound")
def arms_exchanged(r): exchange(r["tally"])


@tampering("odds", "epsilon_lower_bound")
def wrong_odds(r): r["tally"]["odds"] = 7 if r["tally"]["odds"] == 15 else 15


@tampering("odds", "tally.odds")
def wrong_odds_with_the_bound_that_they_give(r):
    odds = r["tally"]["odds"]
    r["tally"]["odds"] = 7 if odds == 15 else 15
    r["epsilon_lower_bound"] = Real(repr(float(r["epsilon_lower_bound"]) + math.log(r["tally"]["odds"] / odds)))


@tampering("odds", "tally.odds")
def odds_dropped(r): del r["tally"]["odds"]


@tampering("two directions", "tally.odds")
def odds_of_two_directions(r): r["tally"]["odds"] = 3


@tampering("strategies", "epsilon_lower_bound")
def more_strategies(r): r["strategies"] += 1


@tampering("strategies", "epsilon_lower_bound")
def no_strategies(r): del r["strategies"]


@tampering("strategies", "strategies")
def half_a_strategy(r): r["strategies"] = Real("0.5")


@tampering("check", "strategies")
def strategies_of_a_check(r): r["strategies"] = 2


@tampering("two directions", "epsilon_lower_bound")
def level_doubled(r): times(r, "level", 2)


@tampering("two directions", "epsilon_lower_bound")
def level_halved(r): times(r, "level", 0.5)


@tampering("two directions", "epsilon_lower_bound")
def bound_of_a_doubled_level(r):
    right, spoke = r["tally"]["right"], r["tally"]["right"] + r["tally"]["wrong"]
    p, q = lower(right, spoke, 2 * r["level"])
    r["epsilon_lower_bound"] = Real(repr(float((p / q).ln())))


@tampering("check", "epsilon_lower_bound")
def level_of_a_check_doubled(r): times(r, "level", 2)


@tampering("two directions", "epsilon_lower_bound")
def some_wrong_guesses_abstain(r): move(r["tally"], "wrong", "abstained", 100)


@tampering("two directions", "witness.probability_d")
def one_more_right(r): move(r["tally"], "abstained", "right", 1)


@tampering("check", "sequential.rounds[4].tally")
def right_guesses_of_a_round_raised(r):
    move(r["sequential"]["rounds"][4]["tally"], "abstained", "right", 1)
    move(r["tally"], "abstained", "right", 1)


@tampering("check", "tally")
def tally_no_sum_of_rounds(r): move(r["tally"], "abstained", "right", 1)


@tampering("odds at delta", "epsilon_lower_bound")
def delta_dropped(r): r["delta"] = r["claim"]["delta"] = Real("0.0")


@tampering("at delta", "delta")
def delta_of_the_claim_changed(r): times(r["claim"], "delta", 2)


@tampering("at delta", "epsilon_lower_bound")
def both_deltas_changed(r): r["delta"] = r["claim"]["delta"] = Real("2e-3")


@tampering("two directions", "decision")
def claim_raised(r): r["claim"]["epsilon"] = Real("2.5")


@tampering("two directions", "detectable_epsilon")
def claim_raised_with_its_decision(r): r["claim"]["epsilon"], r["decision"] = Real("2.5"), "not refuted"


@tampering("check, spared", "sequential.log_wealth")
def claim_of_a_check_lowered(r): r["claim"]["epsilon"] = Real("0.9")


@tampering("two directions", "decision")
def decision_flipped(r): r["decision"] = "not refuted"


@tampering("check, spared", "sequential.ended")
def end_flipped(r): r["sequential"]["ended"] = "refuted"


@tampering("check", "sequential.rounds[3].first")
def round_missing(r):
    gone = r["sequential"]["rounds"].pop(3)["tally"]
    for outcome, count in gone.items():
        r["tally"][outcome] -= count
        r["trials"]["certify"] -= count
    r["sequential"]["trials_to_refutation"] = r["trials"]["certify"]


@tampering("check", "sequential.rounds[5].tally")
def arms_of_a_round_exchanged(r):
    tally = r["sequential"]["rounds"][5]["tally"]
    move(r["tally"], "right", "wrong", tally["right"] - tally["wrong"])
    exchange(tally)


@tampering("two directions", "witness.probability_d")
def direction_removed(r): r["witness"]["strategy"]["say_d_from"] = "inf"


@tampering("check", "sequential.rounds[4].right_d_prime")
def direction_of_a_round_removed(r): r["sequential"]["rounds"][4]["strategy"]["say_d_prime_to"] = "-inf"


@tampering("odds at delta", "tally.odds")
def direction_added(r): add_direction(r["witness"]["strategy"])


@tampering("check at delta", "sequential.log_wealth")
def direction_of_a_round_added(r):
    for strategy in (r["witness"]["strategy"], r["sequential"]["rounds"][-1]["strategy"]):
        add_direction(strategy)


@tampering("check", "sequential.rounds[2].tally")
def looks_that_do_not_fit(r): r["sequential"]["rounds"][2]["looks"][0] += 1


@tampering("check", "sequential.rounds[3].first")
def looks_in_one(r): r["sequential"]["rounds"][2]["looks"] = [sum(r["sequential"]["rounds"][2]["looks"])]


@tampering("two directions", "epsilon_lower_bound")
def bound_raised(r): times(r, "epsilon_lower_bound", 1.001)


@tampering("two directions", "epsilon_lower_bound")
def bound_raised_a_little(r): times(r, "epsilon_lower_bound", 1 + 1e-7)


@tampering("two directions", "epsilon_lower_bound")
def bound_lowered(r): times(r, "epsilon_lower_bound", 0.999)


@tampering("check", "epsilon_lower_bound")
def bound_of_a_check_raised(r): times(r, "epsilon_lower_bound", 1.001)


@tampering("check of mu", "mu_lower_bound")
def mu_raised(r): times(r, "mu_lower_bound", 1.001)


@tampering("check, spared", "sequential.log_wealth")
def log_wealth_raised(r):
    wealth = Real(repr(float(r["sequential"]["log_wealth"]) + 1e-3))
    r["sequential"]["log_wealth"] = r["sequential"]["rounds"][-1]["log_wealth"] = wealth
    r["sequential"]["e_value"] = Real(repr(math.exp(wealth)))


@tampering("check, spared", "sequential.rounds[3].log_wealth")
def log_wealth_of_a_round_raised(r): r["sequential"]["rounds"][3]["log_wealth"] = Real("0.5")


@tampering("check, spared", "sequential.e_value")
def e_value_raised(r): times(r["sequential"], "e_value", 1.001)


@tampering("check", "sequential.trials_to_refutation")
def refuted_sooner(r): r["sequential"]["trials_to_refutation"] -= 16


@tampering("check, spared", "sequential.budget")
def budget_raised(r): r["sequential"]["budget"] += 1000


@tampering("two directions", "level")
def family_that_leaves_no_level(r): r["family"] = 40


@tampering("two directions", "verb")
def verb_changed(r): r["verb"] = "check"


@tampering("check", "verb")
def rounds_forgotten(r): r["sequential"] = None


@tampering("check", "stopping")
def stopping_changed(r): r["stopping"] = "fixed"


for key in ("delta_lower_bound", "total_variation_lower_bound", "mu_lower_bound", "renyi_lower_bound"):
    TAMPERINGS += [(f"{key}_raised", "two directions", key, lambda r, key=key: times(r, key, 1.001)), (f"{key}_of_a_check_raised", "check of a trade-off", key, lambda r, key=key: times(r, key, 1.001)),
                   (f"{key}_of_one_direction_raised", "odds", key, lambda r, key=key: times(r, key, 1.00001))]


@tampering("timed check", "sequential.log_wealth")
def timing_dropped(r): del r["timing"]


@tampering("timed measurement", "epsilon_lower_bound")
def timing_of_a_measurement_dropped(r): del r["timing"]


@tampering("two directions", "epsilon_lower_bound")
def timing_added(r): r["timing"] = True


@tampering("two directions", "replicates")
def replicates_shortened(r): r["replicates"][1] -= 4096


@tampering("check", "replicates")
def replicates_of_a_check_shortened(r): r["replicates"][1] -= 4096


@tampering("two directions", "tally")
def certifying_trials_changed(r): r["trials"]["certify"] += 1


@tampering("two directions", "epsilon_estimate")
def estimate_raised(r): times(r, "epsilon_estimate", 1.001)


@tampering("two directions", "detectable_epsilon")
def detectable_lowered(r): times(r, "detectable_epsilon", 0.99)


@tampering("check", "blind_spot")
def blind_spot_lowered(r): times(r, "blind_spot", 0.99)


@tampering("check", "witness.probability_d")
def probability_changed(r): times(r["witness"], "probability_d", 0.9)


@tampering("check", "witness.strategy")
def strategy_changed(r): r["witness"]["strategy"]["score"]["edges"][0] = Real("0.5")


@tampering("two directions", "white_box")
def white_box_that_was_none(r): r["white_box"] = True


@tampering("check of mu", "sequential.log_wealth")
def claimed_mu_lowered(r): r["claim"]["mu"] = Real("0.7")


@tampering("check of mu", "claim.delta")
def line_of_the_claimed_mu_changed(r): r["delta"] = r["claim"]["delta"] = Real("0.25")


@tampering("check of mu", "sequential.log_wealth")
def stake_of_a_layer_doubled(r): times(r["sequential"]["rounds"][-1]["layers"]["bets"][0], "stake", 2)


@tampering("check of mu", "sequential.rounds[2].layers")
def layer_without_trials(r): r["sequential"]["rounds"][2]["layers"]["abstained"] += 1


@tampering("check of points", "claim.statements")
def first_statement_dropped(r): del r["claim"]["statements"][0]


@tampering("check of a trade-off", "sequential.log_wealth")
def statement_changed(r): times(r["claim"]["statements"][4], "delta", 0.99)


@tampering("check of a rho", "sequential.log_wealth")
def claimed_rho_lowered(r): times(r["claim"], "rho", 0.9)


@tampering("check of a rho", "sequential.log_wealth")
def stake_on_a_divergence_doubled(r): times(r["sequential"]["rounds"][-1]["layers"]["on_divergence"], "stake", 2)


@tampering("check of a rho", "sequential.log_wealth")
def loss_of_a_layer_changed(r): times(r["sequential"]["rounds"][-1]["layers"]["bets"][0], "epsilon", 1.5)


@tampering("check of a rho", "sequential.rounds[1].layers.on_divergence")
def order_below_one(r):
    for round_ in r["sequential"]["rounds"]:
        if "on_divergence" in round_.get("layers", {}):
            round_["layers"]["on_divergence"]["order"] = Real("0.5")


@tampering("check of a rho", "rho_lower_bound")
def bound_on_rho_below_the_claim(r): r["rho_lower_bound"] = Real("0.39")


@tampering("measurement of a rho", "rho_lower_bound")
def bound_on_rho_raised(r): times(r, "rho_lower_bound", 1.01)


@tampering("measurement of a rho", "claim.statements")
def claimed_rho_raised(r): times(r["claim"], "rho", 4)


@tampering("measurement of divergences", "renyi_lower_bounds")
def bound_on_a_divergence_raised(r): times(r["renyi_lower_bounds"][1], "epsilon", 1.01)


@tampering("two directions", "provenance.digest")
def seed_changed_unsigned(r): r["seed"] += 1


UNSIGNED = (seed_changed_unsigned.__name__,)
