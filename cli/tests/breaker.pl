# A timed breaker in Perl behind JSON lines, for the tests: no module, so a bare Debian has it.
# perl breaker.pl [late|t|dies|skips|start PROFILES]
# Adapters that are wrong: extra (a key too many), leaks (from case to case), changes (every second
# case), blind (to t), mixed (answers belong to other ids), refuses (good input).
use strict;
use warnings;
use integer;
$| = 1;
my ($how, $profiles) = (@ARGV, '', '["timed"]');
$profiles = '["timed"]' if $how ne 'start';
my $domain = $how eq 't' ? ',"domain":{"t":[0,9007199254740991]}' : '';
my $asked = 0;
my $before = '{"final_state":"closed","rejected":[],"transitions":[]}';
my ($state, $failures, $successes, $opened_at) = ('closed', 0, 0, 0);
while (<STDIN>) {
  if (/"op":"start"/) {
    print qq({"tripcheck":1,"name":"perl breaker","version":"1.0","profiles":$profiles$domain}\n);
    next;
  }
  my ($id) = /"id":(\d+)/;
  exit 7 if $how eq 'dies';
  if ($how eq 'skips') { print qq({"id":$id,"skipped":"not today"}\n); next }
  my ($threshold) = /"failure_threshold":(\d+)/;
  my ($cooldown) = /"cooldown":(\d+)/;
  my ($wanted) = /"half_open_successes":(\d+)/;
  $asked++;
  $threshold++ if $how eq 'late' || $how eq 'changes' && $asked % 2;
  if ($how eq 'refuses') { print qq({"id":$id,"error":"not in the mood"}\n); next }
  ($state, $failures, $successes, $opened_at) = ('closed', 0, 0, 0) unless $how eq 'leaks';
  my (@rejected, @transitions);
  my $go = sub {
    my ($to, $t) = @_;
    push @transitions, qq("$state->$to\@$t");
    ($state, $failures, $successes) = ($to, 0, 0);
    $opened_at = $t if $to eq 'open';
  };
  while (/\{"t":(-?\d+),"result":"(\w)/g) {
    my ($t, $ok) = (0 + $1, $2 eq 's');
    if ($state eq 'open') {
      # The wait may be past int64: then it wraps to a negative number, and is longer than any cooldown.
      my $wait = $how eq 'blind' ? 0 : $t - $opened_at;
      if ($wait >= 0 && $wait < $cooldown) { push @rejected, $t; next }
      $go->('half_open', $t);
    }
    if ($state eq 'closed') {
      $failures = $ok ? 0 : $failures + 1;
      $go->('open', $t) if $failures >= $threshold;
    } elsif (!$ok) {
      $go->('open', $t);
    } elsif (++$successes >= $wanted) {
      $go->('closed', $t);
    }
  }
  my $answer = qq({"final_state":"$state","rejected":[) . join(',', @rejected) .
    '],"transitions":[' . join(',', @transitions) . ($how eq 'extra' ? '],"took":1}' : ']}');
  ($before, $answer) = ($answer, $before) if $how eq 'mixed' && $asked > 200;
  print qq({"id":$id,"answer":$answer}\n);
}
