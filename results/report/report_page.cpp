#include "results/report/report_page.hpp"

namespace warner::results {

std::string_view report_style() {
  return R"css(
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1d21; --faint: #5c6370; --line: #d9dce1; --tint: #f4f5f7;
  --blue: #0072b2; --orange: #c04f00; --alarm: #a3123f; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #e6e8eb; --faint: #a3aab5; --line: #3a3f47; --tint: #20242a;
  --blue: #56b4e9; --orange: #f0984a; --alarm: #ff7d9c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .6rem; } h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { max-width: 46rem; } .faint { color: var(--faint); } a { color: var(--blue); }
.counts { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.counts li { flex: 1 1 7rem; padding: .6rem .8rem; background: var(--tint); border-radius: .4rem; color: var(--faint); font-size: .9rem; }
.counts b { display: block; font-size: 1.6rem; line-height: 1.2; color: var(--ink); font-variant-numeric: tabular-nums; }
.counts .alarm b, .alarm { color: var(--alarm); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .5rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: middle; }
thead th { position: sticky; top: 0; background: var(--paper); white-space: nowrap; }
th button { all: unset; cursor: pointer; font-weight: 600; } th button:focus-visible { outline: 2px solid var(--blue); }
th[aria-sort=ascending] button::after { content: " \2191"; } th[aria-sort=descending] button::after { content: " \2193"; }
td.number, th.number { text-align: right; } td.mechanism { overflow-wrap: anywhere; }
.refuted { color: var(--orange); font-weight: 600; } td small { display: block; }
.gauge { width: 8rem; height: 1.1rem; display: block; } .gauge .line { stroke: var(--line); stroke-width: 2; }
.gauge .bound { stroke: var(--blue); stroke-width: 6; } .gauge .over { stroke: var(--orange); }
.gauge .claim { stroke: var(--ink); stroke-width: 2; } .gauge .exact { fill: none; stroke: var(--ink); stroke-width: 1.5; }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 1.2rem 0; } td.number a { color: inherit; text-decoration: none; } td.number a:hover, td.number a:focus-visible { text-decoration: underline; }
.sortable + figure { margin-top: 2.2rem; }
.key { max-width: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: center; font-size: .85rem; color: var(--faint); }
.key span { display: inline-flex; align-items: center; gap: .4rem; } .key .gauge { width: 1.6rem; }
details { border-bottom: 1px solid var(--line); padding: .45rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .15rem 1rem; margin: .6rem 0; font-size: .92rem; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; } code { font-size: .9em; }
sup, sub { line-height: 0; }
figure { margin: 0 0 2.2rem; } figcaption { max-width: 46rem; font-size: .92rem; white-space: pre-line; margin-top: .5rem; }
.plate { background: #fff; border: 1px solid var(--line); border-radius: .4rem; padding: .6rem; }
.plate img { --natural: 72rem; display: block; width: 100%; max-width: var(--natural); margin: 0 auto; height: auto; }
footer { margin-top: 3rem; font-size: .85rem; color: var(--faint); }
@media (max-width: 44rem) {
  table, tbody { display: block; } thead tr { display: flex; flex-wrap: wrap; gap: .3rem; } thead { display: block; }
  thead th { position: static; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem; font-size: .85rem; } thead th.plain { display: none; }
  tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem .8rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; border: 0; padding: 0; } td.number { text-align: left; } td.mechanism, td.picture { grid-column: 1 / -1; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--faint); font-size: .85rem; font-weight: 400; } td small { display: inline; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .3rem; }
  .plate { overflow-x: auto; } .plate img { min-width: min(34rem, calc(var(--natural) * .7)); }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #444; --line: #bbb; --tint: #f4f5f7; --blue: #0072b2; --orange: #a04000; --alarm: #a3123f; }
  body { max-width: none; font-size: 10pt; padding: 0; } tr, figure, details, .counts { break-inside: avoid; } h2 { break-after: avoid; }
  .gauge { width: 5rem; } td { white-space: normal; } td[data-label=decision] { white-space: nowrap; } p { break-inside: avoid; }
  nav { display: none; } thead th { position: static; } th button::after { content: "" !important; } a { color: inherit; text-decoration: none; }
}
)css";
}

std::string_view report_script() {
  return R"js(
"use strict";
// A click on a column's heading sorts by it; another click turns it round. Cells carry the number to sort by.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const key = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const compare = (a, b) => {
    const x = parseFloat(a), y = parseFloat(b);
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en") : x === y ? 0 : x < y ? -1 : 1;
  };
  headings.forEach((heading, column) => heading.querySelector("button")?.addEventListener("click", () => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a, column), key(b, column)));
    body.append(...rows);
  }));
}
const openTarget = () => {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener("hashchange", openTarget);
openTarget();
addEventListener("beforeprint", () => { for (const item of document.querySelectorAll("details")) item.open = true; });
)js";
}

}  // namespace warner::results
