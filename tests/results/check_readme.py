"""What README.md shows is what the program prints, but for the seconds that it took.

usage: check_readme.py README WARNER [--write]     --write puts in what is printed now
"""
import re
import subprocess
import sys

readme, warner = sys.argv[1:3]
with open(readme, encoding="utf-8") as file:
    text = file.read()


def printed(arguments):
    answer = subprocess.run([warner, *arguments.split()], capture_output=True, text=True, check=False)
    assert answer.returncode in (0, 1), (arguments, answer.stderr)
    return "".join(f"    {line}\n" for line in answer.stdout.splitlines())


def without_seconds(block):
    return re.sub(r"\([0-9.]+ s\)", "(.. s)", block)


def renewed(match):
    now = printed(match[2])
    return match[0] if without_seconds(now) == without_seconds(match[3]) else match[1] + now


SHOWN = re.compile(r"(    \$ warner ([^\n]+)\n\n)((?:    [^\n]*\n)+)")
shown = SHOWN.findall(text)
if "--write" in sys.argv:
    with open(readme, "w", encoding="utf-8") as file:
        file.write(SHOWN.sub(renewed, text))
    sys.exit(0)

stale = 0
for _, arguments, block in shown:
    now = printed(arguments)
    if without_seconds(now) != without_seconds(block):
        stale += 1
        print(f"README.md shows another output of `warner {arguments}` than:\n{now}")
print(f"{len(shown)} outputs shown, {stale} stale" + (" (scripts/regenerate mends them)" if stale else ""))
sys.exit(stale > 0 or not shown)
