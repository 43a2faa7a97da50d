"""A subject in one page: the timed breaker as a function, and ten lines to have it judged.

    tripcheck verify --subject 'exec:python3 adapters/python/seed_function.py'

To judge your own, put it in the place of run_circuit_breaker. Needs Python 3.9 and nothing else.
Domain: everything, for Python's integers have no end. Claims: none; bad input is not refused.
"""
import json
import sys


def run_circuit_breaker(events, failure_threshold, cooldown, half_open_successes):
    state, failures, successes, opened_at = "closed", 0, 0, None
    rejected, transitions = [], []

    def enter(next_state, t):
        nonlocal state, failures, successes
        transitions.append(f"{state}->{next_state}@{t}")
        state, failures, successes = next_state, 0, 0

    for event in events:
        t, failed = event["t"], event["result"] == "failure"
        if state == "open":
            if t < opened_at + cooldown:
                rejected.append(t)
                continue
            enter("half_open", t)  # And this same event is judged there, below.
        if failed:
            failures += 1
            if state == "half_open" or failures >= failure_threshold:
                enter("open", t)
                opened_at = t
        elif state == "closed":
            failures = 0
        else:
            successes += 1
            if successes >= half_open_successes:
                enter("closed", t)
    return {"final_state": state, "rejected": rejected, "transitions": transitions}


def main():
    for line in sys.stdin:  # One message a line, until the suite closes the pipe.
        message = json.loads(line)
        if message.get("op") == "start":
            reply = {"tripcheck": 1, "name": "seed function", "version": "1", "profiles": ["timed"]}
        else:
            reply = {"id": message["id"], "answer": run_circuit_breaker(**message["case"])}
        print(json.dumps(reply), flush=True)  # An answer that is not flushed never arrives.


if __name__ == "__main__":
    main()
