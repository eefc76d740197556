"""The Python package's reference, as a page: from its sources alone, whose docstrings are numpydoc."""
import ast
import inspect
import re
import textwrap

UNDERLINED = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
ROLE = re.compile(r":\w+:`(?:warner\.)?([\w.]+)`")
WIDTH = 100


def page(package):
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("*.py"))}
    sources = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in package.glob("*.py")}
    front = modules["__init__"]
    exported = next(ast.literal_eval(node.value) for node in front.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    lines = ["# Python", "", *_prose(ast.get_docstring(front)), ""]
    elsewhere = []
    for node in front.body:
        if not isinstance(node, ast.ImportFrom):
            continue
        names = [alias.asname or alias.name for alias in node.names if (alias.asname or alias.name) in exported]
        if node.module == "_core":
            elsewhere += [name for name in names if not name.startswith("__")]
        elif names:
            lines += _module("warner", node.module, names, modules, sources)
    if elsewhere:
        lines += ["## Errors", ""]
        lines += [f"### {name}\n\n`warner.{name}`: an exception. A program or a function crashed, hung, or wrote what is no release.\n" for name in elsewhere]
    for module in modules:
        if not module.startswith("_") and module not in ("pytest_plugin", "respond"):
            names = [node.name for node in modules[module].body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")]
            lines += _module(f"warner.{module}", module, names, modules, sources)
    return "\n".join(lines)


def _module(prefix, module, names, modules, sources):
    doc = ast.get_docstring(modules[module]) or ""
    title, _, rest = doc.partition("\n")
    title, _, more = title.partition(":") if ":" in title else title.partition(",")
    lines = [f"## {title.strip().rstrip('.')}", ""]
    if more.strip():
        lines += [more.strip()[0].upper() + more.strip()[1:], ""]
    lines += [*_prose(rest.strip()), ""]
    assigned = {target.id: node for node in modules[module].body if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Name)}
    for name in sorted(set(names) & assigned.keys()):
        made = next(node for node in modules[module].body if getattr(node, "name", None) == assigned[name].value.func.id)
        lines += [f"### {name}", "", *_prose(ast.get_docstring(made)), ""] + _methods(name, made)
    found = [node for node in modules[module].body if getattr(node, "name", None) in names]
    for node in sorted(found, key=lambda node: isinstance(node, ast.ClassDef)):  # what one calls before what one gets
        lines += _class(prefix, node, sources[module]) if isinstance(node, ast.ClassDef) else _function(f"{prefix}.{node.name}", node, "###")
    return lines


def _function(name, node, hashes, heading=None):
    returns = f" -> {_type(node.returns)}" if node.returns else ""
    lines = [f"{hashes} {heading or name.rpartition('.')[2]}", "", "```python", *_signature(name, node.args, returns), "```", ""]
    return lines + [*_sections(ast.get_docstring(node) or ""), ""]


def _signature(name, args, returns):
    words = [word for word in _arguments(args) if word not in ("self", "cls")]
    whole = f"{name}({', '.join(words)}){returns}"
    if len(whole) <= WIDTH:
        return [whole]
    filled = textwrap.wrap(", ".join(word.replace(" ", "\0") for word in words), WIDTH, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [f"{name}(", *(line.replace("\0", " ") for line in filled), f"){returns}"]


def _arguments(args):
    positional = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    for argument, default in zip(positional, defaults):
        yield _argument(argument, default)
        if args.posonlyargs and argument is args.posonlyargs[-1] and argument.arg != "self":
            yield "/"
    if args.vararg:
        yield f"*{args.vararg.arg}"
    elif args.kwonlyargs:
        yield "*"
    for argument, default in zip(args.kwonlyargs, args.kw_defaults):
        yield _argument(argument, default)
    if args.kwarg:
        yield f"**{args.kwarg.arg}"


def _argument(argument, default):
    """Without its type, which the table below says in words."""
    return argument.arg + (f"={ast.unparse(default)}" if default is not None else "")


def _type(node):
    return ast.unparse(node).strip("'")


def _class(prefix, node, source):
    lines = [f"### {node.name}", ""]
    fields = _fields(node, source)
    made = next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"), None)
    if any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list):
        asked = ", ".join(name + (f"={default}" if default else "") for name, _, default, _ in fields)
        if len(asked) < 2 * WIDTH:
            lines += ["```python", f"{prefix}.{node.name}({asked})", "```", ""]
    elif made:
        lines += ["```python", *_signature(f"{prefix}.{node.name}", made.args, ""), "```", ""]
    doc = ast.get_docstring(node) or ""
    lines += [*_sections(doc), ""]
    if fields and not UNDERLINED.search(doc):
        lines += ["| field | type | |", "|---|---|---|"]
        lines += [f"| `{name}` | {_code(kind)} | {_inline(meaning)} |" for name, kind, _, meaning in fields if not name.startswith("_")] + [""]
    return lines + _methods(node.name, node)


def _methods(of, node):
    lines = []
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or item.name.startswith("_") or not ast.get_docstring(item):
            continue
        if any(ast.unparse(decorator) == "property" for decorator in item.decorator_list):
            lines += [f"#### {of}.{item.name}", "", *_sections(ast.get_docstring(item)), ""]
        else:
            lines += _function(f"{of}.{item.name}", item, "####", f"{of}.{item.name}")
    return lines


def _fields(node, source):
    found = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            said = re.search(r"#: (.*)$", source[item.end_lineno - 1])
            default = ast.unparse(item.value) if item.value is not None else ""
            found.append((item.target.id, _type(item.annotation), "" if default.startswith("dataclasses.field") else default, said[1] if said else ""))
    return found


def _code(text):
    return "`" + text.replace("|", "or") + "`"


def _inline(text):
    text = ROLE.sub(lambda match: f"[`{match[1]}`](#{match[1].lower().replace('.', '')})", text)
    text = re.sub(r"``(.+?)``", r"`\1`", " ".join(text.split()))
    text = re.sub(r"\bdocs/([\w/]+\.md)", r"[docs/\1](../\1)", text)
    return re.sub(r"(?<![\\`])\*\*(?=\w+\b(?!\*))", r"\\*\\*", text)


def _prose(text):
    """Paragraphs, and examples that begin with >>>."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text or "")):
        if paragraph.startswith(">>>"):
            yield from ("```pycon", paragraph, "```")
        elif paragraph:
            yield _inline(paragraph)
        yield ""


def _sections(doc):
    head, *rest = UNDERLINED.split(inspect.cleandoc(doc))
    yield from _prose(head)
    for title, body in zip(rest[::2], rest[1::2]):
        if title in ("Examples", "Notes"):
            yield from ("**Examples**" if title == "Examples" else "", "")
            yield from _prose(body)
            continue
        items = [item for item in re.split(r"^(?=\S)", body.strip("\n"), flags=re.MULTILINE) if item.strip()]
        if title in ("Parameters", "Attributes"):
            yield from (f"| {'argument' if title == 'Parameters' else 'attribute'} | type | |", "|---|---|---|")
            for item in items:
                head, _, meaning = item.partition("\n")
                name, _, kind = head.partition(" : ")
                names = ", ".join(f"`{one.strip()}`" for one in name.split(","))
                yield f"| {names} | {_inline(kind)} | {_inline(meaning)} |"
        else:
            yield from (f"**{title}**", "")
            for item in items:
                head, _, meaning = item.partition("\n")
                yield f"- `{head.strip()}`" + (f": {_inline(meaning)}" if meaning.strip() else "")
        yield ""
