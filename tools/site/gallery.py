"""The gallery: what each figure shows, with pictures where figures were made."""
import re
import shutil
import subprocess


def page(warner, docs, made, pages):
    listed = subprocess.run([warner, "figures", "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = ["# Figures", "", "`warner figures NAME` makes one of these from nothing, `warner figures` all: as PDF, PNG and SVG, with data, caption, and a", "list of comparisons with exact values. If one of these fails at a family-wise level of 1e-6, so does the command.", "From Python: `warner.figures(\"NAME\", out=\"figures\")`.", ""]
    shown = 0
    for name, summary in (line.split(None, 1) for line in listed.splitlines() if line.strip()):
        theory = docs / "theory" / f"{name}.md"
        lines += [f"## {name}", "", summary + ("" if summary.endswith(".") else ".") + (f" [Statement and proof](theory/{name}.md)." if theory.exists() else ""), ""]
        picture = next((path for path in (*([made / f"{name}.png"] if made else []), docs / "figures" / f"{name}.png") if path.exists()), None)
        if not picture:
            continue
        shown += 1
        where = f"figures/{name}.png"
        if picture.parent != docs / "figures":
            where = f"figures/made/{name}.png"
            (pages / "figures/made").mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, pages / where)
        lines += [f"![{summary}]({where}){{: .figure }}", ""]
        caption = picture.with_suffix(".txt")
        if caption.exists():
            said = re.sub(r"\s+", " ", caption.read_text(encoding="utf-8")).strip()
            lines += ['??? note "Caption"', "    " + re.sub(r"([*_<\\])", r"\\\1", said), ""]
    return "\n".join(lines)
