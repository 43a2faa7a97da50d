# exec: subjects as the command line meets them; the door itself has its own tests.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"
adapter="exec:perl ${BASH_SOURCE[0]%/*}/breaker.pl"

# Kept, as far as it can be seen from outside.
tc verify --subject "$adapter" --cases 200 --depth 0
exits 0
quiet
holds 'it is called by both names' grep -q '^subject      exec:perl .*breaker.pl (perl breaker 1.0)$' out.txt
shows '^not visible  T-19'
shows '^KEPT: .*not visible: .*T-19'
tc verify --subject "$adapter" --profile timed --seed 3 --cases 200 --depth 0
exits 0

# What it does not take is said, and what it does not claim.
tc verify --subject "$adapter t" --seed 2 --cases 200 --depth 0
exits 0
shows '^left out     .*t below 0, t above 9007199254740991.*outside'

# Broken: found, shrunk, replayed by the line given.
tc verify --subject "$adapter late" --cases 50 --depth 0
exits 1
shows '^T-3 is broken: '
shows '^     0     0  failure  executed, closed->open@0  executed  +<--$'
line=$(grep -m1 '^  tripcheck replay --profile timed' out.txt)
status=0
out=$(tripcheck() { "$program" "$@"; } && eval "$line" 2>err.txt) || status=$?
command=$line
exits 1
shows '^BROKEN: '

tc replay "$source_folder"/corpus/timed/valid/*.json --subject "$adapter"
exits 0
shows ' 0 broken'
tc replay "$source_folder"/corpus/timed/valid/*.json --subject "$adapter late"
exits 1

# It fails: exit code 3, its last words, and, where it got so far, the case.
tc verify --subject 'exec:tripcheck-no-such-program x'
exits 3
shows '^SUBJECT FAILED: cannot run tripcheck-no-such-program: No such file or directory$'
tc verify --subject "exec:sh -c 'echo last words >&2; exit 3'"
exits 3
shows '^  \| last words$'
shows '^SUBJECT FAILED: .*exited with status 3'
tc verify --subject exec:cat
exits 3
tc verify --subject "$adapter dies" --cases 1 --json report.json
exits 3
shows '^the subject failed: exited with status 7'
shows '^  case  \{"failure_threshold":'
holds 'JSON says so too' grep -q '^  "verdict": "subject failed",$' report.json
tc replay "$source_folder"/corpus/timed/valid/*.json --subject exec:false
exits 3
shows '^SUBJECT FAILED: '
tc verify --subject "exec:printf '\\033[31m'"
exits 3
lacks $'\e'

# It refuses everything: nothing is kept by that, whatever is known of it.
printf 'T-12 it refuses everything\n' >refuses.txt
cat >refuses.pl <<'PERL'
$| = 1;
while (<STDIN>) {
  if (/"start"/) { print qq({"tripcheck":1,"name":"refuses","profiles":["timed"]}\n); next }
  print qq({"id":$1,"error":"no"}\n) if /"id":(\d+)/;
}
PERL
tc verify --subject 'exec:perl refuses.pl' --cases 200 --depth 0 --known-differences refuses.txt
exits 4
lacks '^kept '
shows '^expected     T-12 '

# It skips everything: that is no pass.
tc verify --subject "$adapter skips" --cases 200 --depth 0
exits 4
shows '^skipped      [0-9]+ questions, the first because: not today$'
shows '^NOT ENOUGH: no rule was judged'

# The profile comes from the answer to start where that is plain.
start() { printf "exec:perl %s start '%s'" "${BASH_SOURCE[0]%/*}/breaker.pl" "$1"; }
tc verify --subject "$(start '["other"]')"
exits 3
shows '^SUBJECT FAILED: answered start with nonsense: profiles: expected .*timed.*, found other$'
tc verify --subject "$(start '[]')" --profile timed
exits 3
shows '^SUBJECT FAILED: answered start with nonsense: profiles: expected .*timed.*, found none$'
tc verify --subject "$(start '["other","timed"]')" --cases 200 --depth 0
exits 0
tc verify --subject "$(start '"timed"')"
exits 3
shows '^SUBJECT FAILED: answered start with nonsense: profiles: expected an array'

done_checking
