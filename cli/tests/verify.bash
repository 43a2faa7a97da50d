# tripcheck verify: the report, the counterexamples, the files that it leaves, the exit codes.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

late=mutant:timed-trips-one-late

# A breaker that keeps the rules.
tc verify --profile timed --subject impl
exits 0
quiet
holds 'the heading' test "$(head -3 out.txt)" = $'subject      impl\nprofile      timed\nseed         1'
for rule in $(sed -n 's/^- \*\*\(T-[0-9]*\)\*\*.*/\1/p' "$source_folder/model/timed/rules.md"); do
  shows "^kept         $rule +[1-9][0-9]*  [A-Za-z]"
done
shows '^rests on     generated: 1000 cases, [1-9][0-9]* steps$'
shows '^claimed      .*refusals'
lacks '^floor '
lacks $'\e'
holds 'the last line is the verdict' grep -q '^KEPT: \([0-9]*\) of \1 rules$' <<<"$(tail -1 out.txt)"
tc verify --profile timed --subject impl --seed 18446744073709551615 --cases 200 --depth 0
exits 0
shows '^seed         18446744073709551615$'
shows '^rests on     generated: 200 cases'
cp out.txt first.txt
tc verify --profile timed --subject impl --seed 18446744073709551615 --cases 200 --depth 0
holds 'the same seed gives the same report' cmp -s first.txt out.txt
tc verify --profile timed --subject impl --seed 0 --cases 200 --depth 0
holds 'another seed gives other cases' test "$(grep '^rests' out.txt)" != "$(grep '^rests' first.txt)"

# Words: what they prove is said where all of it was right.
shows_proofs() {
  shows '^rests on .*generated: '
  shows '^             complete: [0-9]+ cases, [0-9]+ steps$'
  shows '^             enumerated: [0-9]+ cases, [0-9]+ steps$'
}
tc verify --profile timed --subject impl --cases 200 --depth 2 --extra-states 0
exits 0
shows_proofs
shows '^proved       equal to the model for every breaker with at most 0 states more than it, on 45 configs \(243 states, 120 distinguishing words\): counts 1 to 3, cooldowns 0, 1, 2, 3, 5$'
shows '^             every history of at most 2 steps, on 135 configs: counts 1 to 3, '
tc verify --profile timed --subject $late --cases 200 --depth 2 --extra-states 0
exits 1
shows_proofs
lacks '^proved '
tc verify --profile timed --subject impl --cases 200 --depth 0
lacks '^ +(complete|enumerated): |^proved '
tc verify --profile timed --subject impl --depth 10
complains '--depth: expected an integer between 0 and 9, found "10"'

# One that does not.
tc verify --subject $late --cases 50 --depth 0
exits 1
tells_the_first
eval "set -- $(sed -n 's/^  tripcheck //p' err.txt)"
tc "$@"
exits 1
tc verify --subject $late --cases 50 --depth 0
shows '^BROKEN       T-3 '
shows '^T-3 is broken: Closed: '
shows '^  failure_threshold 1, cooldown 0, half_open_successes 1$'
shows '^  step  time  event    expected +got$'
shows '^     0     0  failure  executed, closed->open@0  executed  +<--$'
holds 'a mark a table' test "$(grep -c '<--$' out.txt)" = "$(grep -c ' is broken: ' out.txt)"
shows '^  found as case [0-9]+ of generated \([0-9]+ steps?\), shrunk to 1 step in [0-9]+ runs?$'
holds 'the last line is the verdict' grep -Eq '^BROKEN: [0-9]+ rules? \(.*T-3' <<<"$(tail -1 out.txt)"

# Its replay line, run as it stands, shows the same again.
line=$(sed -n "/^T-3 is broken/,\$s/^  \(tripcheck replay --profile timed --subject $late --case '.*'\)\$/\1/p" out.txt | head -1)
status=0
out=$(tripcheck() { "$program" "$@"; } && eval "$line" 2>err.txt) || status=$?
command=$line
exits 1
shows '^     0     0  failure  executed, closed->open@0  executed  +<--$'
shows '^BROKEN: .*T-3'
document=${line#*--case \'}
tc replay --profile timed --subject $late --case - <<<"${document%\'}"
exits 1
shows '^rests on     case: 1 case, 1 step$'
tc replay --profile timed --subject impl --case - <<<"${document%\'}"
exits 0
shows '^KEPT: '

# --first-break ends it early.
cases_of() { sed -n 's/^rests on     generated: \([0-9]*\) cases.*/\1/p' out.txt; }
tc verify --subject $late --first-break
exits 1
shows '^BROKEN: '
holds 'it ends early' test "$(cases_of)" -lt 1000

# --save: corpus files, right for whoever keeps the rules.
tc verify --subject $late --cases 50 --depth 0 --save kept/corpus
exits 1
mapfile -t files < <(sed -n 's/^  saved as //p' out.txt)
holds 'a file a counterexample' test "${#files[@]}" = "$(grep -c ' is broken: ' out.txt)"
tc replay "${files[@]}"
exits 0
tc replay "${files[@]}" --subject $late
exits 1
sum=$(cat "${files[@]}" | cksum)
tc verify --subject $late --cases 50 --depth 0 --save kept/corpus
exits 1
holds 'what is there already stays as it is' test "$sum" = "$(cat "${files[@]}" | cksum)"
sed -i 's/"cooldown": [0-9]*/"cooldown": 77/' "${files[0]}"
tc verify --subject $late --cases 50 --depth 0 --save kept/corpus
exits 2
holds 'what hinders it' test "$(tail -1 err.txt)" = "tripcheck: --save: ${files[0]}: is there and holds something else"
shows '^BROKEN: '
holds 'no temporary file is left' test -z "$(find kept -type f ! -name '*.json')"

# --json: the same report, in one order of keys.
tc verify --subject $late --cases 50 --depth 0 --json report.json
exits 1
shows '^BROKEN: '
tc verify --subject $late --cases 50 --depth 0 --json -
exits 1
holds 'on standard output there is nothing else' cmp -s out.txt report.json
keys=$(sed -n 's/^  "\([a-z_]*\)":.*/\1/p' report.json | paste -sd ' ')
expected='verdict verdict_text exit_code subject subject_name subject_version profile seed sources rules counterexamples troubles skipped skip_reason claims outside_domain floor floor_judged interrupted ran_out known_differences'
holds "the keys are $keys" test "$keys" = "$expected"
for key in $expected; do holds "docs/command-line.md has $key" grep -q "\`$key\`" "$source_folder/docs/command-line.md"; done
for key in $(grep -oE '^ +"[a-z_]+":|\{"[a-z_]+":|, "[a-z_]+":' report.json | grep -oE '[a-z_]+' | sort -u); do
  case $key in failure_threshold | cooldown | half_open_successes | events | t | result) continue ;; esac
  holds "docs/command-line.md has $key" grep -q "\`$key\`" "$source_folder/docs/command-line.md"
done

# An old report is replaced whole; a link leads to the file; a pipe is written in place.
printf 'old' >old.json
chmod 640 old.json
ln -s old.json link.json
tc verify --subject $late --cases 50 --depth 0 --json link.json
exits 1
holds 'the link is still one' test -L link.json
holds 'its file is the report' cmp -s old.json report.json
holds 'and has its permissions' test "$(stat -c %a old.json)" = 640
mkfifo pipe
cat pipe >piped.json &
tc verify --subject $late --cases 50 --depth 0 --json pipe
exits 1
wait
holds 'a pipe stays one' test -p pipe
holds 'and the report went through it' cmp -s piped.json report.json
holds 'no temporary file is left' test -z "$(find . -name '*.json.*')"

# unwritable PLACE OPTION: found before the run, so that nothing is printed.
unwritable() {
  tc verify --profile timed --subject impl "${@:2}"
  exits 2
  says ''
  complains "$1"
}
unwritable 'none/x.json: No such file or directory' --json none/x.json
unwritable '.: Is a directory' --json .
unwritable '--save: report.json: Not a directory' --save report.json
unwritable '--save: report.json/x: Not a directory' --save report.json/x

# Too few cases, or too little time, are no pass.
tc verify --profile timed --subject impl --cases 100000000000 --max-seconds 1
exits 4
shows '^cut short    by --max-seconds$'
holds 'the last line is the verdict' grep -q '^NOT ENOUGH: .*time' <<<"$(tail -1 out.txt)"

# Colour: on a terminal alone, and not with NO_COLOR.
command='tripcheck verify on a terminal'
quoted=$(printf '%q ' "$program" verify --subject $late --first-break)
on_terminal() { script -qec "$1" /dev/null </dev/null >out.txt 2>&1 && true; out=$(<out.txt); }
on_terminal "$quoted"
shows $'\e\\[31m<--'
on_terminal "NO_COLOR=1 $quoted"
shows 'is broken'
lacks $'\e'
on_terminal "NO_COLOR= $quoted"
shows $'\e\\[31m<--'
on_terminal "$quoted | cat"
shows '[0-9]+ of [0-9]+ cases'
lacks $'\e\\[31m'

# A reader that goes away changes no verdict.
command='tripcheck verify | true'
"$program" verify --subject $late --cases 50 --depth 0 2>err.txt | true
status=${PIPESTATUS[0]} err=$(<err.txt)
exits 1
tells_the_first

done_checking
