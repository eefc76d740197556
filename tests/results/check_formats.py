#!/usr/bin/env python3
"""docs/formats: schemas, and tables of pages, are what fields of the record and keys of suites are declared as.

usage: check_formats.py docs/formats WARNER [--write]     --write puts in what follows from the declarations
"""
import json
import pathlib
import re
import subprocess
import sys

folder, warner = pathlib.Path(sys.argv[1]), sys.argv[2]
made = json.loads(subprocess.run([warner, "formats"], check=True, capture_output=True, text=True).stdout)
TABLE = re.compile(r"(<!-- table: (\w+) [^\n]*-->\n)(.*?)(<!-- end of table -->\n)", re.DOTALL)
fresh = {}
for name, format in made.items():
    page = (folder / f"{name}.md").read_text(encoding="utf-8")
    if sorted(table for _, table, _, _ in TABLE.findall(page)) != sorted(format["tables"]):
        sys.exit(f"{name}.md: needs a place for each of the tables {', '.join(format['tables'])}")
    fresh[f"{name}.schema.json"] = format["schema"]
    fresh[f"{name}.md"] = TABLE.sub(lambda found: found[1] + format["tables"][found[2]] + found[4], page)
stale = [name for name, text in fresh.items() if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8") != text]
if "--write" in sys.argv[3:]:
    for name in stale:
        (folder / name).write_text(fresh[name], encoding="utf-8")
elif stale:
    sys.exit(f"{', '.join(stale)}: not what results/audit/record_fields.cpp, results/suite/*_fields.cpp and cli/suite_keys.cpp say (scripts/regenerate mends it)")
