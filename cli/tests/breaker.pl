# A timed breaker in Perl behind JSON lines, for the tests: no module, so a bare Debian has it.
# perl breaker.pl [late|t|dies|skips|start PROFILES]
use strict;
use warnings;
use integer;
$| = 1;
my ($how, $profiles) = (@ARGV, '', '["timed"]');
$profiles = '["timed"]' if $how ne 'start';
my $domain = $how eq 't' ? ',"domain":{"t":[0,9007199254740991]}' : '';
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
  $threshold++ if $how eq 'late';
  my ($state, $failures, $successes, $opened_at) = ('closed', 0, 0, 0);
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
      my $wait = $t - $opened_at;
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
  print qq({"id":$id,"answer":{"final_state":"$state","rejected":[), join(',', @rejected),
    '],"transitions":[', join(',', @transitions), "]}}\n";
}
