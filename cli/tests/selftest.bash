# tripcheck selftest: each way to get an adapter wrong is named by the check for it.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"
adapter="exec:perl ${BASH_SOURCE[0]%/*}/breaker.pl"

# Nothing wrong.
tc selftest --subject "$adapter"
exits 0
quiet
shows '^ok         start answer +perl breaker 1\.0; claims nothing; takes everything$'
shows '^ok         one answer flipped +1 of 32 answers flipped on purpose, and the run went red: BROKEN: '
lacks '^(WRONG|not tried|  do)'
shows '^SELFTEST: 17 ok$'
tc selftest --subject impl --profile timed
exits 0
shows '^SELFTEST: 17 ok$'

# What lies outside the domain is not asked.
tc selftest --subject "$adapter t"
exits 0
shows '^not tried  t below zero +outside what the subject can take$'
shows '^SELFTEST: 14 ok, 3 not tried$'

# found EXIT CHECK SENTENCE FAULT: the adapter with that fault; the check that it must be named by.
found() {
  tc selftest --subject "$adapter $4"
  exits "$1"
  shows "^WRONG      $2 +$3"
  shows '^  do    [a-z]'
  shows '^  case  \{"failure_threshold":'
  shows "^SELFTEST: [1-9][0-9]* WRONG \(.*$2.*\), "
}
found 3 answers 'answered nonsense: took: unknown key' extra
shows '^  do    take that key out of the answer'
found 3 answers 'exited with status 7$' dies
found 1 answers 'every case is skipped, the first because: skipped: not today$' skips
found 1 answers 'good input is refused: error: not in the mood$' refuses
found 1 'same case twice' 'first .*, then ' changes
found 1 'fresh breaker' 'the case asked before it shows: ' leaks
found 1 'order of ids' 'alone .*, among others ' mixed
lacks '^WRONG      (same case twice|fresh breaker|cases sent ahead)'
shows '^not tried  one beside the deadline +only once the above is mended$'
found 1 'one beside the deadline' 'a call is rejected one before the deadline, at it and one after it alike: is t looked at\?$' blind
lacks '^WRONG      (answers|same case twice|fresh breaker|order of ids)'

# Of the breakers with a fault, those with one that adapters have too.
wrong_mutant() {
  tc selftest --subject "mutant:$1"
  exits 1
  shows "^WRONG      $2( |$)"
}
wrong_mutant timed-count-outlives-breaker 'fresh breaker'
wrong_mutant timed-times-in-double 'numbers past 2\^53'
wrong_mutant timed-deadline-wraps 'ends of int64'
wrong_mutant timed-cooldown-zero-is-default 'cooldown 0'
wrong_mutant timed-batch-lists-each-time-once 'equal times'
wrong_mutant timed-starts-open 'empty history'
wrong_mutant timed-opening-time-zero-is-unset 't below zero'
wrong_mutant timed-closes-at-first-success 'fields of the config'
wrong_mutant timed-never-trips 'success and failure'
wrong_mutant timed-deadline-excluded 'one beside the deadline +a call at the deadline is rejected: .*'

# The answer to start.
printf '$| = 1; $_ = <STDIN>; print "$ARGV[0]\\n"; <STDIN>;' >start.pl
bad_start() {
  tc selftest --subject "exec:perl start.pl '$1'"
  exits 3
  shows "^WRONG      start answer +.*$2"
  shows '^  do    answer \{"tripcheck":1,"op":"start"\} with one line'
}
bad_start 'hello' 'not JSON'
bad_start '{"tripcheck":1,"name":"x","profiles":["timed"],"author":"me"}' 'author: unknown key'
bad_start '{"tripcheck":1,"name":"x","profiles":["timed"],"claims":["speed"]}' 'claims\[0\]: expected "refusals", "retry_at" or "counters"'
bad_start '{"tripcheck":1,"name":"x","profiles":["timed"],"domain":{"time":[0,1]}}' 'domain.time: unknown name'
bad_start '{"tripcheck":1,"name":"x","profiles":["timed"],"domain":{"t":[1,0]}}' 'domain.t: expected the lower end first'
bad_start '{"tripcheck":1,"name":"x","profiles":["timed"],"domain":{"half_open_successes":[0,0]}}' 'domain.half_open_successes: expected a part of 1 to 2147483647'
tc selftest --subject exec:./none
exits 3
shows '^WRONG      start answer +cannot run ./none'
tc selftest --subject "exec:perl start.pl '{\"tripcheck\":1,\"name\":\"x\",\"profiles\":[\"other\"]}'"
exits 3
shows '^WRONG      start answer +answered start with nonsense: profiles: expected .*timed.*, found other$'

done_checking
