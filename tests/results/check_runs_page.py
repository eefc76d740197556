"""check_runs_page.py WARNER TEST_RESULTS: the page of many runs, and the badge, in a browser.

Loads without errors on the console, nothing is wider than a phone (400 px) or a screen (1400 px), columns sort, nothing is fetched, text from files stays text, every case has
a picture with a mark a run. Exit code 77 (skipped) where Chromium is not installed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WARNER, TEST_RESULTS = (pathlib.Path(word).resolve() for word in sys.argv[1:])
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MANY = 30

PROBE = """<!DOCTYPE html><meta charset="utf-8"><body><img id="badge" src="privacy.svg">
<iframe data-width="400" src="runs.html" style="width:400px;height:900px;border:0"></iframe><iframe data-width="1400" src="runs.html" style="width:1400px;height:900px;border:0"></iframe>
<script>
"use strict";
const found = [];
function probe(frame) {
  const page = frame.contentDocument, width = Number(frame.dataset.width);
  const say = (what) => found.push(`${width} px: ${what}`);
  for (const item of page.querySelectorAll("details")) item.open = true;
  if (page.documentElement.scrollWidth > width) say(`the page is ${page.documentElement.scrollWidth} px wide`);
  for (const part of page.querySelectorAll("h1, h2, p, td, th, pre, summary, .history")) {
    const box = part.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5)) say(`<${part.localName}> ${part.textContent.slice(0, 40)} reaches from ${box.left} to ${box.right}`);
  }
  const tables = [...page.querySelectorAll("table.sortable")];
  if (tables.length !== 2) say(`${tables.length} tables`);
  for (const table of tables)
    for (const heading of table.tHead.rows[0].cells) {
      const button = heading.querySelector("button");
      if (!button) continue;
      button.click();
      if (heading.getAttribute("aria-sort") !== "ascending") say(`${button.textContent} does not sort`);
    }
  for (const picture of page.querySelectorAll("td .history"))
    if (picture.querySelectorAll(".passed, .failed, .open, path.error").length !== MANY) say("a picture without a mark for every run");
  if (page.querySelectorAll("img, link, script[src], iframe").length) say("something would be fetched");
  if (page.querySelectorAll("script").length !== 1) say("a script came in");
  if (!page.body.textContent.includes("<script>alert(1)<" + "/script>")) say("the name is not shown as text");
  return tables[0].tBodies[0].rows.length;
}
addEventListener("load", () => {
  const rows = [...document.querySelectorAll("iframe")].map(probe);
  const badge = document.getElementById("badge");
  if (badge.naturalHeight !== 20 || badge.naturalWidth < 100) found.push(`the badge is ${badge.naturalWidth} by ${badge.naturalHeight}`);
  document.body.textContent = ["FOUND", JSON.stringify({ found, rows }), "END"].join("");
});
</script>""".replace("MANY", str(MANY))


def main():
    if BROWSER is None:
        print("check_runs_page: there is no Chromium; skipped", file=sys.stderr)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        subprocess.run([TEST_RESULTS, "[.sample-reports]"], check=True, capture_output=True, env={**os.environ, "WARNER_SAMPLE_REPORTS": temporary})
        sample = json.loads((folder / "sample.run.json").read_text(encoding="utf-8"))
        for file in folder.glob("*.json"):
            file.unlink()
        sample["outcomes"][1]["name"] = "<script>alert(1)</script>" + "a-name-that-is-long-and-has-no-spaces" * 4
        for i in range(MANY):
            sample["started"] = f"2026-10-{i + 1:02}T08:00:00Z"
            (folder / f"{i}.json").write_text(json.dumps(sample), encoding="utf-8")
        subprocess.run([WARNER, "report", folder, "--badge", folder / "privacy.svg"], check=True, capture_output=True)
        (folder / "probe.html").write_text(PROBE, encoding="utf-8")
        run = subprocess.run([BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--allow-file-access-from-files", "--enable-logging=stderr",
                              "--window-size=1900,1000", "--dump-dom", f"file://{folder}/probe.html"], capture_output=True, text=True, timeout=120)
        answer = re.search(r"FOUND(.*)END", run.stdout)
        if not answer or not answer[1].startswith("{"):
            sys.exit(f"the probe did not finish\n{run.stdout[-500:]}\n{run.stderr[-2000:]}")
        answer = json.loads(answer[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        problems = answer["found"] + [line for line in run.stderr.splitlines() if "CONSOLE" in line]
        if answer["rows"] != [6, 6]:
            problems.append(f"tables of {answer['rows']} rows")
        if problems:
            sys.exit("\n".join(problems))


main()
