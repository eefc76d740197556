"""check_report.py WARNER: the report in a browser.

Loads without errors on the console, no table or text is wider than a phone (400 px) or a screen (1400 px), every column sorts both ways, nothing is fetched, text from
files stays text. Exit code 77 (skipped) where Chromium is not installed.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WARNER = pathlib.Path(sys.argv[1]).resolve()
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# Runs in a page that holds the report in frames of both widths, and writes down what it finds.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><body>
<iframe data-width="400" src="report.html" style="width:400px;height:900px;border:0"></iframe><iframe data-width="1400" src="report.html" style="width:1400px;height:900px;border:0"></iframe>
<script>
"use strict";
const found = [];
const sorted = (values, sign) => values.every((v, i) => i === 0 || sign * (isNaN(v) || isNaN(values[i - 1]) ? String(values[i - 1]).localeCompare(String(v), "en") : values[i - 1] - v) <= 0);
function probe(frame) {
  const page = frame.contentDocument, width = Number(frame.dataset.width), root = page.documentElement;
  const say = (what) => found.push(`${width} px: ${what}`);
  if (frame.contentWindow.innerWidth !== width) say(`the frame is ${frame.contentWindow.innerWidth} px wide`);
  if (root.scrollWidth > width) say(`the page is ${root.scrollWidth} px wide`);
  for (const part of page.querySelectorAll("h1, h2, h3, p, td, th, dd, nav a, figcaption, .counts li")) {
    const box = part.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5)) say(`<${part.localName}> ${part.textContent.slice(0, 40)} reaches from ${box.left} to ${box.right}`);
  }
  const tables = [...page.querySelectorAll("table.sortable")];
  if (tables.length !== 2) say(`${tables.length} tables`);
  for (const table of tables)
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = heading.querySelector("button");
      if (!button) return;
      for (const sign of [1, -1]) {
        button.click();
        const cells = [...table.tBodies[0].rows].map((row) => row.cells[column]);
        const values = cells.map((cell) => (cell.dataset.value === undefined ? cell.textContent.trim() : parseFloat(cell.dataset.value)));
        if (!sorted(values, sign)) say(`${button.textContent} does not sort: ${values}`);
        if (heading.getAttribute("aria-sort") !== (sign > 0 ? "ascending" : "descending")) say(`${button.textContent} does not say how it is sorted`);
      }
    });
  if (page.querySelectorAll("img:not([src^='data:']), link, script[src], iframe").length) say("something would be fetched");
  if (page.querySelectorAll("script").length !== 1) say("a script came in");
  if (!page.body.textContent.includes("<script>alert(1)<" + "/script>")) say("the name is not shown as text");
  const drawings = [...page.querySelectorAll("figure img")];
  if (drawings.length < 1) say("no drawing");
  for (const drawing of drawings) {
    if (!drawing.complete || drawing.naturalWidth === 0) say(`the drawing of ${drawing.alt} can not be read`);
    if (!drawing.alt) say("a drawing without a name");
    if (width > 1000 && drawing.getBoundingClientRect().width <= drawing.naturalWidth) say(`the drawing of ${drawing.alt} is no wider than in print`);
  }
  for (const link of page.querySelectorAll("td.number a, figure a"))
    if (!/^(records\\/)?[^:]*\\.(json|csv|txt|md|tex|pdf|png|svg|pgf)$/.test(link.getAttribute("href"))) say(`a number leads to ${link.getAttribute("href")}`);
  return tables.length && tables[0].tBodies[0].rows.length;
}
addEventListener("load", () => {  // after the frames; what it leaves is what the browser prints
  const rows = [...document.querySelectorAll("iframe")].map(probe);
  document.body.textContent = ["FOUND", JSON.stringify({ found, rows }), "END"].join("");
});
</script>"""


def warner(*words):
    run = subprocess.run([WARNER, *map(str, words)], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{words}: {run.stderr}")


def main():
    if BROWSER is None:
        print("check_report: there is no Chromium; skipped", file=sys.stderr)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in ("laplace", "broken/laplace-half-scale", "randomised-response", "gaussian-analytic"):
            warner("measure", name, "--budget", "2e4", "--out", folder / "records" / (name.replace("/", "-") + ".json"))
        named = json.loads((folder / "records" / "laplace.json").read_text())
        named["mechanism"] = "<script>alert(1)</script>" + "a-name-that-is-long-and-has-no-spaces" * 4
        (folder / "records" / "named.json").write_text(json.dumps(named))
        warner("figures", "warner", "--quick", "--out", folder)
        warner("report", folder)
        (folder / "probe.html").write_text(PROBE, encoding="utf-8")
        run = subprocess.run([BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--allow-file-access-from-files", "--enable-logging=stderr",
                              "--window-size=1900,1000", "--dump-dom", f"file://{folder}/probe.html"], capture_output=True, text=True, timeout=120)
        answer = re.search(r"FOUND(.*)END", run.stdout)
        if not answer or not answer[1].startswith("{"):
            sys.exit(f"the probe did not finish\n{run.stdout[-500:]}\n{run.stderr[-2000:]}")
        answer = json.loads(answer[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        problems = answer["found"] + [line for line in run.stderr.splitlines() if "CONSOLE" in line]
        if answer["rows"] != [5, 5]:
            problems.append(f"tables of {answer['rows']} rows")
        if problems:
            sys.exit("\n".join(problems))


main()
