# What the tests of the command line share. Sourced: PROGRAM SOURCE_FOLDER are its arguments.
#
#   tc ARGUMENT...        runs the program; leaves $status, $out and $err
#   exits N               holds the exit code
#   says TEXT             holds that standard output is TEXT, a newline apart
#   complains TEXT        holds that standard error is the one line `tripcheck: TEXT`
#   shows REGEX           holds that a line of standard output matches
#   lacks REGEX           holds that none does
#   quiet                 holds that standard error is empty
#   tells_the_first       holds that it has the first break and the line that replays it, no more
#   done_checking         ends: exit 1 where anything did not hold
set -uo pipefail
unset NO_COLOR
LC_ALL=C
export LC_ALL

program=$(readlink -f -- "$1")
source_folder=$(readlink -f -- "$2")
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd "$scratch" || exit 1

# Every profile, as an error says what is allowed: `timed`, `a or b`, `a, b or c`.
profiles=$("$program" rules | sed -n 's/^\([a-z]*\): [0-9]* rules, .*/\1/p' | paste -sd, |
  sed 's/\(.*\),/\1 or /; s/,/, /g')

failures=0
checks=0
command='' status=0 out='' err=''

tc() {
  command="tripcheck $*"
  status=0
  "$program" "$@" >out.txt 2>err.txt || status=$?
  out=$(tr '\0' '?' <out.txt)
  err=$(tr '\0' '?' <err.txt)
}

# fail WHAT FOUND EXPECTED
fail() {
  failures=$((failures + 1))
  printf '%s\n  %s: %s\n  expected: %s\n' "$command" "$1" "${2:0:2000}" "$3"
}

exits() {
  checks=$((checks + 1))
  [[ $status == "$1" ]] || fail 'exit code' "$status; standard error: $err" "$1"
}

says() {
  checks=$((checks + 1))
  [[ $out == "$1" ]] || fail 'standard output' "$out" "$1"
}

complains() {
  checks=$((checks + 1))
  [[ $err == "tripcheck: $1" ]] || fail 'standard error' "$err" "tripcheck: $1"
}

shows() {
  checks=$((checks + 1))
  grep -Eq -- "$1" <<<"$out" || fail 'standard output' "$out" "a line like: $1"
}

lacks() {
  checks=$((checks + 1))
  ! grep -Eq -- "$1" <<<"$out" || fail 'standard output' "$out" "no line like: $1"
}

tells_the_first() {
  checks=$((checks + 1))
  local line='[A-Z]-[0-9]+ is broken: case [0-9]+ of [a-z ]+ \([0-9]+ steps?\), to be shrunk. As it was found:'
  [[ $err =~ ^$line$'\n  tripcheck replay --profile ' && $(wc -l <<<"$err") == 2 ]] ||
    fail 'standard error' "$err" 'the first break and the line that replays it'
}

quiet() {
  checks=$((checks + 1))
  [[ -z $err ]] || fail 'standard error' "$err" 'nothing'
}

# holds WHAT COMMAND...: any other fact.
holds() {
  checks=$((checks + 1))
  local what=$1
  shift
  "$@" || fail "$what" 'does not hold' "$*"
}

done_checking() {
  printf '%d checks, %d failures\n' "$checks" "$failures"
  ((checks > 0 && failures == 0)) || exit 1
}
