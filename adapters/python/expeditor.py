"""The tool expeditor, written from model/expeditor/rules.md alone: a port to compare with.

`Expeditor` takes operations as documents hold them, faulty ones too, and answers what documents answer.
Numbers like X-9 are those of the rules.
"""
from dataclasses import dataclass, field
from types import SimpleNamespace
from expeditor_documents import SEVERITIES, check, key_at_fault, settings
from json_lines import serve

UNTESTED = "unknown — test before relying on this route"
CAUSES = {"network": ("connection_refused", "connection_reset", "dns_failure", "timeout", "unreachable"),
          "permissions": ("permission_denied", "unauthorized", "forbidden"),
          "filesystem": ("no_space", "io_error", "read_only", "not_found")}


@dataclass(eq=False)
class Tool:
    name: str
    wait: int
    alternatives: list = field(default_factory=list)  # By severity, then as the map has them.
    fallback: str = None
    tags: list = field(default_factory=list)
    chain: set = field(default_factory=set)  # The names of all tools tied to it, its own too.
    state: str = "CLOSED"
    score: str = "AVAILABLE"
    epoch: int = 0  # A ticket of another one is late.
    row: list = field(default_factory=list)  # Its failures since the last success, late ones left out.
    last_failure: dict = None
    last_success: int = None
    opened_at: int = 0
    opening: tuple = None  # Step and signature, the last time from CLOSED.
    backs_off: bool = False
    probe: "Ticket" = None

    def enter(self, state):
        self.state, self.epoch = state, self.epoch + 1


@dataclass(eq=False)
class Ticket:
    tool: Tool
    epoch: int
    step: int
    degraded: bool
    out: bool = True


class Expeditor:
    def __init__(self, config, capability_map):
        self.config = settings(config)
        self.counter_only = self.config["mode"] == "counter_only"
        self.tools = {}
        for entry in capability_map:
            tool = self._tool(entry["tool"])
            given = entry.get("alternatives", [])
            tool.alternatives = sorted(given, key=lambda other: SEVERITIES.index(other.get("severity", "unknown")))
            tool.fallback, tool.tags = entry.get("fallback"), entry.get("infrastructure", [])
        for entry in capability_map:
            for name in entry.get("depends_on", []):
                both = self.tools[name].chain | self.tools[entry["tool"]].chain
                for one in both:
                    self.tools[one].chain = both
        self.step, self.cycle, self.events, self.paused, self.systemic = 0, 1, 0, False, None
        self.tickets, self.failures, self.log, self.routes = [], [], [], []
        self.known, self.completed = {}, []  # Of known sub-tasks: tools, and what deferred them last.

    def apply(self, op):
        error = self._error(op)
        if error:
            return {"error": error[0], "field": error[1]}
        self.step = op.get("step", self.step)
        return getattr(self, "_" + op["op"])(op)

    def _error(self, op):
        key, name = key_at_fault(op), op.get("op")
        if key is not None:
            return "invalid_value", key
        if op.get("step", self.step) < self.step:
            return "step_out_of_order", "step"
        if "ticket" in op and not self._is_out(op["ticket"]):
            return "no_call_outstanding", "ticket"
        if name == "confirm_recovered" and not self.systemic:
            return "no_systemic_failure", None
        if name in ("availability", "route") and op["tool"] not in self.tools:
            return "unknown_tool", "tool"
        if name == "complete" and op["subtask"] not in self.known:
            return "unknown_subtask", "subtask"
        return None

    def _tool(self, name):
        if name not in self.tools:
            self.tools[name] = Tool(name, self.config["probe_interval"], chain={name})
        return self.tools[name]

    def _is_out(self, ticket):
        return 1 <= ticket <= len(self.tickets) and self.tickets[ticket - 1].out

    def _allowed(self, name):
        return self.config["allowed_tools"] is None or name in self.config["allowed_tools"]

    def _standing(self, name):
        """What blocks a tool, the worst first; CLOSED: nothing does (X-32)."""
        tool = self.tools.get(name)
        if not self._allowed(name):
            return "NOT_ALLOWED"
        return "CLOSED" if tool is None else "UNAVAILABLE" if tool.score == "UNAVAILABLE" else tool.state

    def _consumed(self):
        return len({failure.event for failure in self.failures})

    def _note(self, line):
        self.log.append({"step": self.step, "text": line})

    # Deciding.
    def _decide(self, op):
        if self.paused or self.systemic:
            return self._pause("budget_exhausted" if self.paused else "systemic_failure")
        if not self._allowed(op["tool"]):
            return self._skip(op, "not_allowed")
        tool = self._tool(op["tool"])
        if tool.score == "UNAVAILABLE":
            return self._skip(op, "unavailable")
        if tool.state == "CLOSED":
            last = self._consumed() + 1 >= self.config["failure_budget"]
            return {"decision": "CALL", "reason": "closed", "ticket": self._give(tool),
                    "caution": last or tool.score == "DEGRADED"}
        if tool.state == "OPEN" and self.step < tool.opened_at + tool.wait:
            return self._skip(op, "circuit_open")
        if tool.state == "HALF_OPEN" and tool.probe.out:
            if self.step < tool.probe.step + tool.wait:
                return self._skip(op, "probe_in_flight")
            self._note(f"{tool.name}: probe lost")
        tool.enter("HALF_OPEN")
        ticket = self._give(tool)
        tool.probe = self.tickets[-1]
        self._note(f"{tool.name}: PROBE")
        return {"decision": "PROBE", "reason": "probe_due", "ticket": ticket}

    def _pause(self, reason):
        self._note(f"PAUSE {reason}")
        return {"decision": "PAUSE", "reason": reason}

    def _skip(self, op, reason):
        route = self._route(op)
        self.routes.append({"step": self.step, "tool": op["tool"], "grade": route["grade"], "to": route["tool"],
                            "degradation": route["degradation"]})
        other = "" if route["tool"] is None else f" {route['tool']}"
        self._note(f"{op['tool']}: SKIP {reason} -> {route['grade']}{other}")
        return {"decision": "SKIP", "reason": reason, "route": route}

    def _give(self, tool):
        self.tickets.append(Ticket(tool, tool.epoch, self.step, tool.score == "DEGRADED"))
        return len(self.tickets)

    # Recording.
    def _record(self, op):
        ticket = self.tickets[op["ticket"] - 1]
        ticket.out, tool, late = False, ticket.tool, ticket.epoch != ticket.tool.epoch
        if op["outcome"] == "failure":
            self._fail(ticket, late, op.get("error"), op.get("signature"))
        elif not self.counter_only:
            tool.last_success = self.step
            if not late:
                self._succeed(tool)
        consumed = self._consumed()
        if consumed >= self.config["failure_budget"] and not self.paused:
            self.paused = True
            self._note(f"Budget exhausted: {consumed} of {self.config['failure_budget']}")
        return {"state": tool.state, "consecutive_failures": len(tool.row), "late": late, "consumed": consumed,
                "systemic": self.systemic is not None, "paused": self.paused}

    def _succeed(self, tool):
        tool.row = []
        if tool.state == "HALF_OPEN":
            tool.enter("CLOSED")
            tool.wait, tool.backs_off = self.config["probe_interval"], False
            self._note(f"Circuit CLOSED for {tool.name}")

    def _new_event(self):
        self.events += 1
        return self.events

    def _fail(self, ticket, late, error, signature):
        tool, shared = ticket.tool, self.systemic.signature if self.systemic else None
        belongs = shared is not None and signature == shared
        event = self.systemic.event if belongs else self._new_event()
        failure = SimpleNamespace(tool=tool.name, step=self.step, error=error, signature=signature, event=event,
                                  cycle=self.cycle)
        self.failures.append(failure)
        if self.counter_only:
            return
        tool.last_failure = {"step": self.step, "error": error, "signature": signature}
        if late:
            return
        tool.row.append(failure)
        threshold = max(1, self.config["failure_threshold"] - ticket.degraded)
        if tool.state == "HALF_OPEN":
            self._reopen(tool)
        elif len(tool.row) >= threshold:
            tool.enter("OPEN")
            tool.opened_at, tool.opening = self.step, (self.step, signature)
            self._note(f"Circuit OPENED for {tool.name}: {len(tool.row)} consecutive failures")
            if self.systemic:
                self._join(tool)
            else:
                self._look_for_cascade(signature)

    def _reopen(self, tool):
        tool.enter("OPEN")
        tool.opened_at = self.step
        if tool.backs_off:
            chain = (self.tools[name] for name in tool.chain - {tool.name})
            room = self.config["chain_backoff_cap"] - sum(other.wait for other in chain if other.state == "OPEN")
            doubled = min(2 * tool.wait, self.config["probe_interval_cap"], room)
            tool.wait = max(doubled, self.config["probe_interval"])
        self._note(f"Circuit RE-OPENED for {tool.name}: next probe at step {self.step + tool.wait}")

    def _abandon(self, op):
        self.tickets[op["ticket"] - 1].out = False
        return {}

    def _availability(self, op):
        if not self.counter_only:
            self.tools[op["tool"]].score = op["score"]
        return {}

    # Cascades.
    def _look_for_cascade(self, signature):
        near = [tool for tool in self.tools.values()
                if tool.state == "OPEN" and self.step - tool.opening[0] <= self.config["cascade_window"]]
        alike = [tool for tool in near if signature is not None and tool.opening[1] == signature]
        for members, enough in ((alike, self.config["correlated_opens"]), (near, self.config["coincident_opens"])):
            if enough and len(members) >= enough:
                return self._begin_systemic(members)

    def _begin_systemic(self, members):
        signatures = {tool.opening[1] for tool in members}
        shared = signatures.pop() if len(signatures) == 1 else None
        tags = (tag for tag in members[0].tags if all(tag in tool.tags for tool in members))
        by_signature = (cause for cause, names in CAUSES.items() if shared in names)
        cause = next(tags, None)
        cause = next(by_signature, "shared infrastructure") if cause is None else cause
        likely = f"Multiple tools failing with {'mixed errors' if shared is None else shared} — likely {cause} issue"
        self.systemic = SimpleNamespace(event=self._new_event(), signature=shared, cause=likely, since=self.step,
                                        members=[])
        for tool in members:
            self._take_in(tool)
        self._forget_scores()
        self._note(likely)

    def _take_in(self, tool):
        self.systemic.members.append(tool)
        tool.backs_off = True
        for failure in tool.row:
            if failure.cycle == self.cycle:
                failure.event = self.systemic.event

    def _join(self, tool):
        near = any(self.step - member.opening[0] <= self.config["cascade_window"] for member in self.systemic.members)
        if near and self.systemic.signature in (None, tool.opening[1]):
            self._take_in(tool)
            self._note(f"{tool.name} joined the systemic failure")

    def _forget_scores(self):
        for tool in self.tools.values():
            tool.score = "AVAILABLE"

    def _confirm_recovered(self, _):
        self.systemic = None
        self._forget_scores()
        self._note("Recovery confirmed")
        return {}

    def _begin_cycle(self, _):
        self.cycle, self.paused, self.failures = self.cycle + 1, False, []
        self._note(f"Cycle {self.cycle} begun")
        return {}

    # Routes and plans.
    def _way_round(self, name):
        alternatives = self.tools[name].alternatives if name in self.tools else []
        return next((way for way in alternatives if self._standing(way["tool"]) == "CLOSED"), None)

    def _route(self, op):
        way, tool = self._way_round(op["tool"]), self.tools.get(op["tool"])
        route = {"tool": None, "method": None, "degradation": None}
        if way is not None:
            return {"grade": "ACCEPTABLE" if way.get("severity") == "low" else "PARTIAL", "tool": way["tool"],
                    "method": way.get("method"), "degradation": way.get("degradation", UNTESTED), "note": ""}
        if tool is not None and tool.fallback is not None and op.get("user_available", True):
            return {**route, "grade": "FALLBACK", "note": tool.fallback}
        return {**route, "grade": "SKIPPED", "note": "no tools available"}

    def _blockers(self, task, user_available):
        for name in dict.fromkeys(task["requires"]):
            standing, tool = self._standing(name), self.tools.get(name)
            if standing == "CLOSED" or self._way_round(name) is not None:
                continue
            if standing in ("NOT_ALLOWED", "UNAVAILABLE"):
                unblock = {"NOT_ALLOWED": "never: not allowed", "UNAVAILABLE": "tool available again"}[standing]
            elif self.systemic:
                unblock = "infrastructure confirmed recovered"
            else:
                unblock = f"probe at step {tool.opened_at + tool.wait}" if standing == "OPEN" else "probe in flight"
            if user_available and tool is not None and tool.fallback is not None:
                unblock += f" or user: {tool.fallback}"
            yield {"tool": name, "state": standing, "unblock": unblock}

    def _plan(self, op):
        kept, deferred = [], []
        for task in op["subtasks"]:
            if task["id"] in self.completed:
                continue
            blockers = list(self._blockers(task, op.get("user_available", True)))
            first = f"{blockers[0]['tool']} {blockers[0]['state']}" if blockers else None
            self.known[task["id"]] = (task["requires"], first)
            if not blockers:
                kept.append(task["id"])
                continue
            deferred.append({"id": task["id"], "blockers": blockers})
            self._note(f"Deferred {task['id']}: {first}")
        return {"kept": kept, "deferred": deferred, "pause": bool(deferred) and not kept}

    def _complete(self, op):
        if op["subtask"] not in self.completed:
            self.completed.append(op["subtask"])
            self._note(f"Completed {op['subtask']}")
        return {}

    def _label(self, op):
        source, at, labels = op["source"], op.get("retrieved_at"), []
        digests = [op.get("digest"), op.get("previous_digest")]
        if at is not None and at < op["task_started_at"]:
            labels.append(f"[STALE DATA — retrieved at {at}, may not reflect current state]")
        how = "may answer from a cache" if op.get("documented_caching") else None
        if None not in digests and digests[0] == digests[1]:
            how = "returned identical results to previous call"
        if how:
            labels.append(f"[CACHED RESULT — {source} {how}; underlying data may have changed since]")
        if op.get("contradicts_recent"):
            when = "unknown time" if at is None else at
            labels.append(f"[UNVERIFIED — {source} result from {when}; current status unknown]")
        if not labels and at is None and None in digests:
            labels.append("[FRESHNESS UNKNOWN — no baseline for comparison]")
        return {"labels": labels}

    # The report.
    def _reason(self, requires, deferred):
        if deferred:
            return f"DEFERRED — {deferred}"
        for name in requires:
            tool = self.tools.get(name)
            if tool is not None and tool.state != "CLOSED" and self._way_round(name) is None:
                return f"FAILED — {name} circuit {tool.state}"
        return "NOT ATTEMPTED — paused" if self.paused or self.systemic else "NOT ATTEMPTED"

    def report(self, _=None):
        tools = [{"tool": tool.name, "state": tool.state, "consecutive_failures": len(tool.row),
                  "last_failure": tool.last_failure, "last_success": tool.last_success,
                  "next_probe": tool.opened_at + tool.wait if tool.state == "OPEN" else None,
                  "critical": not tool.alternatives} for tool in self.tools.values()]
        systemic = self.systemic and {
            "signature": self.systemic.signature, "cause": self.systemic.cause, "since": self.systemic.since,
            "members": [tool.name for tool in self.tools.values() if tool in self.systemic.members]}
        failures = [{key: value for key, value in vars(failure).items() if key != "cycle"} for failure in self.failures]
        incomplete = [{"id": task, "reason": self._reason(*known)} for task, known in self.known.items()
                      if task not in self.completed]
        return {"cycle": self.cycle, "step": self.step, "paused": self.paused, "systemic": systemic,
                "budget": {"consumed": self._consumed(), "budget": self.config["failure_budget"]}, "tools": tools,
                "failures": failures, "completed": list(self.completed), "incomplete": incomplete,
                "routes": list(self.routes), "log": list(self.log), "recommendations": []}

    _report = report


def answer(document):
    check(document)
    expeditor = Expeditor(document.get("config", {}), document.get("capability_map", []))
    results = [expeditor.apply(op) for op in document["ops"]]
    return {"results": results, "report": expeditor.report()}


if __name__ == "__main__":
    serve({"name": "port of the rules", "profiles": ["expeditor"], "claims": ["refusals"]}, answer)
