"""Notebooks as pages, with what their cells put out when they are executed now."""
import html
import json
import os
import re

SHOWN = ("text/html", "image/svg+xml", "image/png", "text/plain")


def executed(path):
    """The notebook with its outputs; a cell that raises ends everything."""
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor

    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # the kernel of Debian warns otherwise

    notebook = nbformat.read(path, as_version=4)
    ExecutePreprocessor(timeout=300, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(path.parent)}})
    return json.loads(nbformat.writes(notebook))


def page(path, execute=True):
    notebook = executed(path) if execute else json.loads(path.read_text(encoding="utf-8"))
    lines = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
            continue
        lines += ["```python", source, "```", ""]
        for output in cell.get("outputs", []):
            shown = _shown(output)
            if shown:
                lines += [f'<div class="output">{shown}</div>', ""]
    return "\n".join(lines) + f"\n[This page as a notebook]({path.name})\n"


def _shown(output):
    if output["output_type"] == "stream":
        return _text("".join(output["text"])) if output["name"] == "stdout" else ""
    data = output.get("data", {})
    kind = next((kind for kind in SHOWN if kind in data), None)
    if kind is None:
        return ""
    value = "".join(data[kind])
    if kind == "image/png":
        return f'<img alt="" src="data:image/png;base64,{value.strip()}">'
    if kind == "text/plain":
        return _text(value)
    value = re.sub(r"<style.*?</style>|<metadata>.*?</metadata>|<\?xml.*?\?>|<!DOCTYPE[^>]*>", "", value, flags=re.DOTALL)
    value = value.replace(' border="1" class="dataframe"', "")
    return re.sub(r"\s*\n\s*", " ", value)


def _text(text):
    """On one line, as Markdown wants HTML that it is to leave alone."""
    return "<pre>" + html.escape(text.rstrip("\n")).replace("\n", "&#10;") + "</pre>"
