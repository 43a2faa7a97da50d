# The command line itself: every way to get it wrong is one line and exit code 2.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

commands='verify, run, replay, selftest, init, rules, subjects, mutants'
subjects='model, impl, mutant:ID or exec:COMMAND LINE'
verify_options='--help, --subject, --profile, --first-break, --seed, --cases, --depth, --extra-states, --max-seconds, --save, --json, --junit, --known-differences, --fix'

# wrong EXPECTED_LINE ARGUMENT...
wrong() {
  local line=$1
  shift
  tc "$@" </dev/null
  exits 2
  says ''
  complains "$line"
}

wrong "expected a command: $commands; tripcheck --help says more"
wrong "unknown command: expected $commands, found \"frob\"" frob
wrong "unknown command (did you mean verify?): expected $commands, found \"verfy\"" verfy
wrong "unknown command: expected $commands, found \"fuzz\"" fuzz
wrong 'unknown option: expected --help, --version, found "--frob"' --frob
wrong "unknown command: expected $commands, found \"a\\nb\\x1b\"" $'a\nb\e'

wrong "--subject: missing, expected $subjects" verify
wrong '--subject: expected a value (SUBJECT), found nothing' verify --subject
wrong '--subject: expected a value, found an empty one' verify --subject ''
wrong "--subject: no such subject (did you mean model?): expected $subjects, found \"modle\"" verify --subject modle
wrong '--subject: no such mutant (did you mean timed-trips-one-late?): expected an id that tripcheck mutants lists, found "timed-trip-one-late"' \
  verify --subject mutant:timed-trip-one-late
wrong '--subject: no such mutant: expected an id that tripcheck mutants lists, found nothing' verify --subject mutant:
wrong '--subject: exec:: the command is empty' verify --subject exec:
wrong '--subject: exec:: unfinished single quote at byte 1' verify --subject "exec:'a"
wrong "--profile: missing, expected $profiles for model" verify --subject model
wrong "--profile: no such profile (did you mean timed?): expected $profiles, found \"tymed\"" verify --subject model --profile tymed
wrong "--profile: no such profile (did you mean timed?): expected $profiles, found \"tymed\"" verify --subject exec:none --profile tymed
wrong '--profile: expected a value (NAME), found nothing' verify --subject model --profile
for number in -1 abc 1.0 18446744073709551616 ' 1' 0x10; do
  wrong "--seed: expected an integer between 0 and 18446744073709551615, found \"$number\"" \
    verify --subject model --profile timed --seed "$number"
done
wrong '--seed: expected once, found 2 times' verify --subject model --seed 1 --seed 2
wrong '--seed: expected a value (N), found nothing' verify --subject model --seed
wrong '--cases: expected an integer between 1 and 1000000000000, found "0"' verify --subject model --cases 0
wrong '--max-seconds: expected an integer between 1 and 1000000000, found "0"' verify --subject model --max-seconds 0
wrong '--first-break: expected no value, found one' verify --subject model --first-break=no
wrong "verify: unknown option (did you mean --seed?): expected $verify_options, found \"--sed\"" verify --subject model --sed 2
wrong "verify: unexpected word: expected $verify_options, found \"timed\"" verify --subject model timed
wrong "verify: unexpected word: expected $verify_options, found \"run\"" verify run

kinds=$(sed 's/ or /, /; s/escalation/escalation, handoff/; s/\(.*\), /\1 or /' <<<"$profiles") # Of documents.
wrong "PROFILE: no such profile: expected $kinds, found nothing" run
wrong "PROFILE: no such profile (did you mean timed?): expected $kinds, found \"timd\"" run timd
wrong '--engine: expected model or impl, found "mdoel"' run timed --engine mdoel
wrong 'run: unexpected word: expected --help, --engine, --text, found "b"' run timed a b

wrong 'replay: expected corpus files, or --profile, --subject and --case, found neither' replay
wrong '--case: expected no file beside it, found "a"' replay a --case '{}' --subject model --profile timed
wrong "--subject: missing beside --case, expected $subjects" replay --case '{}' --profile timed
wrong "--profile: missing, expected $profiles for model" replay --case '{}' --subject model
wrong '--profile: expected beside --case alone, since a corpus file names its own, found "timed"' replay a --profile timed
wrong '--case: failure_threshold: missing' replay --case '{}' --subject model --profile timed
wrong '--case: document: expected an object, found an array' replay --case '[]' --subject model --profile timed

wrong '--corpus: none: No such file or directory' rules --corpus none
wrong 'rules: unexpected word: expected --help, --json, --corpus, found "x"' rules x
wrong 'subjects: unknown option: expected --help, found "--json"' subjects --json
wrong 'mutants: unexpected word: expected --help, --profile, --list, --seeds, --to-the-end, --json, found "x"' mutants x
wrong "--profile: no such profile (did you mean timed?): expected $profiles, found \"time\"" mutants --profile time
wrong '--seeds: expected an integer between 1 and 1000000, found "0"' mutants --seeds 0
wrong '--list: expected beside --profile alone, since nothing is run' mutants --list --json -

# Help and version.
tc --version
exits 0
says "tripcheck $TRIPCHECK_VERSION"
tc --help
exits 0
quiet
for name in ${commands//,/}; do
  shows "^  $name +[A-Z]"
  tc "$name" --help
  exits 0
  quiet
  shows "^Usage: tripcheck $name"
  tc --help
done
tc verify --help
for option in ${verify_options//,/}; do shows "(^  |,)$option "; done

# Lists.
tc subjects
exits 0
shows '^  model +the rules'
shows '^  impl +the optimized'
shows '^  mutant:ID +.* [1-9][0-9]+ of them'
shows "--subject 'exec:"
tc mutants --list
exits 0
shows '^mutant:timed-trips-one-late  breaks T-3$'
shows '^  reported as krakend/krakend-circuitbreaker#3$'
listed=$(grep -c '^mutant:' out.txt)
for name in ${profiles//,/}; do
  [[ $name == or ]] || shows "^$name: $("$program" mutants --list --profile "$name" | grep -c '^mutant:') mutants;"
done
holds 'as many mutants as subjects counts' test "$listed" = "$("$program" subjects | sed -n 's/^  mutant:ID.*: \([0-9]*\) of them.*/\1/p' | awk '{ all += $1 } END { print all }')"

done_checking
