# tripcheck replay FILE… and tripcheck rules: what a corpus file must be, and what becomes of it.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

mapfile -t all < <(find "$source_folder/corpus" -mindepth 3 -name '*.json' | sort)
tc replay "${all[@]}"
exits 0
quiet
says "${#all[@]} cases, $((2 * ${#all[@]})) answers: $((2 * ${#all[@]})) kept, 0 broken"

# write_case [KEY=JSON]...: a right case of the given id, but for the keys given; empty: left out.
write_case() {
  local id=$1 key value text=''
  shift
  local -A value_of=(
    [id]="\"$id\"" [profile]='"timed"' [rules]='["T-3"]' [since]='"0.1.0"' [note]='"A story."'
    [input]='{"failure_threshold":1,"cooldown":5,"half_open_successes":1,"events":[{"t":1,"result":"failure"}]}'
    [expected]='{"final_state":"open","rejected":[],"transitions":["closed->open@1"]}')
  for value in "$@"; do value_of[${value%%=*}]=${value#*=}; done
  for key in id profile rules since note origin input expected more; do
    [[ -z ${value_of[$key]-} ]] || text+=",\"$key\":${value_of[$key]}"
  done
  mkdir -p "corpus/${id%/*}"
  printf '{%s}\n' "${text#,}" >"corpus/$id.json"
}

right=timed/valid/right
write_case $right 'origin="owner/repo.x#12"'
tc replay corpus/$right.json
exits 0
says '1 case, 2 answers: 2 kept, 0 broken'
tc replay corpus/$right.json --subject model
says '1 case, 1 answers: 1 kept, 0 broken'

# What a subject breaks is shown, and counted.
tc replay corpus/$right.json --subject mutant:timed-trips-one-late
exits 1
says "BROKEN  $right  (T-3)  mutant:timed-trips-one-late
  expected  {\"final_state\":\"open\",\"rejected\":[],\"transitions\":[\"closed->open@1\"]}
  got       {\"final_state\":\"closed\",\"rejected\":[],\"transitions\":[]}
1 case, 1 answers: 0 kept, 1 broken"
write_case timed/valid/wrong 'expected={"final_state":"closed","rejected":[],"transitions":[]}'
tc replay corpus/$right.json corpus/timed/valid/wrong.json
exits 1
shows '^BROKEN  timed/valid/wrong  \(T-3\)  model$'
shows '^BROKEN  timed/valid/wrong  \(T-3\)  impl$'
shows '^2 cases, 4 answers: 2 kept, 2 broken$'
write_case timed/invalid/wrong 'expected={"error":"something else"}' 'input={}'
tc replay corpus/timed/invalid/wrong.json --subject model
exits 1
shows '^  expected  error: something else$'
shows '^  got       error: failure_threshold: missing$'

# malformed PLACE_AND_FAULT ID [KEY=JSON]...: exit 2 with the file, whatever else there is.
malformed() {
  write_case "${@:2}"
  tc replay "corpus/$2.json" corpus/$right.json
  exits 2
  complains "corpus/$2.json: $1"
  says '1 case, 2 answers: 2 kept, 0 broken'
}

malformed 'id: missing' timed/valid/a id=
malformed 'id: expected an id such as "timed/valid/some-name", found "timed/valid/A"' timed/valid/a 'id="timed/valid/A"'
malformed 'id: expected an id such as "timed/valid/some-name", found "timed/a"' timed/valid/a 'id="timed/a"'
malformed 'id: expected "timed/valid/a", as the path says, found "timed/valid/b"' timed/valid/a 'id="timed/valid/b"'
malformed 'profile: expected the first part of the id, found "overlap" for timed/valid/a' timed/valid/a 'profile="overlap"'
malformed "profile: no such profile: expected $profiles, found \"elsewhere\"" elsewhere/valid/a 'profile="elsewhere"'
malformed 'rules: expected at least one rule, found none' timed/valid/a 'rules=[]'
malformed 'rules[0]: expected a rule such as "T-3", found "T-"' timed/valid/a 'rules=["T-"]'
malformed 'rules: expected rules of timed, found "T-99"' timed/valid/a 'rules=["T-3","T-99"]'
malformed 'since: expected a version such as "0.1.0", found "1"' timed/valid/a 'since="1"'
malformed "note: expected the case's story, found \"\"" timed/valid/a 'note=""'
malformed 'origin: expected a report such as "owner/repo#12", found "owner/repo#012"' timed/valid/a 'origin="owner/repo#012"'
malformed 'more: unknown key, expected id, profile, rules, since, note, origin, input or expected' timed/valid/a 'more=1'
malformed 'expected: expected the answer, since the case is a valid one, found an object' timed/valid/a 'expected={"error":"x"}'
malformed 'expected.final_state: unknown key, expected error' timed/invalid/a
malformed 'expected.error: expected the text of the refusal, found ""' timed/invalid/a 'expected={"error":""}'
write_case timed/valid/a 'expected={"final_state":"opne","rejected":[],"transitions":[]}'
tc replay corpus/timed/valid/a.json
exits 2
holds 'the place in the answer is named' grep -q '^tripcheck: corpus/timed/valid/a.json: expected: .*final_state: expected .*found "opne"$' err.txt
printf '{' >corpus/timed/valid/a.json
tc replay corpus/timed/valid/a.json
exits 2
holds 'the place in the text is named' grep -q '^tripcheck: corpus/timed/valid/a.json: line 1, column ' err.txt

# A path that shows no corpus asks for no id; one that shows it does, wherever it begins.
cp corpus/$right.json elsewhere.json
tc replay elsewhere.json
exits 0
mkdir -p corpus/of/corpus/timed/valid my-corpus
cp corpus/$right.json corpus/of/corpus/timed/valid/right.json
cp corpus/$right.json my-corpus/x.json
tc replay "$PWD/corpus/of/corpus/timed/valid/right.json" my-corpus/x.json
exits 0
cp corpus/$right.json corpus/of/corpus/timed/valid/left.json
tc replay ./corpus/of/corpus/timed/valid/left.json
exits 2
tc replay -- ./corpus/$right.json
exits 0
tc replay none.json
exits 2
complains 'none.json: No such file or directory'
says '0 cases, 0 answers: 0 kept, 0 broken'

# Rules: what names each, the corpus included.
rm -r corpus
write_case $right
write_case timed/invalid/refused 'rules=["T-11","T-19"]' 'input={}' 'expected={"error":"failure_threshold: missing"}'
printf '{"not":"a case"}' >corpus/schema.json
tc rules
exits 0
quiet
for rule in $(sed -n 's/^- \*\*\(T-[0-9]*\)\*\*.*/\1/p' "$source_folder/model/timed/rules.md"); do shows "^$rule  [A-Za-z]"; done
holds 'T-3 lists its parts' test "$(sed -n '/^T-3 /,/^$/p' out.txt | grep -cE '^  properties  refines-the-model|^  mutants     .*[a-z]|^  corpus      timed/valid/right$')" = 3
tc rules --json --corpus corpus
exits 0
shows '"corpus": \["timed/invalid/refused"\]'
holds 'without a corpus there are no cases' test "$(cd / && "$program" rules | grep -c '^  corpus      none$')" = "$(grep -c '"rule":' out.txt)"
printf '{}' >corpus/timed/valid/bad.json
tc rules
exits 2
complains 'corpus/timed/valid/bad.json: id: missing'
says ''

done_checking
