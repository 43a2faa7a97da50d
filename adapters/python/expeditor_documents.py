"""What documents of the expeditor may hold, by model/expeditor/rules.md: X-54 to X-56 and C-1 to C-9."""
import json
from json_lines import Object, Refused, need

SEVERITIES = ("low", "high", "unknown")


# What a value may be.
def integer(low, high):
    return lambda value: type(value) is int and low <= value <= high


def one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def list_of(fits):
    return lambda value: isinstance(value, list) and all(map(fits, value))


def or_null(fits):
    return lambda value: value is None or fits(value)


def text(value):
    return isinstance(value, str)


def boolean(value):
    return isinstance(value, bool)


def shaped(needed, optional):
    return lambda value: isinstance(value, Object) and fault_of(value, needed, optional) is None


def fault_of(given, needed, optional):
    """The first key at fault: unknown, repeated or wrong where it stands, missing ones last."""
    seen = set()
    for key, value in given.pairs:
        fits = needed.get(key) or optional.get(key)
        if fits is None or key in seen or not fits(value):
            return key
        seen.add(key)
    return next((key for key in needed if key not in seen), None)


INT64, STEP = integer(-(2**63), 2**63 - 1), integer(0, 2**62)
CONFIG = {  # The default, the lowest, and whether something lies between 0 and the lowest.
    "failure_threshold": (3, 1), "failure_budget": (5, 1), "probe_interval": (3, 1), "probe_interval_cap": (20, None),
    "cascade_window": (3, 0), "correlated_opens": (2, 2), "coincident_opens": (3, 2), "chain_backoff_cap": (20, None)}
CONFIG_KEYS = {**dict.fromkeys(CONFIG, INT64), "mode": one_of("full", "counter_only"),
               "allowed_tools": or_null(list_of(text))}
ALTERNATIVE = shaped({"tool": text}, {"method": or_null(text), "degradation": text, "severity": one_of(*SEVERITIES)})
ENTRY = ({"tool": text}, {"provides": text, "alternatives": list_of(ALTERNATIVE), "fallback": or_null(text),
                          "depends_on": list_of(text), "infrastructure": list_of(text)})


def identifier(value):
    return text(value) or INT64(value)


def subtasks(value):
    fits = list_of(shaped({"id": identifier, "title": text, "requires": list_of(text)}, {}))
    return fits(value) and len({task["id"] for task in value}) == len(value)


OPS = {  # Needed keys in the order of the table, then optional ones.
    "decide": ({"tool": text, "step": STEP}, {"user_available": boolean}),
    "record": ({"ticket": INT64, "step": STEP, "outcome": one_of("success", "failure")},
               {"error": or_null(text), "signature": or_null(lambda value: text(value) and value != "")}),
    "abandon": ({"ticket": INT64, "step": STEP}, {}),
    "availability": ({"tool": text, "score": one_of("AVAILABLE", "DEGRADED", "UNAVAILABLE"), "step": STEP}, {}),
    "confirm_recovered": ({"step": STEP}, {}),
    "begin_cycle": ({"step": STEP}, {}),
    "complete": ({"subtask": identifier, "step": STEP}, {}),
    "route": ({"tool": text}, {"user_available": boolean}),
    "plan": ({"step": STEP, "subtasks": subtasks}, {"user_available": boolean}),
    "label": ({"source": text, "task_started_at": INT64},
              {"retrieved_at": or_null(INT64), "digest": or_null(text), "previous_digest": or_null(text),
               "documented_caching": boolean, "contradicts_recent": boolean}),
    "report": ({}, {})}


def key_at_fault(op):
    """Nothing, or the key of an operation that makes it `invalid_value`; its name is looked at first (C-4)."""
    name = next((value for key, value in op.pairs if key == "op"), None)
    if not text(name) or name not in OPS:
        return "op"
    needed, optional = OPS[name]
    return fault_of(op, {"op": text, **needed}, optional)


def settings(config):
    return {**{key: default for key, (default, _) in CONFIG.items()}, "mode": "full", "allowed_tools": None, **config}


def check_config(config):
    key = fault_of(config, {}, CONFIG_KEYS)
    need(key is None, f"invalid_config: {key}: is not what it may be")
    values = settings(config)
    for key, (_, low) in CONFIG.items():
        low = values["probe_interval"] if low is None else low
        off = key.endswith("_opens") and values[key] == 0
        need(off or low <= values[key] <= 10**9, f"invalid_config: {key}: is out of range")


def quoted(name):
    """At most 40 bytes of a name, between characters."""
    cut = name.encode()[:40].decode(errors="ignore")
    return json.dumps(cut) + ("" if cut == name else "…")


def check_map(entries):
    def require(holds, i, what):
        if not holds:
            given = entries[i].get("tool") if isinstance(entries[i], Object) else None
            name = f" {quoted(given)}" if text(given) and given else ""
            raise Refused(f"invalid_capability_map: capability_map[{i}]{name}: {what}")

    def on_a_cycle(i):
        below = set(links[i])
        while True:
            deeper = below.union(*(links[j] for j in below))
            if deeper == below:
                return i in below
            below = deeper

    for i, entry in enumerate(entries):
        require(isinstance(entry, Object), i, "is no object")
        require(fault_of(entry, *ENTRY) is None, i, "has a fault")
    place = {}
    for i, entry in enumerate(entries):
        require(entry["tool"] and entry["tool"] not in place, i, "tool: is empty or taken")
        place[entry["tool"]] = i
    for i, entry in enumerate(entries):
        for other in entry.get("alternatives", []):
            require(other["tool"] in place and other["tool"] != entry["tool"], i, "alternatives: no other entry")
        require(all(name in place for name in entry.get("depends_on", [])), i, "depends_on: no entry")
    links = [[place[name] for name in entry.get("depends_on", [])] for entry in entries]
    for i in range(len(entries)):
        require(not on_a_cycle(i), i, "depends_on: leads back")


def check(document):
    """X-54 … X-56: raises Refused for a document that cannot be run."""
    parts = {"config": lambda value: isinstance(value, Object), "capability_map": lambda value: isinstance(value, list)}
    ops = list_of(lambda value: isinstance(value, Object))
    need(isinstance(document, Object), "malformed_document: no object")
    key = fault_of(document, {"ops": ops}, parts)
    need(key is None, f"malformed_document: {key}: is not what it may be")
    check_config(document.get("config", Object([])))
    check_map(document.get("capability_map", []))
