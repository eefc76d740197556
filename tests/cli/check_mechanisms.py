#!/usr/bin/env python3
"""docs/mechanisms.md is what `warner list --markdown` prints. Usage: check_mechanisms.py docs/mechanisms.md WARNER [--write]"""
import pathlib, subprocess, sys

page, warner = pathlib.Path(sys.argv[1]), sys.argv[2]
made = subprocess.run([warner, "list", "--markdown"], check=True, capture_output=True, text=True).stdout
if "--write" in sys.argv[3:]:
    page.write_text(made)
elif not page.exists() or page.read_text() != made:
    sys.exit(f"{page.name} is not what `warner list --markdown` prints (scripts/regenerate mends it)")
