# The expeditor of another hand, written from the rules alone: it agrees with the model and the corpus.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"
command -v python3 >ignored.txt || {
  echo 'skipped: no python3 on the path'
  exit 77
}
export PYTHONDONTWRITEBYTECODE=1
port="$source_folder/adapters/python/expeditor.py"

tc verify --profile expeditor --subject "exec:python3 $port" --cases 60
exits 0
shows '^KEPT: 42 of 44 rules; not visible: 2 rules \(X-51, X-60\)$'
tc replay "$source_folder"/corpus/expeditor/*/*.json --subject "exec:python3 $port"
exits 0
shows ' 222 kept, 0 broken'

# What the suite cannot send, since no case holds it: documents of a wrong form (C-1 … C-5).
holds 'bad documents are refused by their place' python3 - "${port%/*}" "$source_folder"/corpus/expeditor/invalid/*.json <<'PYTHON'
import json
import sys
sys.path.insert(0, sys.argv[1])
from expeditor_documents import check
from json_lines import Object, Refused
for path in sys.argv[2:]:
    with open(path) as file:
        case = json.load(file, object_pairs_hook=Object)
    words = case["expected"]["error"].split(": ")
    binding = ": ".join(words[: 1 if words[0] == "malformed_document" else 2])
    try:
        check(case["input"])
        sys.exit(path + ": not refused")
    except Refused as refused:
        if not str(refused).startswith(binding):
            sys.exit(f"{path}: {refused}")
PYTHON

# It can fail: a port that probes a step late, and one that names no entry.
cp "${port%/*}"/{json_lines,expeditor_documents}.py .
sed 's/self.step < tool.opened_at/self.step <= tool.opened_at/' "$port" >late.py
tc replay "$source_folder"/corpus/expeditor/valid/z*.json --subject 'exec:python3 late.py'
exits 1
shows '^BROKEN  expeditor/valid/z030  \(X-11, X-6\)'
sed 's/capability_map\[{i}\]/capability_map[0]/' -i expeditor_documents.py
cp "$port" same.py
tc verify --profile expeditor --subject 'exec:python3 same.py' --first-break --cases 20
exits 1
shows '^X-55 is broken: '

done_checking
