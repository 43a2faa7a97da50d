# tripcheck run: documents in, answers out, byte for byte.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

head='{"failure_threshold":2,"cooldown":10,"half_open_successes":1,"events":['
sample=$head'{"t":1,"result":"failure"},{"t":2,"result":"failure"},{"t":3,"result":"failure"},{"t":4,"result":"success"}]}'
answer='{"final_state":"open","rejected":[3,4],"transitions":["closed->open@2"]}'
printf '%s' "$sample" >sample.json

for engine in model impl; do
  tc run timed --engine $engine sample.json
  exits 0
  says "$answer"
  quiet
  tc run timed --engine=$engine <sample.json
  says "$answer"
  tc run timed - --engine $engine < <(cat sample.json)
  says "$answer"
done
tc run timed sample.json
says "$answer"
holds 'the answer ends with one newline' test "$(wc -c <out.txt)" = $((${#answer} + 1))

# refused PLACE_AND_FAULT DOCUMENT: from a file and from standard input, by both engines.
refused() {
  printf '%s' "$2" >bad.json
  local engine
  for engine in model impl; do
    tc run timed --engine $engine bad.json
    exits 2
    says ''
    complains "bad.json: $1"
  done
  tc run timed <bad.json
  exits 2
  says ''
  complains "standard input: $1"
}

refused 'failure_threshold: expected an integer between 1 and 2147483647, found 0' '{"failure_threshold":0}'
refused 'events[0].t: expected an integer between -9223372036854775808 and 9223372036854775807, found 1.0' \
  "$head"'{"t":1.0,"result":"failure"}]}'
refused 'events[1].t: expected at least 5, the t of the event before it, found 4' \
  "$head"'{"t":5,"result":"failure"},{"t":4,"result":"failure"}]}'
refused 'line 1, column 1: expected a JSON document, found nothing here' ''
refused 'line 2, column 1: expected a JSON document, found not JSON here' "$sample"$'\n}'

printf '{"a\0b":1}' >zero.json
tc run timed zero.json
exits 2
holds 'a zero byte is no end of the text' grep -q '^tripcheck: zero.json: line 1, column 4: ' err.txt
printf '%s' "$sample" >$'two\nlines.json'
tc run timed $'two\nlines.json'
says "$answer"
printf '{}' >$'two\nlines.json'
tc run timed $'two\nlines.json'
complains 'two\nlines.json: failure_threshold: missing'

tc run timed none.json
exits 2
complains 'none.json: No such file or directory'
tc run timed .
exits 2
complains '.: Is a directory'
tc run timed <&-
exits 2
complains 'standard input: Bad file descriptor'

# The limit: a file is not even opened to the end; a pipe is read no further.
truncate -s $((256 * 1024 * 1024 + 1)) large.json
tc run timed large.json
exits 2
complains 'large.json: expected at most 268435456 bytes (256 MiB), found more'
tc run timed < <(head -c $((256 * 1024 * 1024 + 1)) /dev/zero)
exits 2
complains 'standard input: expected at most 268435456 bytes (256 MiB), found more'

# Where the answer cannot go.
command='tripcheck run timed sample.json >/dev/full'
status=0
"$program" run timed sample.json >/dev/full 2>err.txt || status=$?
err=$(<err.txt)
exits 2
complains 'standard output: No space left on device'

done_checking
