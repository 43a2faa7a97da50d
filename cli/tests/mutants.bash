# tripcheck mutants: the matrix of the built-in faulty breakers (S-31).
source "$(dirname "$0")/check.bash" "$@"

tc mutants --profile timed --json matrix.json
exits 0
quiet
listed=$("$program" mutants --list --profile timed | grep -c '^mutant:')
shows '^mutant +breaks +killed by +source +cases +ms +found +shrunk +shortest$'
shows '^timed-trips-one-late +T-3 +[a-z-]+ +generated +[0-9]+ +[0-9]+\.[0-9] +[0-9]+ +1 +1$'
holds 'a row a mutant' test "$(grep -cE '^timed-.* [0-9]+ +([0-9]+|-)$' out.txt)" = "$listed"
holds 'those without a shortest history have a reason' \
  test "$(grep -cE '^timed-.* -$' out.txt)" = "$(grep -c '^    timed-' out.txt)"
shows '^  needs bad input$'
shows "^KILLED: all $listed, with every seed$"
lacks SURVIVED
holds 'a run a mutant in the JSON' test "$(grep -c '"killed": true' matrix.json)" = "$listed"

# Same seed, same matrix, times apart.
"$program" mutants --profile timed --json - | grep -v '"microseconds"' >again.json
holds 'the same again' cmp -s again.json <(grep -v '"microseconds"' matrix.json)

# What cannot be written is known before the run.
tc mutants --json none/matrix.json
exits 2
complains 'none/matrix.json: No such file or directory'
says ''

done_checking
