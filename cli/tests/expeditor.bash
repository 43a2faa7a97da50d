# The expeditor profile from the command line: documents as JSON and as text, what is refused, verdicts.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

# both TEXT: the document through both engines; leaves the model's text in out.txt, which must be the other's too.
both() {
  printf '%s' "$1" >script.json
  tc run expeditor --engine impl "${@:2}" script.json
  exits 0
  mv out.txt impl.txt
  tc run expeditor --engine model "${@:2}" script.json
  exits 0
  quiet
  holds 'both engines print the same bytes' cmp -s out.txt impl.txt
}

# A call that fails, a circuit that opens, a skip with its route, a plan, and a faulty operation.
map='[{"tool":"Grep","alternatives":[{"tool":"Bash","severity":"low"}]},{"tool":"Bash"}]'
ops='{"op":"decide","tool":"Grep","step":1},{"op":"record","ticket":1,"step":1,"outcome":"failure","error":"no such file"},'
ops+='{"op":"decide","tool":"Grep","step":2},{"op":"decide","tool":"Bash","step":2},'
ops+='{"op":"plan","step":2,"subtasks":[{"id":1,"title":"Search","requires":["Grep"]},{"id":2,"title":"Read","requires":["Bash"]}]},'
ops+='{"op":"record","ticket":2,"step":2,"outcome":"failure","error":"timeout"},{"op":"jump"},'
ops+='{"op":"plan","step":3,"subtasks":[{"id":2,"title":"Read","requires":["Bash"]}]}'
script='{"config":{"failure_threshold":1,"failure_budget":2},"capability_map":'$map',"ops":['$ops']}'

both "$script"
shows '^\{"results":\[\{"decision":"CALL","reason":"closed","ticket":1,"caution":false\},\{"state":"OPEN",'
shows '"decision":"SKIP","reason":"circuit_open","route":\{"grade":"ACCEPTABLE","tool":"Bash",'
shows '\{"error":"invalid_value","field":"op"\}'
shows '"recommendations":\["Go through '
holds 'JSON is one line' test "$(wc -l <out.txt)" = 1

both "$script" --text
first=$(cat out.txt)
shows '^ops\[6\]: invalid_value \(op\)$'
shows '^Scope Reduction Report:$'
shows '^  \[x\] 1\. Search +\(Grep: OPEN'
shows '^  \[ \] 2\. Read +\(Bash: OPEN — no alternative\)$'
shows '^FAILURE BUDGET EXHAUSTED — PAUSING$'
shows '^\| Tool +\| State +\| Consecutive Fails \| Last Failure +\| Last Success +\|$'
shows '^\| Grep +\| OPEN   \| 1 +\| step 1 +\| — +\|$'
shows '^  Failure 2: Bash — "timeout" \(step 2\)$'
shows '^Status: paused until the next cycle$'
shows '^  step 2: Grep: SKIP circuit_open -> ACCEPTABLE Bash$'
lacks '^\{'
holds 'the text ends with one newline' test "$(tail -c 2 out.txt | od -An -tx1 | tr -d ' \n' | tail -c 2)" = 0a
tc run expeditor --text <script.json
says "$first"
tc run --text expeditor - <script.json
says "$first"

# What strangers wrote moves no cursor, ends no line, and breaks no box.
long=$(printf 'N%.0s' {1..70})
both '{"config":{"failure_threshold":1},"ops":[{"op":"decide","tool":"\u001b[31m|\n'"$long"'","step":1},{"op":"record","ticket":1,"step":1,"outcome":"failure","error":"one\r\ntwo\u202e\u0000\"q\\\u009b"}]}' --text
holds 'no control character but newlines' test -z "$(LC_ALL=C tr -d '\n -~\200-\377' <out.txt)"
shows '^\| \\u001b\[31m\\\|\\nN+… \| OPEN '
shows '"one\\r\\ntwo\\u202e\\u0000\\"q\\\\\\u009b" \(step 1\)$'
holds 'every line of the box is as wide' test "$(LC_ALL=C sed 's/[\x80-\xbf]//g' out.txt | grep -E '^[+|]' | awk '{ print length($0) }' | sort -u | wc -l)" = 1

# --text is for profiles that have it, and takes no value.
for kind in timed overlap escalation handoff; do
  tc run $kind --text script.json
  exits 2
  says ''
  complains "--text: expected beside expeditor, found \"$kind\""
done
tc run expeditor --text=yes script.json
exits 2
complains '--text: expected no value, found one'
tc run expeditor --engine mutant --text script.json
exits 2
complains '--engine: expected impl or model, found "mutant"'

# refused FAULT DOCUMENT: by both engines, in both forms.
refused() {
  printf '%s' "$2" >bad.json
  local engine form
  for engine in model impl; do
    for form in '' --text; do
      tc run expeditor --engine $engine $form bad.json
      exits 2
      says ''
      complains "bad.json: $1"
    done
  done
}
not_json='expected a JSON document, found'
refused "malformed_document: line 1, column 1: $not_json nothing here" ''
refused "malformed_document: line 1, column 1: $not_json not JSON here" 'hunter2'
refused "malformed_document: line 1, column 32: $not_json not JSON here" $'{"ops":[{"op":"decide","tool":"\001","step":1}]}'
refused "malformed_document: line 1, column 76: $not_json nested deeper than 64 levels" \
  '{"ops":[{"op":'"$(printf '[%.0s' {1..100000})"
refused 'malformed_document: document: expected an object, found an array' '[]'
refused 'malformed_document: ops: missing' '{}'
refused 'malformed_document: opps: unknown key, expected config, capability_map or ops' '{"ops":[],"opps":1}'
refused 'malformed_document: ops[1]: expected an object, found 1' '{"ops":[{"op":"report"},1]}'
refused 'invalid_config: failure_budget: expected an integer between 1 and 1000000000, found 0' \
  '{"config":{"failure_budget":0},"ops":[]}'
refused 'invalid_capability_map: capability_map[1] "\u001b[31m\n": tool: expected a name that no entry before it has, found "\u001b[31m\n"' \
  '{"capability_map":[{"tool":"\u001b[31m\n"},{"tool":"\u001b[31m\n"}],"ops":[]}'
# An operation at fault is an answer, wherever the fault is.
both '{"ops":[{"op":"decide","tool":"A","step":-1},{"op":"decide","step":1},{"op":"record","ticket":9,"step":0,"outcome":"success"},{"op":"decide","tool":"A","step":1,"tool":"B"},{"op":1},{}]}'
shows '^\{"results":\[\{"error":"invalid_value","field":"step"\},\{"error":"invalid_value","field":"tool"\},\{"error":"no_call_outstanding","field":"ticket"\},\{"error":"invalid_value","field":"tool"\},\{"error":"invalid_value","field":"op"\},\{"error":"invalid_value","field":"op"\}\],'

# Verdicts. X-60 is compiled, not run.
tc verify --profile expeditor --subject impl --cases 500
exits 0
shows '^KEPT: 43 of 44 rules; not visible: 1 rule \(X-60\)$'
tc verify --profile expeditor --subject model --cases 100
exits 0
shows '^KEPT: 43 of 44 rules; '
tc verify --subject mutant:expeditor-budget-only-warns --first-break
exits 1
shows '^X-1 is broken: '
shows '^BROKEN: 1 rule \(X-1\)$'
line=$(sed -n "s/^  \(tripcheck replay --profile expeditor .*\)/\1/p" out.txt)
command=$line status=0
out=$(tripcheck() { "$program" "$@"; } && eval "$line" 2>err.txt) || status=$?
exits 1
shows '^X-1 is broken: '

tc mutants --profile expeditor --list
exits 0
holds 'there are 120 mutants at least' test "$(grep -c '^mutant:expeditor-' out.txt)" -ge 120
shows '^mutant:expeditor-budget-only-warns  breaks X-1$'
tc replay "$source_folder"/corpus/expeditor/*/*.json
exits 0
shows ' 0 broken$'
# The seed's map of Grep, Bash, Read, Write and WebSearch loads.
tc replay "$source_folder/corpus/expeditor/valid/seed-capability-map.json"
exits 0
shows '^1 case, 2 answers: 2 kept, 0 broken$'
tc replay "$source_folder/corpus/expeditor/valid/seed-capability-map.json" --subject mutant:expeditor-budget-only-warns
exits 0

done_checking
