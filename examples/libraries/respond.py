"""One mechanism of a library as a program of docs/external.md: respond.py ROWS NAME."""
import importlib.util
import json
import sys
import warnings


def rows_of(path):
    spec = importlib.util.spec_from_file_location("rows", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    warnings.simplefilter("ignore")
    make = rows_of(sys.argv[1]).MAKE[sys.argv[2]]
    release = make()
    for line in sys.stdin:
        request = json.loads(line)
        for _ in range(request["trials"]):
            try:
                answer = release(request["dataset"])
            except Exception as error:  # an error is an outcome like others
                answer = {"error": type(error).__name__}
            print(answer.tolist() if hasattr(answer, "tolist") else answer)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
