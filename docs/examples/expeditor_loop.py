"""The loop of expeditor_loop.cpp in Python, over documents: it decides the same.

    python3 docs/examples/expeditor_loop.py [TRIPCHECK]

A document holds a whole run, so each question is the run so far with one operation more: nothing is
kept but the list. For a task of some hundred calls that is fast enough.
"""
import json
import subprocess
import sys

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "tripcheck"
MAP = [
    {
        "tool": "Grep",
        "alternatives": [
            {"tool": "Read", "method": "file by file", "degradation": "slow", "severity": "low"}
        ],
    },
    {"tool": "WebFetch"},
    {"tool": "Bash"},
    {"tool": "Read"},
]
SUBTASKS = [
    {"id": 1, "title": "Find what calls the function", "requires": ["Grep"]},
    {"id": 2, "title": "Read the library's changelog", "requires": ["WebFetch"]},
    {"id": 3, "title": "Run the tests", "requires": ["Bash"]},
]


class Expeditor:
    def __init__(self):
        self.document = {"config": {"failure_threshold": 2}, "capability_map": MAP, "ops": []}
        self.report = None

    def ask(self, op, **values):
        self.document["ops"].append({"op": op, **values})
        run = subprocess.run(
            [PROGRAM, "run", "expeditor"],
            input=json.dumps(self.document),
            capture_output=True,
            check=True,
            text=True,
        )
        answer = json.loads(run.stdout)
        self.report = answer["report"]
        return answer["results"][-1]


class FakeTools:
    """Stands for the tools: two of them fail a few times, and work from then on."""

    def __init__(self):
        self.failures = {
            "Grep": ["timeout after 120s", "timeout", 2],
            "WebFetch": ["connection refused", "connection_refused", 3],
        }

    def call(self, tool):
        """What there is to be said of the call: the outcome, and of a failure its message and kind."""
        failure = self.failures.get(tool)
        if failure is None or failure[2] == 0:
            return {"outcome": "success"}
        failure[2] -= 1
        return {"outcome": "failure", "error": failure[0], "signature": failure[1]}


class Loop:
    LAST_STEP = 20

    def __init__(self):
        self.expeditor, self.tools, self.step = Expeditor(), FakeTools(), 0

    def run(self):
        while self.step < self.LAST_STEP:
            scope = self.expeditor.ask("plan", step=self.step, subtasks=SUBTASKS)
            if not scope["kept"] and not scope["deferred"]:
                return True
            # Where nothing else is left, what is deferred is tried: its probe may be due.
            deferred = [one["id"] for one in scope["deferred"]]
            for task in SUBTASKS:
                if task["id"] in (deferred if scope["pause"] else scope["kept"]):
                    self.attempt(task)
        return False

    def say(self, text):
        print(f"step {self.step:2}  {text}")

    def attempt(self, task):
        if all(self.use(tool) for tool in task["requires"]):
            self.expeditor.ask("complete", subtask=task["id"], step=self.step)
            self.say(f"done: {task['title']}")

    def use(self, tool):
        """Whether the tool did its part, or another one in its place."""
        while True:
            self.step += 1
            decision = self.expeditor.ask("decide", tool=tool, step=self.step)
            self.say(f"{tool}: {decision['decision']}, {decision['reason']}")
            if "ticket" in decision:
                return self.call(tool, decision["ticket"])
            if "route" not in decision:
                self.hand_over(decision["reason"])
                return False
            route = decision["route"]
            self.say(f"  route: {route['grade']} {route['tool'] or route['note']}")
            if route["tool"] is None:
                return False
            tool = route["tool"]  # It is asked for like any other.

    def call(self, tool, ticket):
        came = self.tools.call(tool)
        recorded = self.expeditor.ask("record", ticket=ticket, step=self.step, **came)
        self.say(f"  {came['outcome']}, consumed {recorded['consumed']}")
        return came["outcome"] == "success"

    def hand_over(self, reason):
        """A PAUSE: no call before a person has seen self.expeditor.report and said how to go on."""
        if reason == "systemic_failure":
            self.expeditor.ask("confirm_recovered", step=self.step)
            return self.say("confirmed: recovered")
        self.expeditor.ask("begin_cycle", step=self.step)
        self.say("a new cycle")


if __name__ == "__main__":
    sys.exit(0 if Loop().run() else 1)
