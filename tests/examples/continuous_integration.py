"""The files of examples/ci do what they say: their commands run in a scratch repository, green when it is sound and red when not.

usage: continuous_integration.py ROOT WARNER BUILD_FOLDER

Stand-ins: the scratch repository for a checkout; this machine for the image, with nothing but `warner` added to its PATH; the files
that are named for uploads and reports, which must be there; and the build of this folder, installed, for the one in the Containerfile.
Linters that are not here are left out, and named.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT, WARNER, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
CI = ROOT / "examples/ci"
YAML = ["github-workflow.yml", "gitlab-ci.yml", "pre-commit-config.yaml"]
RULES = "{extends: default, rules: {document-start: disable, line-length: {max: 130}, truthy: {check-keys: false}}}"
SUITE = """level = 1e-6
[[test]]
name = "an answer"
mechanism = "laplace"
violation = 1.5
[[test]]
name = "a program's answer"
exec = "python3 count.py SCALE"
d = [0]
d_prime = [1]
epsilon = 1
violation = 2
"""
PROGRAM = """import json, math, random, sys
ratio = math.exp(-float(sys.argv[1]))
for line in sys.stdin:
    request = json.loads(line)
    random.seed(request["seed"])
    for _ in range(request["trials"]):
        print(request["dataset"][0] + sum(sign * int(math.log(1 - random.random()) / math.log(ratio)) for sign in (1, -1)))
    sys.stdout.flush()
"""


def loaded(name):
    import yaml

    return yaml.safe_load((CI / name).read_text(encoding="utf-8"))


def github_steps():
    (job,) = loaded("github-workflow.yml")["jobs"].values()
    return job["steps"]


def commands_of_gitlab():
    return loaded("gitlab-ci.yml")["privacy"]["script"]


def commands_of_jenkins():
    return re.findall(r"^\s*sh '([^']*)'$", (CI / "Jenkinsfile").read_text(encoding="utf-8"), re.MULTILINE)


def entries_of_pre_commit():
    hooks = [hook for repository in loaded("pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
    import yaml

    return [hook["entry"] for hook in hooks + yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))]


def instructions():
    """The Containerfile as (stage, instruction, what it says), lines that go on joined."""
    text = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", (CI / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    stage = -1
    for line in filter(None, text.split("\n")):
        word, rest = line.split(" ", 1)
        stage += word == "FROM"
        yield stage, word, rest


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.bin / "warner").symlink_to(WARNER)
        self.environment = {"PATH": f"{self.bin}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.folder), "CI": "true"}

    def repository(self, scale):
        path = self.folder / f"repository {scale}"
        path.mkdir()
        (path / "privacy.toml").write_text(SUITE.replace("SCALE", scale))
        (path / "count.py").write_text(PROGRAM)
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"]):
            subprocess.run(["git", *words], cwd=path, env=self.environment, check=True)
        return path

    def shell(self, command, where, **more):
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
        return subprocess.run(words, cwd=where, env={**self.environment, **more}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run_all(self, commands, where, **more):
        """As a job runs them: until one fails. What they printed, and the last exit code."""
        printed = ""
        for command in commands:
            done = self.shell(command, where, **more)
            printed += done.stdout
            if done.returncode:
                break
        return done.returncode, printed

    def twice(self, commands, reports, **more):
        """Green on the sound repository, red on the broken one, with reports of both."""
        for scale, expected in (("1", 0), ("3", 1)):
            where = self.repository(scale)
            code, printed = self.run_all(commands, where, **more)
            self.assertEqual(code, expected, printed)
            for report in reports:
                self.assertTrue((where / report).exists(), f"{report} of a repository with scale {scale}\n{printed}")
            yield where, printed


class Runs(Scratch):
    def test_github(self):
        steps = github_steps()
        summary = self.folder / "summary.md"
        kept = [line for step in steps for line in str(step.get("with", {}).get("path", "")).split()]
        kept += [step["with"]["sarif_file"] for step in steps if "sarif_file" in step.get("with", {})]
        commands = [step["run"] for step in steps if "run" in step]
        reports = {name for name in kept if "." in name and not name.startswith("privacy.regressions")}
        self.assertEqual(reports, {"privacy.xml", "privacy.sarif"})
        runs = self.twice(commands, reports, GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary))
        self.assertNotIn("::error", next(runs)[1])
        where, printed = next(runs)
        self.assertIn("::error", printed)
        self.assertIn("a program's answer", summary.read_text())
        self.assertEqual(json.loads((where / "privacy.sarif").read_text())["version"], "2.1.0")
        for step in steps:  # what is kept of a red build
            if "upload" in step.get("uses", ""):
                self.assertEqual(step["if"], "always()")

    def test_gitlab(self):
        artifacts = loaded("gitlab-ci.yml")["privacy"]["artifacts"]
        self.assertEqual(artifacts["when"], "always")
        runs = self.twice(commands_of_gitlab(), artifacts["reports"].values())
        self.assertEqual(json.loads((next(runs)[0] / "privacy.json").read_text()), [])
        self.assertEqual(len(json.loads((next(runs)[0] / "privacy.json").read_text())), 1)

    def test_jenkins(self):
        text = (CI / "Jenkinsfile").read_text(encoding="utf-8")
        self.assertEqual(len(commands_of_jenkins()), text.count("sh '"))
        self.assertEqual([text.count(c) for c in "{(["], [text.count(c) for c in "})]"])
        runs = self.twice(commands_of_jenkins(), [re.search("junit '(.*)'", text)[1], "privacy.md"])
        for failures in (0, 1):
            root = xml.etree.ElementTree.parse(next(runs)[0] / "privacy.xml").getroot()
            self.assertEqual(len(root.findall(".//failure")), failures)

    def test_pre_commit(self):
        for entry in entries_of_pre_commit():
            for scale, expected in (("1", 0), ("3", 0 if "--plan" in entry else 1)):
                where = self.repository(scale)
                done = self.shell(entry, where)
                self.assertEqual(done.returncode, expected, f"{entry}\n{done.stdout}")
                shutil.rmtree(where)

    @unittest.skipUnless(shutil.which("pre-commit"), "no pre-commit")
    def test_pre_commit_itself(self):
        for scale, expected in (("1", 0), ("3", 1)):
            where = self.repository(scale)
            shutil.copy(CI / "pre-commit-config.yaml", where / ".pre-commit-config.yaml")
            subprocess.run(["git", "add", "."], cwd=where, env=self.environment, check=True)
            for stage, code in (("commit", 0), ("push", expected)):
                done = self.shell(f"{shutil.which('pre-commit')} run --all-files --hook-stage {stage}", where)
                self.assertEqual(done.returncode, code, done.stdout)
                self.assertIn("makes sense" if stage == "commit" else "claims of privacy", done.stdout)

    def test_a_suite_that_makes_no_sense(self):
        where = self.repository("1")
        (where / "privacy.toml").write_text("level = 'low'\n")
        for commands in (commands_of_gitlab(), commands_of_jenkins(), entries_of_pre_commit(), [s["run"] for s in github_steps() if "run" in s]):
            self.assertEqual(self.run_all(commands, where)[0], 2)


class Container(Scratch):
    def test_it(self):
        runs = [(stage, rest) for stage, word, rest in instructions() if word == "RUN"]
        self.assertEqual([(stage, rest.split(" ")[0]) for stage, rest in runs], [(0, "scripts/setup"), (0, "cmake"), (0, "cmake"), (1, "apt-get")])
        setup = self.shell(f"'{ROOT}'/scripts/setup --list", self.folder)
        self.assertIn("libtbb-dev", setup.stdout)
        if "--no-install-recommends" in runs[3][1]:  # git recommends the certificates that https takes
            self.assertLessEqual({"git", "ca-certificates"}, set(runs[3][1].split()))
        configured = dict(re.findall(r"-D(\w+)=(\w+)", runs[1][1]))
        for option in configured:  # options that are there
            self.assertTrue(option.startswith("CMAKE_") or re.search(rf"(option|set)\({option} ", (ROOT / "CMakeLists.txt").read_text()), option)

        # The second stage: the installed program, with its own path and no other's, and no network where that can be had.
        place = self.folder / "usr/local"
        subprocess.run(["cmake", "--install", str(BUILD), "--strip", "--prefix", str(place)], check=True, stdout=subprocess.DEVNULL)
        self.assertIn("/usr/local /usr/local", [rest for _, word, rest in instructions() if word == "COPY"][1])
        (last,) = [json.loads(rest) for _, word, rest in instructions() if word == "CMD"]
        self.environment["PATH"] = f"{place}/bin:/usr/bin:/bin"
        alone = ["unshare", "--net"] if subprocess.run(["unshare", "--net", "true"], stderr=subprocess.DEVNULL).returncode == 0 else []
        for scale, expected in (("1", 0), ("3", 1)):
            done = subprocess.run([*alone, "env", "-i", *(f"{k}={v}" for k, v in self.environment.items()), *last],
                                  cwd=self.repository(scale), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, expected, done.stdout)

        # Every library that the program loads is of a package that the second stage installs, or of the C++ run time.
        if not shutil.which("dpkg"):
            return
        def loaded_by(path):
            return re.findall(r"=> (/\S+)", subprocess.run(["ldd", path], check=True, text=True, stdout=subprocess.PIPE).stdout)

        loads = loaded_by(place / "bin/warner")
        if configured.get("WARNER_WITH_MPI") == "OFF":  # the build at hand may have it
            for mpi in [path for path in loads if os.path.basename(path).startswith("libmpi")]:
                loads = [path for path in loads if path not in {mpi, *loaded_by(mpi)}]
        for library in (path for path in loads if not re.search(r"/lib\w+san\.", path)):  # a build with sanitizers has those besides
            owner = subprocess.run(["dpkg", "-S", os.path.basename(os.path.realpath(library))], text=True, stdout=subprocess.PIPE).stdout
            packages = set(re.findall(r"^(\S+?)(?::\w+)?: ", owner, re.MULTILINE))
            self.assertTrue(packages & {"libc6", "libgcc-s1", "libstdc++6", *runs[3][1].split()}, f"{library} is of {packages}")


class Lint(Scratch):
    @unittest.skipUnless(shutil.which("yamllint"), "no yamllint")
    def test_yamllint(self):
        subprocess.run(["yamllint", "--strict", "-d", RULES, *(CI / name for name in YAML), ROOT / ".pre-commit-hooks.yaml"], check=True)

    @unittest.skipUnless(shutil.which("check-jsonschema"), "no check-jsonschema")
    def test_schemas(self):
        for schema, name in (("github-workflows", YAML[0]), ("gitlab-ci", YAML[1])):
            subprocess.run(["check-jsonschema", "--builtin-schema", f"vendor.{schema}", CI / name], check=True)

    @unittest.skipUnless(shutil.which("actionlint"), "no actionlint")
    def test_actionlint(self):
        subprocess.run(["actionlint", CI / YAML[0]], check=True)

    @unittest.skipUnless(shutil.which("shellcheck"), "no shellcheck")
    def test_shellcheck(self):
        steps = [step["run"] for step in github_steps() if "run" in step]
        steps += commands_of_gitlab() + commands_of_jenkins() + entries_of_pre_commit()
        steps += [rest for _, word, rest in instructions() if word == "RUN"]
        for step in steps:
            subprocess.run(["shellcheck", "--shell=sh", "-"], input=step, text=True, check=True)

    def test_containerfile(self):
        stages = [rest for _, word, rest in instructions() if word == "FROM"]
        self.assertTrue(all(stage.startswith("debian:12-slim") for stage in stages), stages)
        self.assertEqual({word for _, word, _ in instructions()}, {"FROM", "COPY", "WORKDIR", "RUN", "CMD"})


if __name__ == "__main__":
    try:
        import yaml  # noqa: F401
    except ImportError:
        print("SKIPPED: no yaml (Debian: yamllint brings it)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
