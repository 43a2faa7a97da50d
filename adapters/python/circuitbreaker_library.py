"""Subject: the Python library circuitbreaker, Debian's python3-circuitbreaker 1.4.0.

    tripcheck verify --subject 'exec:/usr/bin/python3 adapters/python/circuitbreaker_library.py'

Clock:  the module looks up its `monotonic` at each call; the time of the event takes its place.
Calls:  each event calls a function that the library decorated and that returns or raises. A call
        whose function did not run was rejected.
State:  the library announces nothing, and its half-open is a view of the clock. So its public
        `state` is read twice an event, when the clock has moved and when the call is over; where
        it is not what it was, that is a transition. The adapter computes none.
Domain: all of int64. One half-open success only: the library has no such option.
        --any-half-open-successes leaves that limit out, to see what the library does with a 2.
Claims: retry_at, which is the library's `open_remaining` counted from the last event.
"""
import json
import sys
from importlib.metadata import version

import circuitbreaker

now = 0
circuitbreaker.monotonic = lambda: now

INT64 = [-(2**63), 2**63 - 1]
COUNT = [1, 2**31 - 1]


class Failure(Exception):
    """What the called function raises where the event's result is a failure."""


def run(events, failure_threshold, cooldown, half_open_successes):
    global now
    del half_open_successes  # No option of the library takes it.
    executed = False

    def call(result):
        nonlocal executed
        executed = True
        if result == "failure":
            raise Failure

    now = events[0]["t"] if events else 0
    breaker = circuitbreaker.CircuitBreaker(failure_threshold, recovery_timeout=cooldown)
    guarded_call = breaker(call)
    seen, rejected, transitions = breaker.state, [], []

    def look():
        nonlocal seen
        if breaker.state != seen:
            transitions.append(f"{seen}->{breaker.state}@{now}")
            seen = breaker.state

    for event in events:
        now, executed = event["t"], False
        look()
        try:
            guarded_call(event["result"])
        except (Failure, circuitbreaker.CircuitBreakerError):
            pass
        look()
        if not executed:
            rejected.append(now)
    return {
        "final_state": breaker.state,
        "rejected": rejected,
        "transitions": transitions,
        "retry_at": retry_at(breaker),
    }


def retry_at(breaker):
    t = now + breaker.open_remaining
    return t if breaker.opened and t <= INT64[1] else None  # Past int64 no event ever comes.


def start():
    any_successes = "--any-half-open-successes" in sys.argv[1:]
    return {
        "tripcheck": 1,
        "name": "circuitbreaker (Python)",
        "version": version("circuitbreaker"),
        "profiles": ["timed"],
        "claims": ["retry_at"],
        "domain": {
            "t": INT64,
            "cooldown": [0, INT64[1]],
            "failure_threshold": COUNT,
            "half_open_successes": COUNT if any_successes else [1, 1],
        },
    }


def reply_to(message):
    if message.get("op") == "start":
        return start()
    try:
        return {"id": message["id"], "answer": run(**message["case"])}
    except Exception as error:  # Whatever else the library raises is its answer to the case.
        return {"id": message["id"], "error": repr(error)}


def main():
    for line in sys.stdin:
        print(json.dumps(reply_to(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
