"""Runs the steps of the actions, as far as that can be done without GitHub.

An action's `run` steps are run by bash, in a folder that stands for the repository of a user, with the variables that GitHub sets and
with files for outputs and the summary. `uses` steps are left out: nothing is in the cache. `gh` is a program that records its arguments.

    python3 .github/actions/test.py        needs PyYAML, actionlint, git, and the programs that TURTLE_PEG and TURTLE_LAB name
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

ACTIONS = Path(__file__).resolve().parent
PROGRAMS = {"check": os.environ["TURTLE_PEG"], "propose": os.environ["TURTLE_LAB"]}

GH = """#!/usr/bin/env bash
printf '%s\\n' "$*" >> "$GH_CALLS"
case "$*" in
    *--paginate*) printf %s "${GH_EARLIER:-}" ;;
    *) for argument in "$@"; do case $argument in body=@*) cp "${argument#body=@}" "$GH_BODY" ;; esac; done
       [ -z "${GH_FAILS:-}" ] ;;
esac
"""


class Action:
    """An action, and the folder that it is run in."""

    def __init__(self, name, folder):
        self.name, self.workspace, self.temporary = name, folder / "workspace", folder / "temporary"
        self.workspace.mkdir(exist_ok=True)
        self.temporary.mkdir(exist_ok=True)
        self.definition = yaml.safe_load((ACTIONS / name / "action.yml").read_text())
        tools = folder / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "gh").write_text(GH)
        (tools / "gh").chmod(0o755)
        self.body, self.calls, self.summary = folder / "body", folder / "calls", folder / "summary"
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "HOME": str(folder),
            "GITHUB_ACTION_PATH": str(ACTIONS / name),
            "GITHUB_REPOSITORY": "someone/something",
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.temporary),
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
            "GH_CALLS": str(self.calls),
            "GH_BODY": str(self.body),
        }

    def run(self, event="pull_request", variables={}, **given):
        """The exit status of the first step that fails, or 0; and the output of all."""
        inputs = {name: row.get("default", "") for name, row in self.definition["inputs"].items()}
        inputs |= {"program": PROGRAMS[self.name]} | given
        known = {"github.event_name": event, "github.event.pull_request.number": "7", "github.token": "token"}
        known |= {f"inputs.{name}": self.filled(text, known) for name, text in inputs.items()}
        printed = ""
        for step in self.definition["runs"]["steps"]:
            if not all(self.holds(part, known) for part in step.get("if", "'' == ''").split(" && ")):
                continue
            if "run" not in step:
                continue
            outputs = self.temporary / "outputs"
            outputs.write_text("")
            environment = self.environment | variables | {"GITHUB_OUTPUT": str(outputs)}
            environment |= {name: self.filled(text, known) for name, text in step.get("env", {}).items()}
            assert step["shell"] == "bash"
            ran = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.workspace, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            printed += ran.stdout
            if ran.returncode:
                return ran.returncode, printed
            for line in outputs.read_text().splitlines():
                name, value = line.split("=", 1)
                known[f"steps.{step['id']}.outputs.{name}"] = value
        return 0, printed

    @staticmethod
    def filled(text, known):
        """The text with its `${{ … }}`; what a step would have given that was not run is empty, and any other name is a mistake."""
        def value(name):
            return known.get(name, "") if name.startswith("steps.") else known[name]
        return re.sub(r"\$\{\{ ([a-z_.-]+) \}\}", lambda found: value(found[1]), text)

    def holds(self, condition, known):
        left, relation, right = re.fullmatch(r"(\S+) (==|!=) '(.*)'", condition).groups()
        left = "" if left == "''" else self.filled("${{ %s }}" % left, known)
        return (left == right) == (relation == "==")

    def git(self, *arguments):
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *names, *arguments], cwd=self.workspace, check=True, capture_output=True)

    def commit(self, **files):
        for name, text in files.items():
            (self.workspace / name.replace("_", ".")).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")


class Linted(unittest.TestCase):
    def test_steps_are_those_of_a_workflow(self):
        """actionlint knows workflows alone: of each action one is made that has its inputs and steps."""
        for name in PROGRAMS:
            action = yaml.safe_load((ACTIONS / name / "action.yml").read_text())
            workflow = {
                "on": {"workflow_call": {"inputs": {name: {"type": "string"} for name in action["inputs"]}}},
                "jobs": {"steps": {"runs-on": "ubuntu-24.04", "steps": action["runs"]["steps"]}},
            }
            linter = subprocess.run(["actionlint", "-"], input=yaml.safe_dump(workflow), capture_output=True, text=True)
            self.assertEqual(linter.stdout + linter.stderr, "", name)


class InFolder(unittest.TestCase):
    action = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tried = Action(self.action, self.folder)


class Check(InFolder):
    action = "check"

    def write(self, **documents):
        for name, text in documents.items():
            (self.tried.workspace / f"{name}.ttl").write_text(text)

    def annotations(self, printed):
        return [line.split("::")[1] for line in printed.splitlines() if line.startswith("::")]

    def test_documents_that_are_fine_pass(self):
        self.write(fine="<x:s> <x:p> <x:o> .\n")
        status, printed = self.tried.run()
        self.assertEqual((status, self.annotations(printed)), (0, []), printed)

    def test_faults_and_layout_are_annotations_with_paths_from_the_repository(self):
        (self.tried.workspace / "data").mkdir()
        self.write(**{"data/fault": "<x:s> <x:p> .\n", "data/a, b": "<x:s>   <x:p> <x:o> .\n"})
        status, printed = self.tried.run()
        self.assertEqual(status, 1)
        self.assertEqual(self.annotations(printed), [
            "error file=data/fault.ttl,line=1,col=13,endLine=1,endColumn=14,title=an object is missing",
            "error file=data/a%2C b.ttl,title=this document is not laid out",
        ])

    def test_layout_alone_fails(self):
        self.write(loose="<x:s>   <x:p> <x:o> .\n")
        self.assertEqual(self.tried.run()[0], 1)
        self.assertEqual(self.tried.run(layout="false")[0], 0)

    def test_files_and_options_are_lines(self):
        self.write(**{"with space": "PREFIX a: <x:>\n", "fault": "<x:s> <x:p> .\n"})
        status, printed = self.tried.run(files="with space.ttl\n", options="--lint\n--lint-off=host-name")
        self.assertEqual(status, 0, printed)
        self.assertIn("warning file=with space.ttl,line=1", "".join(self.annotations(printed)))

    def test_a_file_that_is_not_there_fails(self):
        self.assertEqual(self.tried.run(files="nothing.ttl")[0], 2)

    def test_a_program_that_is_not_there_fails(self):
        self.assertEqual(self.tried.run(program="/nowhere/turtle-peg")[0], 2)

    def test_a_program_from_the_cache_is_not_built_again(self):
        kept = self.tried.temporary / "turtle-peg/cli/bin"
        kept.mkdir(parents=True)
        (kept / "turtle-peg").symlink_to(PROGRAMS["check"])
        self.write(fine="<x:s> <x:p> <x:o> .\n")
        # There is no cargo.
        status, printed = self.tried.run(program="", variables={"PATH": "/usr/bin:/bin"})
        self.assertEqual(status, 0, printed)


class Propose(InFolder):
    action = "propose"
    before = "[1] list ::= '(' item* ')'\n[2] item ::= 'a' | 'b'\n"
    after = "[1] list ::= '(' item+ ')'\n[2] item ::= 'a' | 'b'\n"

    def setUp(self):
        super().setUp()
        self.tried.git("init", "--quiet")
        self.tried.commit(list_ebnf=self.before, other_txt="a")

    def test_a_changed_grammar_makes_a_page_and_a_comment(self):
        self.tried.commit(list_ebnf=self.after)
        status, printed = self.tried.run()
        self.assertEqual(status, 0, printed)
        summary = self.tried.summary.read_text()
        self.assertTrue(summary.startswith("### before/list.ebnf → list.ebnf\n"), summary)
        self.assertIn("| no longer valid | `( )` |", summary)
        self.assertNotIn(str(self.folder), summary)
        self.assertEqual(self.tried.body.read_text(), "<!-- turtle-lab propose -->\n" + summary)
        self.assertEqual(self.calls(), ["api --method POST repos/someone/something/issues/7/comments"])

    def calls(self):
        return [call.split(" --field")[0] for call in self.tried.calls.read_text().splitlines() if "--paginate" not in call]

    def test_a_later_run_changes_the_comment(self):
        self.tried.commit(list_ebnf=self.after)
        self.assertEqual(self.tried.run(variables={"GH_EARLIER": "23\n"})[0], 0)
        self.assertEqual(self.calls(), ["api --method PATCH repos/someone/something/issues/comments/23"])

    def test_nothing_changed_makes_no_comment_and_takes_an_earlier_one_back(self):
        self.tried.commit(other_txt="b")
        status, printed = self.tried.run()
        self.assertEqual((status, self.calls()), (0, []), printed)
        self.assertEqual(self.tried.run(variables={"GH_EARLIER": "23\n"})[0], 0)
        self.assertEqual(self.tried.body.read_text(), "<!-- turtle-lab propose -->\nNo grammar has changed.\n")

    def test_without_the_permission_the_page_is_in_the_summary(self):
        self.tried.commit(list_ebnf=self.after)
        status, printed = self.tried.run(variables={"GH_FAILS": "1"})
        self.assertEqual(status, 0)
        self.assertIn("::warning::The comment could not be written", printed)
        self.assertTrue(self.tried.summary.exists())

    def test_without_a_token_or_a_pull_request_there_is_no_comment(self):
        self.tried.commit(list_ebnf=self.after)
        self.assertEqual(self.tried.run(token="")[0], 0)
        self.assertEqual(self.tried.run(event="push")[0], 0)
        self.assertFalse(self.tried.calls.exists())

    def test_who_asks_for_it_fails_with_a_grammar_that_says_something_else(self):
        self.tried.commit(list_ebnf=self.after)
        status, printed = self.tried.run(fail="true")
        self.assertEqual((status, len(self.calls())), (1, 1), printed)
        self.assertIn("::error::A grammar does not say what it said before", printed)
        self.tried.commit(list_ebnf=self.after.replace("'a' | 'b'", "( 'a' | 'b' )"))
        status, printed = self.tried.run(fail="true")
        self.assertEqual(status, 0, printed)

    def test_a_grammar_that_cannot_be_read_fails(self):
        self.tried.commit(list_ebnf="[1] list ::= (\n")
        status, printed = self.tried.run()
        self.assertEqual(status, 1)
        self.assertIn("list.ebnf:1:15: error: expected an expression", printed)
        self.assertFalse(self.tried.calls.exists())

    def test_a_page_that_is_too_long_is_folded_in_the_comment(self):
        items = " | ".join(f"item{number}" for number in range(300))
        more = "".join(f"[{number}] item{number} ::= '{number}' '{'long ' * 50}'\n" for number in range(300))
        self.tried.commit(list_ebnf=self.after.replace("'a' | 'b'", items) + more)
        status, printed = self.tried.run()
        self.assertEqual(status, 0, printed)
        body = self.tried.body.read_text()
        self.assertGreater(len(self.tried.summary.read_text()), 65_536)
        self.assertLess(len(body), 65_536)
        self.assertIn("### before/list.ebnf → list.ebnf", body)
        self.assertTrue(body.endswith("The whole page is in the summary of the run.\n"), body[-200:])

    def test_the_commit_before_is_fetched(self):
        self.tried.commit(list_ebnf=self.after)
        shallow = Action("propose", self.folder)
        shallow.workspace = self.folder / "shallow"
        address = f"file://{self.tried.workspace}"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", address, shallow.workspace], check=True)
        status, printed = shallow.run()
        self.assertEqual(status, 0, printed)
        self.assertIn("list.ebnf", shallow.summary.read_text())


if __name__ == "__main__":
    unittest.main()
