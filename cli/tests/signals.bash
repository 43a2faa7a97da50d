# Ctrl-C: a run ends with what it has so far, exit code 130, and nothing of it stays behind.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"
set -m # Else the shell starts its background jobs with SIGINT ignored.

# interrupt SIGNAL ARGUMENT...: runs the program and signals it once standard error says `go`.
interrupt() {
  local signal=$1 pid
  shift
  command="tripcheck $* (SIG$signal)"
  rm -f go.fifo
  mkfifo go.fifo
  "$program" "$@" >out.txt 2>err.txt 3>go.fifo &
  pid=$!
  read -r -t 20 _ <>go.fifo # The subject is asked.
  kill -s "$signal" "$pid"
  status=0
  wait "$pid" 2>/dev/null || status=$?
  out=$(<out.txt) err=$(<err.txt)
}

# A subject that says so once it is asked, then never answers.
cat >waits.pl <<'PERL'
$| = 1;
while (<STDIN>) {
  if (/start/) { print qq({"tripcheck":1,"name":"waits","profiles":["timed"]}\n); next }
  open my $pid, '>', 'subject.pid';
  print $pid "$$\n";
  close $pid;
  open my $go, '>', 'go.fifo';
  print $go "go\n";
  close $go;
  <STDIN> while 1;
}
PERL

for signal in INT TERM; do
  interrupt $signal verify --subject 'exec:perl waits.pl' --json report.json
  exits 130
  quiet
  shows '^cut short    by an interruption$'
  holds 'the last line is the verdict' grep -q '^INTERRUPTED: ' <<<"$(tail -1 out.txt)"
  holds 'JSON says so too' grep -q '^  "verdict": "interrupted",$' report.json
  holds 'the subject is gone' bash -c '! kill -0 "$(<subject.pid)" 2>/dev/null'
done

interrupt INT replay --subject 'exec:perl waits.pl' "$source_folder"/corpus/timed/valid/*.json
exits 130
shows 'interrupted$'

printf 'T-3 known\n' >known.txt
interrupt INT verify --subject 'exec:perl waits.pl' --junit report.xml --known-differences known.txt --fix
exits 130
shows '^not fixed    known.txt: the run was interrupted$'
lacks '^stale'
holds 'the list is as it was' test "$(<known.txt)" = 'T-3 known'
holds 'JUnit says so too' grep -q '<error message="INTERRUPTED: .*" type="interrupted"/>' report.xml

interrupt INT selftest --subject 'exec:perl waits.pl'
exits 130
shows '^ok         start answer '
lacks '^WRONG'
holds 'the last line is the verdict' grep -q '^INTERRUPTED: 1 ok' <<<"$(tail -1 out.txt)"
holds 'the subject is gone' bash -c '! kill -0 "$(<subject.pid)" 2>/dev/null'

# A second signal kills a run that the first one could not end: here nobody reads what it prints.
command='tripcheck verify (SIGINT, then SIGTERM)'
rm -f go.fifo
mkfifo go.fifo full.fifo
exec 4<>full.fifo
head -c 65536 /dev/zero >&4 # As much as a pipe holds.
"$program" verify --subject 'exec:perl waits.pl' >full.fifo 2>err.txt &
pid=$!
read -r -t 20 _ <>go.fifo
kill -s INT $pid
while kill -0 "$(<subject.pid)" 2>>ignored.txt; do :; done # The first has come.
kill -s TERM $pid
head -c 65536 <&4 >ignored.txt # Had it not been killed, it would go on now.
status=0
wait $pid 2>>ignored.txt || status=$?
exits $((128 + 15))

done_checking
