"""Every notebook runs from top to bottom, and is stored without outputs.

usage: run_notebooks.py FOLDER
"""
import json
import pathlib
import sys
import time


def main():
    try:
        import ipykernel  # noqa: F401
        import nbconvert  # noqa: F401
        import pandas  # noqa: F401
    except ImportError as error:
        print(f"SKIPPED: {error} (scripts/setup --docs)")
        sys.exit(77)
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools/site"))
    import notebooks

    wrong = 0
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.ipynb"))
    for path in paths:
        stored = json.loads(path.read_text(encoding="utf-8"))
        if any(cell.get("outputs") or cell.get("execution_count") for cell in stored["cells"]):
            wrong += 1
            print(f"{path.name}: is stored with outputs")
        begun = time.monotonic()
        try:
            notebooks.executed(path)
        except Exception as error:  # noqa: BLE001  what a cell raises is what is wanted to know
            wrong += 1
            print(f"{path.name}: {error}")
        print(f"{path.name}: {time.monotonic() - begun:.1f} s")
    print(f"{len(paths)} notebooks, {wrong} wrong")
    sys.exit(1 if wrong or not paths else 0)


if __name__ == "__main__":
    main()
