"""A breaker with a fault, to see what the suite makes of it.

    tripcheck verify --subject 'exec:python3 docs/examples/wrong_breaker.py'
"""
import json
import sys


def run_circuit_breaker(events, failure_threshold, cooldown, half_open_successes):
    state, count, last_seen, rejected, transitions = "closed", 0, 0, [], []

    def enter(next_state, t):
        nonlocal state, count
        transitions.append(f"{state}->{next_state}@{t}")
        state, count = next_state, 0

    for event in events:
        t, failed = event["t"], event["result"] == "failure"
        waited, last_seen = t - last_seen, t
        if state == "open":
            if waited < cooldown:
                rejected.append(t)
                continue
            enter("half_open", t)
        if failed:
            count += 1
            if state == "half_open" or count == failure_threshold:
                enter("open", t)
        elif state == "closed":
            count = 0
        else:
            count += 1
            if count == half_open_successes:
                enter("closed", t)
    return {"final_state": state, "rejected": rejected, "transitions": transitions}


for line in sys.stdin:  # One message a line, until the suite closes the pipe.
    message = json.loads(line)
    if message.get("op") == "start":
        reply = {"tripcheck": 1, "name": "wrong breaker", "version": "1", "profiles": ["timed"]}
    else:
        reply = {"id": message["id"], "answer": run_circuit_breaker(**message["case"])}
    print(json.dumps(reply), flush=True)  # An answer that is not flushed never arrives.
