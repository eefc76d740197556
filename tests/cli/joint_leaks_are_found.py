#!/usr/bin/env python3
"""joint_leaks_are_found.py WARNER: programs that leak in what several columns say together are refuted.

The claims lie between what was certified before the search looked for such leaks, and what is now."""
import os, shlex, subprocess, sys

warner = sys.argv[1]
program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "joint_leaks.py")
cases = [("rare-raw", "3e5", 2.5), ("labelled", "3e4", 1.3), ("angle", "3e4", 1), ("cancels", "3e4", 7.5), ("hidden", "3e4", 6),
         ("equal", "3e4", 3), ("shell", "3e4", 1), ("parity", "3e4", 0.9), ("modulo", "3e4", 1), ("reused", "1e5", 3),
         ("records", "3e4", 2.5), ("layer", "3e4", 2.4), ("series", "3e4", 1.9), ("motif", "3e4", 4.8), ("margins", "3e4", 3),
         ("skips", "1e5", 2), ("spread", "3e4", 2.5)]
for kind, budget, claim in cases:
    made = subprocess.run([warner, "measure", "--exec", shlex.join([sys.executable, program, kind]), "--d", "[0]", "--d-prime", "[1]",
                           "--claim-epsilon", str(claim), "--budget", budget, "--seed", "1"], capture_output=True, text=True)
    assert made.returncode == 1, f"{kind}: exit code {made.returncode} in place of 1\n{made.stdout}{made.stderr}"
