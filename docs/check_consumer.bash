#!/usr/bin/env bash
# Runs the commands that README.md gives for docs/consumer/, the fenced lines below the mark
# <!-- consumer -->, in a scratch folder that looks like the top of the repository.
#
#   check_consumer.bash BUILD_FOLDER SOURCE_FOLDER COMPILER
#
# Of its two breakers the right one passes. The wrong one fails with the rule that it breaks, the
# table that shows it and a line that shows it again.
set -uo pipefail
build=$1 source=$2
export CXX=$3 CMAKE_GENERATOR=Ninja CMAKE_BUILD_PARALLEL_LEVEL=2
scratch=$build/consumer
rm -rf -- "$scratch"
mkdir -p "$scratch/build"
ln -s "$build" "$scratch/build/release"
ln -s "$source/docs" "$scratch/docs"
cd "$scratch" || exit 1

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}
# quietly COMMAND...: shows what it prints only where it fails.
quietly() {
  "$@" >log 2>&1 || fail "$*: exit status $?
$(<log)"
}
# shows FILE TEXT...: each is a line of FILE, or a part of one.
shows() {
  local text
  for text in "${@:2}"; do
    grep -qF -e "$text" "$1" || fail "no '$text' in:
$(<"$1")"
  done
}

commands=$(awk '/^<!-- consumer -->$/ { marked = 1; next }
  marked && /^```/ { if (fenced) exit; fenced = 1; next }
  fenced { print }' "$source/README.md")
[[ $(tail -n 1 <<<"$commands") == ctest* ]] || fail "README.md: the commands below <!-- consumer --> do not end in ctest"
quietly bash -ec "$(sed '$d' <<<"$commands")"
! grep -qF -e "$build/include" -e "$source/model" build/mine/build/build.ninja ||
  fail 'build.ninja: looks into the tree of tripcheck'

status=0
bash -c "$(tail -n 1 <<<"$commands")" >ctest.log 2>&1 || status=$?
((status != 0)) || fail "ctest: a wrong breaker passes
$(<ctest.log)"
grep -qE 'right_breaker \.+ +Passed' ctest.log || fail "right_breaker does not pass
$(<ctest.log)"
shows ctest.log '1 tests failed out of 2' 'wrong_breaker (Failed)' \
  'T-2 is broken: Closed: ' \
  '  failure_threshold 2, cooldown 0, half_open_successes 1' \
  '     2     0  failure  executed  executed, closed->open@0  <--'

line=$(grep -A 20 '^T-2 is broken' ctest.log | grep -m 1 -o 'TRIPCHECK_CASE=.*')
[[ $line == *wrong_breaker ]] || fail "no line that replays it in:
$(<ctest.log)"
! bash -c "$line" >replay.log 2>&1 || fail "passes: $line"
shows replay.log '     2     0  failure  executed  executed, closed->open@0  <--'
quietly bash -c "${line%wrong_breaker}right_breaker"
