# The escalation profile from the command line: documents, adapters, and nothing refused on any stream.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

digest=$(printf 'a%.0s' {1..64})
ids='"run_id":"run_0123456789abcdef0123456789abcdef","workflow_id":"workflow:org.example/review@1.0.0"'
attempt='{"failure_class":"permission_denial","step_digest":"'$digest'","now":"2026-01-01T00:00:00Z"}'
handoff='{"allowed_recovery_actions":["recheck_permissions","abort_run"],"attempted_step_digests":["'$digest'"],"failure_class":"permission_denial","reviewer_packet":{"evidence_references":[],"expires_at":"2026-01-01T00:30:00Z","issued_at":"2026-01-01T00:00:00Z","reason_code":"human_gate","requested_decision":"decide_next_step","run_id":"run_0123456789abcdef0123456789abcdef","schema_version":"openmed.agent.reviewer_handoff.v1","workflow_id":"workflow:org.example/review@1.0.0"}}'
printf '{%s,"policy":{"permission_denial":1},"attempts":[%s,%s]}' "$ids" "$attempt" "$attempt" >run.json
printf '{"handoff": %s, "now": "2026-01-01T00:10:00Z"}' "$handoff" >handoff.json

for engine in model impl; do
  tc run escalation --engine $engine run.json
  exits 0
  quiet
  says '{"halted":true,"counts":{"uncertainty":0,"permission_denial":1,"tool_failure":0,"total":1},"attempts":[{"error":null},{"error":"circuit_open"}],"handoff":'"$handoff}"
  tc run handoff --engine $engine handoff.json
  exits 0
  quiet
  says '{"handoff":'"$handoff"',"expired":false}'
done
# Each kind by its own name: a document of the other is none.
tc run handoff run.json
exits 2
complains 'run.json: malformed_document'
tc run escalation handoff.json
exits 2
complains 'handoff.json: malformed_document'

# What is refused stands on no stream, in no spelling (E-10).
secret=hunter2
hex=68756e74657232
refused() {
  local engine kind=$1 text=$3
  for engine in model impl; do
    printf '%s' "$text" >bad.json
    tc run "$kind" --engine $engine bad.json
    exits 2
    says ''
    complains "bad.json: $2"
    holds 'nothing of it is repeated' test -z "$(grep -iE "$secret|$hex|aHVudGVyM|h1bnRlcj|odW50ZXIy" out.txt err.txt)"
  done
}
refused escalation 'run_id: invalid_identifier' '{"run_id":"hunter2","workflow_id":"hunter2","attempts":[]}'
refused escalation 'workflow_id: invalid_identifier' '{"run_id":"run_0123456789abcdef0123456789abcdef","workflow_id":"tool:hunter2","attempts":[]}'
refused escalation 'total: invalid_threshold' "{$ids,\"policy\":{\"total\":\"hunter2\"},\"attempts\":[]}"
refused escalation malformed_document "{$ids,\"hunter2\":1,\"attempts\":[]}"
refused escalation malformed_document "{$ids,\"attempts\":[{\"hunter2\":\"hunter2\"}]}"
refused escalation malformed_document 'hunter2'
refused handoff 'handoff: unknown_field' '{"handoff":{"hunter2":"hunter2"},"now":"hunter2"}'
refused handoff 'now: invalid_timestamp' "{\"handoff\":$handoff,\"now\":\"hunter2\"}"
refused handoff 'failure_class: unknown_failure_class' "{\"handoff\":${handoff/\"permission_denial\"/\"hunter2\"},\"now\":\"\"}"
printf '{%s,"attempts":[{"failure_class":"hunter2"},{"failure_class":"uncertainty","step_digest":"hunter2"}]}' "$ids" >bad.json
tc run escalation bad.json
exits 0
lacks "$secret"

# The corpus, and an independent port of the rules.
tc replay "$source_folder"/corpus/escalation/*/*.json
exits 0
shows ' 0 broken$'
if command -v python3 >ignored.txt; then
  port="$source_folder/adapters/python/escalation.py"
  holds 'the port has 60 lines at most' test "$(wc -l <"$port")" -le 60
  tc verify --subject "exec:python3 $port" --cases 200
  exits 0
  shows '^KEPT: 15 of 17 rules; not claimed: 1 rule \(E-12\); not visible: 1 rule \(E-17\)$'
  tc replay "$source_folder"/corpus/escalation/*/*.json --subject "exec:python3 $port"
  exits 0
  # It can fail: a port that is wrong by a second is caught.
  cp "${port%/*}/json_lines.py" .
  sed 's/until <= time/until < time/' "$port" >late.py
  tc verify --subject 'exec:python3 late.py' --first-break --cases 100
  exits 1
  shows '^E-15 is broken: '
  tc init python escalation --profile escalation
  exits 0
  tc selftest --subject 'exec:python3 escalation/adapter.py'
  exits 0
  tc verify --subject 'exec:python3 escalation/adapter.py' --cases 100
  exits 0
  shows '^KEPT: '
  shows '^left out +handoffs that are read back: '
  shows '^not claimed  E-1, E-11, E-12, E-13, E-15: '
fi
tc init cpp mine --profile escalation
exits 0
shows '^wrote mine/my_breaker_test.cpp$'
tc init node js --profile escalation
exits 0
if command -v node >ignored.txt; then
  tc verify --subject 'exec:node js/adapter.mjs' --cases 100
  exits 0
  shows '^KEPT: '
fi

# A counterexample: its table, and the line that replays it.
tc verify --subject mutant:escalation-first-class-trips --first-break
exits 1
shows '^E-5 is broken: '
shows '^BROKEN: 1 rule \(E-5\)$'
line=$(sed -n "s/^  \(tripcheck replay --profile escalation .*\)/\1/p" out.txt)
command=$line status=0
out=$(tripcheck() { "$program" "$@"; } && eval "$line" 2>err.txt) || status=$?
exits 1
shows '^E-5 is broken: '

done_checking
