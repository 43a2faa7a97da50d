"""The pipe of docs/protocol.md for adapters in Python: a case a line in, an answer a line out."""
import json
import re
import sys


class Object(dict):
    """An object that remembers its keys as they came, repeated ones too."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.pairs = pairs
        self.written = [key for key, _ in pairs]


class Refused(Exception):
    """Bad input; its text is the whole error."""


def need(holds, error):
    if not holds:
        raise Refused(error)


def fits(pattern, value):
    """Whether the value is a string and all of it matches."""
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def check_keys(itself, given, known):
    """The first unknown or repeated key where it stands, then the first that is missing."""
    for i, key in enumerate(given.written):
        need(key in known, itself + ": unknown_field")
        need(key not in given.written[:i], key + ": duplicate_field")
    for key in sorted(known):
        need(key in given, key + ": missing_field")


def serve(start, answer):
    """Answers until the pipe is closed. `start` is what is said of the subject."""
    for line in sys.stdin:
        message = json.loads(line, object_pairs_hook=Object)
        if message.get("op") == "start":
            reply = {"tripcheck": 1, **start}
        else:
            reply = {"id": message["id"]}
            try:
                reply["answer"] = answer(message["case"])
            except Refused as refused:
                reply["error"] = str(refused)
        print(json.dumps(reply), flush=True)
