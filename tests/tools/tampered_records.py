"""Records that the program just wrote hold; tampered with, they do not, and the verifier names what is wrong.

    python3 tampered_records.py build/release/bin/warner PROJECT

Every tampered record gets the digest of what it now asks: whoever changes one number can change another. So no record is caught by its digest, but for those whose tampering is just that.

What can not be caught, because the result is the record of another audit that could have been: another name, seed or exact epsilon, signed anew; both datasets exchanged throughout; a `family` that leaves a
level; a tally whose bounds, estimates and probabilities were all computed anew. Whether the trials were played is for `warner replay`.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

WARNER, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2])
TOOL = PROJECT / "tools" / "verify_record.py"
sys.path.insert(0, str(TOOL.parent))
from recomputed.question import Real, digest, read  # noqa: E402
from tamperings import TAMPERINGS, UNSIGNED  # noqa: E402
from verify_record import verified  # noqa: E402


def ask(*arguments):
    run = subprocess.run([WARNER, *map(str, arguments)], capture_output=True, text=True, cwd=PROJECT, timeout=300, check=False)
    assert run.returncode in (0, 1), (arguments, run.returncode, run.stderr)
    return run.stdout


def recorded_releases(folder):
    """Two files, Laplace noise of scale 1/2 about 0 and 1."""
    draws, files = random.Random(1), []
    for middle in (0, 1):
        files.append(folder / f"{middle}.csv")
        files[-1].write_text("".join(f"{middle + (draws.expovariate(2) - draws.expovariate(2))!r}\n" for _ in range(20000)), encoding="utf-8")
    return files


AUDITS = {
    "two directions": ("measure", "broken/laplace-half-scale", "--budget", "1e5"),
    "spared": ("measure", "laplace", "--budget", "1e5"),
    "at delta": ("measure", "gaussian", "--claim-epsilon", "0.5", "--claim-delta", "1e-3", "--budget", "1e5"),
    "odds": ("measure", "broken/sparse-vector-5", "--budget", "1e5"),
    "odds, naive noise": ("measure", "broken/laplace-float64", "--budget", "3e5"),
    "odds at delta": ("measure", "broken/gaussian-float64-polar", "--budget", "1e6"),
    "strategies": ("measure", "sparse-vector-monotone", "--claim-epsilon", "0.3", "--budget", "1e5"),
    "low bits": ("measure", "laplace", "--low-bits", "--white-box", "--search-budget", "2000", "--budget", "2e4"),
    "a pair that was sought": ("measure", "laplace", "--pair", "search", "--budget", "2e4"),
    "a width": ("measure", "laplace", "--until-width", "0.1", "--budget", "1e5"),
    "check": ("check", "broken/laplace-half-scale", "--budget", "1e5"),
    "check, spared": ("check", "laplace", "--budget", "1e5"),
    "check at delta": ("check", "broken/gaussian-float64-ziggurat", "--budget", "1e5"),
    "check in one direction": ("check", "broken/histogram-unthresholded", "--budget", "1e5"),
    "check of rare symbols": ("check", "broken/reused-seed-pool", "--budget", "1e4"),
    "check of mu": ("check", "gaussian", "--sigma", "1", "--claim-mu", "0.8", "--budget", "1e5"),
    "check of mu, spared": ("check", "gaussian-analytic", "--budget", "1e4"),
    "check of a trade-off": ("check", "laplace", "--claim-tradeoff", "gaussian sigma=2 x3", "--budget", "1e4"),
    "check of points": ("check", "gaussian", "--sigma", "1", "--claim-tradeoff", "1:1e-6,0.5:0.01", "--budget", "1e4"),
    "check of a rho": ("check", "gaussian-analytic", "--sigma", "1", "--claim-rho", "0.4", "--budget", "1e5"),
    "check of divergences, spared": ("check", "laplace", "--claim-rdp", "2:0.62", "--claim-rdp", "8:0.92", "--budget", "1e4"),
    "check of several claims": ("check", "gaussian-analytic", "--sigma", "1", "--claim-mu", "0.7", "--claim-rho", "0.5", "--budget", "1e5"),
    "measurement of a rho": ("measure", "permute-and-flip", "--n", "2", "--claim-rho", "0.125", "--budget", "1e5"),
    "measurement of divergences": ("measure", "laplace", "--claim-rdp", "2:0.62", "--claim-rdp", "8:0.92", "--budget", "1e5"),
    "measurement of several claims": ("measure", "laplace", "--claim-epsilon", "1", "--claim-rho", "0.5", "--budget", "1e5"),
    "timed check of a rho": ("check", "laplace", "--claim-rho", "0.1", "--timing", "--budget", "5e3"),
    "timed check": ("check", "gaussian", "--claim-mu", "0.9", "--timing", "--budget", "5e3"),
    "timed measurement, played": ("measure", "broken/laplace-half-scale", "--timing", "--budget", "5e3"),
    "timed measurement at delta, played": ("measure", "gaussian", "--claim-epsilon", "0.5", "--claim-delta", "1e-3", "--timing", "--budget", "5e3"),
    "a program, its datasets as typed": ("measure", "--exec", "python3 examples/external/laplace.py 1", "--d", "[0.0]", "--d-prime", "[1.0]", "--claim-epsilon", "0.5", "--budget", "2e4"),
    "a program": ("measure", "--exec", "python3 examples/external/laplace.py 1", "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "0.5", "--budget", "2e4"),
    "a program checked": ("check", "--exec", "python3 examples/external/laplace.py 1", "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "0.5", "--budget", "2e4"),
}


def timed_measurement(r):
    """A measurement of a tally of timed trials. Its bounds were computed by quadratures and bisections of 40 digits, which share nothing with what is tested."""
    r.pop("strategies", None)
    r["timing"], r["epsilon_exact"], r["delta"], r["level"] = True, None, Real("0.0"), Real("0.05")
    r["claim"], r["decision"], r["replicates"], r["trials"] = {"epsilon": Real("1.0"), "delta": Real("0.0")}, "refuted", [0, 1000], {"search": 250, "certify": 1000}
    r["tally"] = {"right": 300, "wrong": 50, "abstained": 650}
    r["witness"]["probability_d"], r["witness"]["probability_d_prime"] = Real("0.32"), Real("0.28")  # 160 and 140 of 500
    r["epsilon_estimate"], r["epsilon_lower_bound"] = Real("1.791759469228055"), Real("1.3070300945790")
    r["delta_lower_bound"], r["total_variation_lower_bound"] = Real("0.0612111849290"), Real("0.1871354035558")
    r["mu_lower_bound"], r["renyi_lower_bound"] = Real("0.7448983168432"), Real("0.3457900327188")
    r["detectable_epsilon"], r["blind_spot"] = Real("1.75524655462"), Real("0.0632815756435")


def timed_measurement_at_delta(r):
    timed_measurement(r)
    r["delta"] = r["claim"]["delta"] = Real("1e-05")
    r["epsilon_lower_bound"], r["epsilon_estimate"] = Real("1.2967319294226"), Real("1.791726135339721")  # ln((300 - 0.01) / 50)
    r["detectable_epsilon"], r["blind_spot"] = Real("1.81220619818"), Real("0.0557237634374")


def made(texts, name, change):
    r = read(texts[name])
    change(r)
    r["provenance"]["digest"] = digest(r)
    return r


failures, RECORDS = [], {}
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    texts = {name: ask(*arguments, "--json") for name, arguments in AUDITS.items()}
    texts["recorded releases"] = ask("measure", "--releases", *recorded_releases(folder), "--claim-epsilon", "1", "--json")
    texts["recorded releases checked"] = ask("check", "--releases", folder / "0.csv", folder / "1.csv", "--claim-epsilon", "1", "--json")
    RECORDS.update({name: read(text) for name, text in texts.items()})
    RECORDS["timed measurement"] = made(texts, "two directions", timed_measurement)
    RECORDS["timed measurement at delta"] = made(texts, "two directions", timed_measurement_at_delta)
    for name, record in RECORDS.items():
        failures += [f"{name}, which nobody touched: {problem}" for problem in verified(record).problems]

    ask("measure", "--all", "--budget", "2e4", "--out", folder)
    catalogue = sorted(map(str, (folder / "records").glob("*.json")))
    run = subprocess.run([sys.executable, TOOL, *catalogue], capture_output=True, text=True, check=False)
    if run.returncode != 0 or run.stdout.count(": holds\n") != len(catalogue) or len(catalogue) < 100:
        wrong = [line for line in run.stdout.splitlines() if "not checked" not in line and not line.endswith(": holds")]
        failures += [f"the catalogue's {len(catalogue)} records: exit {run.returncode}", run.stderr, *wrong]

    negative = texts["check"].replace('"abstained":', '"abstained":-')
    flipped, later = texts["check"].replace('"refuted",\n', '"not refuted",\n'), texts["check"].replace("record/1", "record/2")
    endless = texts["two directions"].replace('"right":', '"right":5000000000000000', 1)
    for text, code in ((texts["check"], 0), (flipped, 1), (negative, 2), (later, 2), (endless, 2), ("{}", 2), ("{", 2), ("[]", 2), ("[" * 200000, 2)):
        got = subprocess.run([sys.executable, TOOL, "-"], input=text, capture_output=True, text=True, check=False).returncode
        if got != code:
            failures.append(f"exit {got}, not {code}, of {text[:60]!r}")

SAYS = RECORDS["check at delta"]["witness"]["strategy"]
KINDS = {"a biased coin": "odds" in RECORDS["odds"]["tally"], "a biased coin at delta": "odds" in RECORDS["odds at delta"]["tally"], "layers": "layers" in RECORDS["check of mu"]["sequential"]["rounds"][2],
         "a check at delta that ends in one direction": SAYS["say_d_from"] == "inf" or SAYS["say_d_prime_to"] == "-inf"}
failures += [f"{kind}: no record was made with it (choose another mechanism)" for kind, made_one in KINDS.items() if not made_one]
width = max(len(name) for name, *_ in TAMPERINGS)
for name, of, field, change in TAMPERINGS:
    tampered = read(texts[of]) if of in texts else made(texts, "two directions", timed_measurement)
    change(tampered)
    if name not in UNSIGNED:
        tampered["provenance"]["digest"] = digest(tampered)
    problems = verified(tampered).problems
    reason = next((problem for problem in problems if problem.startswith(field + ": ")), None)
    print(f"{name:{width}}  {reason or 'NOT CAUGHT: ' + str(problems)}")
    if not reason:
        failures.append(f"{name}: {field} is not named, only {[problem.split(': ')[0] for problem in problems]}")
print(f"{len(RECORDS) + len(catalogue)} records, {len(TAMPERINGS)} tamperings, {len(failures)} failures", *failures, sep="\n")
sys.exit(bool(failures))
