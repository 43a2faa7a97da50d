"""The escalation breaker, written from model/escalation/rules.md alone: a port to compare with."""
from datetime import datetime, timedelta
from json_lines import Refused, check_keys, fits, need, serve
LIMITS = {"uncertainty": 3, "permission_denial": 2, "tool_failure": 3, "total": 6}
TABLE = {"uncertainty": ("low_confidence", "review_evidence", "review_evidence"),
         "permission_denial": ("human_gate", "decide_next_step", "recheck_permissions"),
         "tool_failure": ("safety_review", "assess_safety", "review_tool_failure")}
LABEL, NUMBER = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "(0|[1-9][0-9]*)"
NAMED = rf"(?=[^/]{{1,253}}/){LABEL}(\.{LABEL})+/[a-z][a-z0-9-]{{0,63}}(@{NUMBER}(\.{NUMBER}){{2}})?"
IDS = {"run_id": ("run_[0-9a-f]{32}", "act_[0-9a-f]{32}"),
       "workflow_id": ("(?=.{0,512}$)workflow:" + NAMED, "(?=.{0,512}$)(capability|purpose|policy|tool):" + NAMED)}
TIME, PACKET = "[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}Z", "reviewer_packet: invalid_packet"
def check_ids(given):
    for field, (right, other) in IDS.items():
        need(not fits(other, given.get(field)), field + ": wrong_identifier_kind")
        need(fits(right, given.get(field)), field + ": invalid_identifier")
def time(field, value):
    need(fits(TIME, value), field + ": invalid_timestamp")
    try: return datetime.fromisoformat(value[:-1])
    except ValueError: raise Refused(field + ": invalid_timestamp") from None
def check_attempt(kind, digests, error):
    need(isinstance(kind, str) and kind in TABLE, "failure_class: unknown_failure_class")
    need(isinstance(digests, list) and 0 < len(digests) < 33 and all(fits("[0-9a-f]{64}", one) for one in digests), error)
def handoff(kind, digests, ids, issued, too_late):
    need(issued < datetime(9999, 12, 31, 23, 30), too_late)
    packet = dict(evidence_references=[], expires_at=f"{(issued + timedelta(minutes=30)).isoformat()}Z",
                  issued_at=f"{issued.isoformat()}Z", reason_code=TABLE[kind][0], requested_decision=TABLE[kind][1],
                  run_id=ids["run_id"], schema_version="openmed.agent.reviewer_handoff.v1", workflow_id=ids["workflow_id"])
    return dict(allowed_recovery_actions=[TABLE[kind][2], "abort_run"], attempted_step_digests=digests,
                failure_class=kind, reviewer_packet=packet)
def record(run, limits, digests, ids, failure_class=None, step_digest=None, now=None):
    need(not run["halted"], "circuit_open")
    check_attempt(failure_class, [step_digest], "step_digest: invalid_digest")
    at, counts = time("now", now), {name: n + (name in (failure_class, "total")) for name, n in run["counts"].items()}
    if counts[failure_class] >= limits[failure_class] or counts["total"] >= limits["total"]:
        run.update(handoff=handoff(failure_class, digests + [step_digest], ids, at, "now: invalid_timestamp"), halted=True)
    run["counts"], digests[len(digests):] = counts, [step_digest]
def answer_run(case):
    check_ids(case)
    run, digests = dict(halted=False, counts=dict.fromkeys(LIMITS, 0), attempts=[], handoff=None), []
    limits = {**LIMITS, **case.get("policy", {})}
    for name in LIMITS: need(type(limits[name]) is int and 1 <= limits[name] <= 32, name + ": invalid_threshold")
    for attempt in case["attempts"]:
        run["attempts"].append({"error": None})
        try: record(run, limits, digests, case, **attempt)
        except Refused as refused: run["attempts"][-1]["error"] = str(refused)
    return run
def answer_reading(given, now):
    packet, sample = given.get("reviewer_packet"), handoff("uncertainty", [], dict.fromkeys(IDS), datetime(1, 1, 1), "")
    check_keys("handoff", given, sample)
    check_keys("reviewer_packet", packet, sample["reviewer_packet"]) if isinstance(packet, dict) else need(False, PACKET)
    until, issued = (time(field, packet[field]) for field in ("expires_at", "issued_at"))
    check_ids(packet)
    check_attempt(given["failure_class"], given["attempted_step_digests"], "attempted_step_digests: invalid_digests")
    right = handoff(given["failure_class"], given["attempted_step_digests"], packet, issued, PACKET)
    need(packet == right["reviewer_packet"], PACKET)
    need(given == right, "allowed_recovery_actions: invalid_recovery_actions")
    return {"handoff": right, "expired": until <= time("now", now)}
serve({"name": "port of the rules", "profiles": ["escalation"], "claims": ["refusals"]},
      lambda case: answer_reading(case["handoff"], case["now"]) if "handoff" in case else answer_run(case))
