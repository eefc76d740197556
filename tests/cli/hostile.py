"""A program that answers badly, in as many ways as there are words: hostile.py HOW. It answers well until something goes wrong."""
import json
import os
import random
import signal
import struct
import sys
import time

HOW = sys.argv[1]


def noisy(count):
    return round((count + random.expovariate(1) - random.expovariate(1)) * 256) / 256


def line_of(count, i):
    if HOW == "nan" and i % 7 == 0:
        return "nan"
    if HOW == "nan-leak" and count > 0 and i % 7 == 0:
        return "NaN"
    if HOW == "late-word" and i > 1000:
        return "Error"
    if HOW == "blank":
        return ""
    if HOW == "sentence":
        return "division by zero"
    if HOW == "semicolon":
        return f"{noisy(count)};1"
    if HOW == "digits":
        return str(2**53 + 2 * random.randrange(1000) + 1)
    if HOW == "bytes":
        return "x" + os.urandom(9).hex()
    if HOW == "control":
        return "1\x07"
    if HOW == "turned":
        return "\u202eeslaf" if count > 0 else "false"
    if HOW == "constant":
        return "hello"
    if HOW == "length-leak":
        return ",".join(["1"] * (3 if count > 0 and random.random() < 0.5 else 2))
    if HOW == "late-length" and i > 1000:
        return "1,2"
    if HOW in ("words", "fixed-words"):
        return "yes" if (random.random() < 0.5) == (count > 0) else "no"
    if HOW == "long-line" and i == 50:
        return "7" * 3_000_000
    return str(noisy(count))


if HOW == "no-start":
    sys.exit("cannot find the model file")
if HOW in ("stubborn", "daemon"):  # ignores SIGTERM, and so do its children; a daemon's child leaves the process group, too
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for _ in range(2):
        if os.fork() == 0:
            if HOW == "daemon":
                os.setsid()
                if os.fork() > 0:
                    os._exit(0)
            with open(sys.argv[2], "a") as pids:
                pids.write(f"{os.getpid()}\n")
            time.sleep(600)
            os._exit(0)
    with open(sys.argv[2], "a") as pids:
        pids.write(f"{os.getpid()}\n")
if HOW == "chatter":
    sys.stderr.write("x" * 1_000_000)

if HOW != "fresh":
    random.seed(1)
requests = 0
for line in sys.stdin:
    if HOW == "show":
        sys.exit(line)
    request = json.loads(line)
    requests += 1
    if HOW not in ("fixed", "fixed-words", "fresh"):
        random.seed(request["seed"])
    count, n = sum(x for x in map(float, request["dataset"]) if x == x), request["trials"]  # NaN is left out
    if HOW == "counts":
        with open(sys.argv[2], "a") as counts:
            counts.write(f"{n}\n")
    if HOW == "crash" and requests == 5:
        print(noisy(count), flush=True)
        raise RuntimeError("the budget is negative")
    if HOW == "signal" and requests == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    if HOW == "hang" and requests == 5:
        time.sleep(600)
    if HOW == "memory" and requests == 5:
        bytearray(1 << 30)
    if HOW == "binary":
        sys.stdout.buffer.write(b"".join(struct.pack("<dd", noisy(count), 1) for _ in range(n)))
        sys.stdout.buffer.flush()
        continue
    many = n + 1 if HOW == "many" else n - 1 if HOW == "few" else n
    if HOW == "slow" and count > 0:
        time.sleep(0.002)
    if HOW == "unended":
        print("1\n" * (n - 1) + "1", end="", flush=True)
        continue
    for i in range(many):
        print(line_of(count, i))
    sys.stdout.flush()
    if HOW == "late-line" and requests == 5:
        time.sleep(0.2)
        print("done", flush=True)
    if HOW == "once":
        break
if HOW == "farewell":
    print("bye", flush=True)
while HOW in ("stubborn", "daemon", "stays"):
    time.sleep(1)
