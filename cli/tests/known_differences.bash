# tripcheck verify and replay: --known-differences and --fix.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

late=mutant:timed-trips-one-late
few=(--cases 100 --depth 0) # Enough for a full run.
broken_rules() { sed -n 's/^BROKEN       \(T-[0-9]*\) .*/\1/p' out.txt | LC_ALL=C sort | paste -sd ' '; }
ids() { sed -n 's/^\([^# ]*\) .*/\1/p' "$1" | paste -sd ' '; }

tc verify --subject $late "${few[@]}"
exits 1
all=$(broken_rules)
holds 'several rules are broken' test "$(wc -w <<<"$all")" -gt 1

# --fix writes the list, with a reason each; what is on it is expected from then on.
tc verify --subject $late "${few[@]}" --known-differences known.txt --fix
exits 0
tells_the_first
shows "^fixed        known.txt: added ${all// /, }$"
holds 'every broken rule is on it' test "$(ids known.txt)" = "$all"
holds 'with the shortest history' grep -q '^T-3 failure_threshold 1, cooldown 0, half_open_successes 1: 0 failure: expected executed, closed->open@0, got executed$' known.txt
tc verify --subject $late "${few[@]}" --known-differences known.txt
exits 0
shows '^expected     T-3 +[0-9]+  Closed: '
shows '^(expected)? +T-3: failure_threshold 1, cooldown 0'
shows '^KEPT: .*expected: '
lacks ' is broken: '
lacks '^(BROKEN|stale|fixed)'
sum=$(cksum <known.txt)
tc verify --subject $late "${few[@]}" --known-differences known.txt --fix
exits 0
lacks '^fixed'
holds 'a list that holds stays as it is' test "$sum" = "$(cksum <known.txt)"

# Broken and unlisted.
grep -v '^T-3 ' known.txt >less.txt
tc verify --subject $late "${few[@]}" --known-differences less.txt
exits 1
shows '^T-3 is broken: '
shows '^BROKEN: 1 rule \(T-3\); expected: '

# Listed and kept, or never tried; what a person wrote stays.
{
  printf '# Mine.\n\n'
  sed 's/^T-3 .*/T-3 it counts one too many/' known.txt
  printf 'T-9 no longer\nQ-1 of another profile\ntimed/valid/some-case a case\n# End.\n'
} >more.txt
grep -q '^T-9 ' known.txt && fail 'this mutant' 'breaks T-9' 'it does not'
LC_ALL=C sort -o unsorted.txt more.txt
tc verify --subject $late "${few[@]}" --known-differences more.txt
exits 2
complains "more.txt: line $(($(wc -l <known.txt) + 4)): expected a rule, such as T-1, or a corpus case, such as timed/valid/some-name, found \"Q-1\""
sed -i '/^Q-1 /d' more.txt
tc verify --subject $late "${few[@]}" --known-differences more.txt
exits 1
shows "^stale        more.txt:$(grep -n '^T-9 ' more.txt | cut -d: -f1): T-9: it is kept: remove this line$"
shows '^BROKEN: known differences to remove: T-9; expected: '
lacks ' is broken: '
tc verify --subject 'exec:perl '"${BASH_SOURCE[0]%/*}"'/breaker.pl' --cases 100 --depth 0 --known-differences <(printf 'T-19 a reader\n')
exits 1
shows 'T-19: it was never tried \(not visible\): remove this line$'
tc verify --subject $late "${few[@]}" --known-differences more.txt --fix
exits 0
shows '^fixed        more.txt: removed T-9$'
holds 'the comment stays first' test "$(head -1 more.txt)" = '# Mine.'
holds 'reasons stay' grep -qx 'T-3 it counts one too many' more.txt
holds 'lines for cases stay' grep -qx 'timed/valid/some-case a case' more.txt
holds 'the comment at the end stays' test "$(tail -1 more.txt)" = '# End.'

# A run that is not full rewrites nothing, and calls nothing stale.
printf 'T-9 no longer\n' >short.txt
cp short.txt before.txt
tc verify --subject $late --known-differences short.txt --fix --cases 100000000000 --max-seconds 1
exits 1
shows '^not fixed    short.txt: the time was over$'
lacks '^stale'
tc verify --subject 'exec:perl '"${BASH_SOURCE[0]%/*}"'/breaker.pl dies' --cases 1 --known-differences short.txt --fix
exits 3
shows '^not fixed    short.txt: the subject failed$'
holds 'nothing was written' cmp -s short.txt before.txt
tc verify --subject $late "${few[@]}" --known-differences short.txt --fix --first-break
exits 2
complains '--fix: expected without --first-break, since it takes a full run'
tc verify --subject $late "${few[@]}" --fix
exits 2
complains '--fix: expected beside --known-differences, found alone'
holds 'no temporary file is left' test -z "$(find . -name '*.txt.*')"

# --first-break goes on past what is known.
tc verify --subject $late "${few[@]}" --known-differences less.txt --first-break
exits 1
shows '^BROKEN: 1 rule \(T-3\)'
tc verify --subject $late "${few[@]}" --known-differences known.txt --first-break
exits 0
shows '^rests on     generated: 100 cases'

# A file that is wrong, or is not there.
tc verify --subject $late --known-differences none.txt
exits 2
complains 'none.txt: No such file or directory'
wrong_list() {
  printf '%b' "$1" >wrong.txt
  tc verify --subject $late "${few[@]}" --known-differences wrong.txt
  exits 2
  says ''
  complains "wrong.txt: $2"
}
wrong_list 'T-3\n' 'line 1: expected a space and the reason behind T-3, found nothing'
wrong_list '# x\nT-3 a\nT-3 b\n' 'line 3: expected T-3 once, found again: it is in line 2'
wrong_list 'T-3 a\nT-12 b\n' 'line 2: expected the lines sorted by their bytes, found T-12 behind T-3'
wrong_list 'T-99 a\n' 'line 1: expected a rule, such as T-1, or a corpus case, such as timed/valid/some-name, found "T-99"'

# The same for corpus cases.
corpus=$source_folder/corpus
tc replay --subject $late "$corpus"/timed/valid/*.json
exits 1
broken=$(sed -n 's/^BROKEN  \([^ ]*\) .*/\1/p' out.txt | LC_ALL=C sort | paste -sd ' ')
tc replay --subject $late --known-differences cases.txt --fix "$corpus"/timed/valid/*.json
exits 0
holds 'every broken case is on it' test "$(ids cases.txt)" = "$broken"
tc replay --subject $late --known-differences cases.txt "$corpus"/timed/valid/*.json
exits 0
shows '^expected     timed/valid/.*: expected \{"final_state"'
lacks '^BROKEN'
one=${broken%% *}
grep -v "^$one " cases.txt >fewer.txt
tc replay --subject $late --known-differences fewer.txt "$corpus"/timed/valid/*.json
exits 1
shows "^BROKEN  $one "
tc replay --subject impl --known-differences cases.txt --fix "$corpus/${broken##* }.json"
exits 1
shows "^stale        cases.txt:1: $one: it was never tried \(not reached\): remove this line$"
shows '^not fixed    cases.txt: not every case on it was replayed$'
holds 'nothing was written' test "$(ids cases.txt)" = "$broken"
tc replay --subject impl --known-differences cases.txt --fix "$corpus"/timed/valid/*.json
exits 0
holds 'what is kept is gone' test ! -s cases.txt
tc replay --known-differences cases.txt "$corpus/$one.json"
exits 2
complains '--known-differences: expected beside corpus files and --subject'

# What the other reports say.
tc verify --subject $late "${few[@]}" --known-differences less.txt --json report.json --junit report.xml
exits 1
holds 'JSON: the verdict of a rule' grep -q '"verdict": "expected"' report.json
holds 'JSON: its reason' grep -q '"reason": "failure_threshold' report.json
holds 'JSON: the file' grep -q '"file": "less.txt"' report.json
holds 'JUnit: a failure' test "$(grep -c '<failure ' report.xml)" = 1
holds 'JUnit: skipped' grep -q '<skipped message="expected: failure_threshold' report.xml
cp report.xml first.xml
tc verify --subject $late "${few[@]}" --known-differences less.txt --junit report.xml
holds 'JUnit: the same run, the same bytes' cmp -s first.xml report.xml
if command -v xmllint >ignored.txt; then
  holds 'JUnit: XML' xmllint --noout report.xml
fi
tc verify --subject exec:./none --junit report.xml
exits 3
holds 'JUnit: an error' grep -q '<error message="cannot run ./none: ' report.xml
tc verify --subject $late "${few[@]}" --junit none/report.xml
exits 2
complains 'none/report.xml: No such file or directory'

done_checking
