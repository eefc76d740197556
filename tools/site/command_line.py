"""What every verb says of itself, as a page."""
import re
import subprocess

SECTION = re.compile(r"^(\S[^\n]*):\n((?:(?:  [^\n]*)?\n)+)", re.MULTILINE)


def said(warner, *words):
    return subprocess.run([warner, *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def page(warner):
    whole = said(warner, "--help")
    intro, _, verbs = whole.partition("Subcommands:")
    codes = re.search(r"^Exit codes: (.*?)\.$", intro, re.MULTILINE | re.DOTALL)[1].replace(",\n", ", ").split(", ")
    lines = ["# Command line", "", "Of every verb, what `warner VERB --help` says. What is said here of options holds of the package's arguments, too: they have the", "same names, with `_` for `-`.", ""]
    lines += ["| exit code | |", "|---|---|"] + [f"| {code.split(' ', 1)[0]} | {code.split(' ', 1)[1]} |" for code in codes] + [""]
    found = re.findall(r"^  (\w[\w-]*) {2,}(.*)$", verbs, re.MULTILINE)
    for verb, summary in found:
        lines += [f"## {verb}", "", *_sections(said(warner, verb, "--help"), summary), ""]
    return "\n".join(lines)


def _sections(text, summary):
    """Options as tables, examples and the like as they are printed."""
    yield summary + ("" if summary.endswith(".") else ".")
    yield ""
    text = re.sub(r"\A.*?(?=^Usage:)", "", text, flags=re.DOTALL | re.MULTILINE)
    usage, _, rest = text.partition("\n")
    yield "```"
    yield usage.replace("Usage: ", "")
    yield "```"
    yield ""
    for title, body in SECTION.findall(rest + "\n"):
        options = re.findall(r"^  (\S.*?)(?: {2,}|\n {10,})(\S[^\n]*)\n", body, re.MULTILINE)
        options = [(re.sub(r" Excludes: \S+", "", option), meaning) for option, meaning in options if option not in ("--help", "--version")]
        if title == "Examples" or not options:
            yield f"{title}:"
            yield ""
            yield "```"
            yield re.sub(r"^  ", "", body.rstrip("\n"), flags=re.MULTILINE)
            yield "```"
        else:
            if title.startswith("Parameters of mechanisms"):
                yield '??? note "Parameters of mechanisms"'
                indent = "    "
            else:
                yield f"**{title}**"
                indent = ""
            yield ""
            yield f"{indent}| {'option' if title != 'Positionals' else 'what'} | |"
            yield f"{indent}|---|---|"
            for option, meaning in options:
                yield f"{indent}| `{_escaped(option)}` | {_escaped(meaning)} |"
        yield ""
    for line in filter(str.strip, SECTION.sub("", rest + "\n").splitlines()):  # what is said below the options
        yield _escaped(line)
        yield ""


def _escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;") if "`" not in text else text.replace("|", "\\|")
