#!/usr/bin/perl
# Holds every fenced block of a page to what it shows, so that no command and no output drifts.
#
#   check_blocks.pl PROGRAM SOURCE_FOLDER PAGE...
#
# The line above a fence is its mark:
#
#   <!-- run N -->         `$ COMMAND`, then what it prints on either stream; its exit status is N
#   <!-- part of PATH -->  lines that stand so in that file of the repository, one after another
#   <!-- write NAME -->    the text becomes a file, for the commands below it on the page
#   <!-- shown -->, <!-- tests -->, <!-- consumer -->   not run here: for people, or other tests do
#
# In what a command prints, a line `…` stands for any number of lines, and `…` within a line for any
# text. A part of a file may leave out lines in the same way. Commands run in a scratch folder that
# looks like the top of the repository, with PROGRAM at build/release/tripcheck and on the PATH.
#
# Exit codes: 0 all hold; 1 some do not; 77 a command needs a program that is not installed, and the
# rest hold.
use strict;
use warnings;

my ($program, $source, @pages) = @ARGV;
die "usage: check_blocks.pl PROGRAM SOURCE_FOLDER PAGE...\n" unless @pages;

my $scratch = `mktemp -d`;
chomp $scratch;
die "no scratch folder\n" unless -d $scratch;
END {
  local $?;
  system 'rm', '-rf', '--', $scratch if $scratch;
}
system('mkdir', '-p', "$scratch/build/release") == 0 or die;
symlink $program, "$scratch/build/release/tripcheck" or die;
for my $entry (glob "$source/*") {
  my $name = $entry =~ s{.*/}{}r;
  symlink $entry, "$scratch/$name" unless $name eq 'build';
}
chdir $scratch or die;
$ENV{PATH} = "$scratch/build/release:$ENV{PATH}";
$ENV{NO_COLOR} = 1;

my ($blocks, $failures, $skipped) = (0, 0, 0);
my $place = '';

sub fail {
  my ($what) = @_;
  print "$place: $what\n";
  ++$failures;
}

sub lines_of {
  my ($path) = @_;
  open my $file, '<', $path or return;
  chomp(my @lines = <$file>);
  return @lines;
}

# Whether $line is what $wanted shows.
sub fits {
  my ($wanted, $line) = @_;
  my $pattern = join '.*', map { quotemeta } split /\xe2\x80\xa6/, $wanted, -1;
  return $line =~ /\A$pattern\z/;
}

# The lines of $wanted, as runs of lines that follow each other; a line `…` ends a run.
sub runs_of {
  my @runs = ([]);
  for my $line (@_) {
    if ($line =~ /\A\s*\xe2\x80\xa6\z/) { push @runs, [] }
    else { push @{$runs[-1]}, $line }
  }
  return @runs;
}

# Where $run stands in @$lines, at $from or later; -1 where it does not.
sub find {
  my ($run, $lines, $from) = @_;
  for my $at ($from .. @$lines - @$run) {
    my $same = 0;
    ++$same while $same < @$run && fits($run->[$same], $lines->[$at + $same]);
    return $at if $same == @$run;
  }
  return -1;
}

# Says which line of @$wanted cannot be found in @$lines, or nothing. Where $whole, all of @$lines
# is shown, but for what `…` stands for.
sub missing {
  my ($wanted, $lines, $whole) = @_;
  my @runs = runs_of(@$wanted);
  my $from = 0;
  for my $i (0 .. $#runs) {
    my $run = $runs[$i];
    next unless @$run;
    my $last = $whole && $i == $#runs;
    my $start = $last && @$lines > @$run ? @$lines - @$run : $from;
    my $at = find($run, $lines, $start);
    if ($at < $from || ($whole && $i == 0 && $at != 0)) {
      my $first = 0;
      ++$first while $first < $#$run && grep { fits($run->[$first], $_) } @$lines;
      return "`$run->[$first]`";
    }
    $from = $at + @$run;
  }
  return;
}

sub run {
  my ($status, @text) = @_;
  my $command = shift @text // '';
  return fail('the first line is no `$ COMMAND`') unless $command =~ s/\A\$ //;
  for my $needed ('node', 'python3') {
    next unless $command =~ /\b$needed\b/;
    next if system("command -v $needed >/dev/null 2>&1") == 0;
    print "$place: not run, since $needed is not installed: $command\n";
    ++$skipped;
    return;
  }
  open my $pipe, '-|', 'bash', '-c', "exec 2>&1 </dev/null; $command" or die;
  chomp(my @lines = <$pipe>);
  close $pipe;
  my $got = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
  fail("exit status $got, expected $status, of: $command") if $got ne $status;
  my $missing = missing(\@text, \@lines, 1);
  fail(join "\n  ", "not what it prints: $missing", "$command prints:", @lines) if $missing;
}

sub part_of {
  my ($path, @text) = @_;
  my @lines = lines_of("$source/$path");
  return fail("$path: cannot be read") unless @lines;
  my $missing = missing(\@text, \@lines, 0);
  fail("not in $path, or not in this order: $missing") if $missing;
}

sub write_file {
  my ($name, @text) = @_;
  return fail("$name: write a name of its own") if $name =~ m{/} || -e $name;
  open my $file, '>', $name or die;
  print {$file} map { "$_\n" } @text;
  close $file;
}

sub check_block {
  my ($mark, @text) = @_;
  return if $mark =~ /\A<!-- (?:shown|tests|consumer) -->\z/;
  ++$blocks;
  return run($1, @text) if $mark =~ /\A<!-- run (\d+) -->\z/;
  return part_of($1, @text) if $mark =~ /\A<!-- part of (\S+) -->\z/;
  return write_file($1, @text) if $mark =~ /\A<!-- write (\S+) -->\z/;
  fail('a fence needs a mark in the line above it: run, part of, write or shown');
}

for my $page (@pages) {
  my @lines = lines_of("$source/$page");
  die "$page: cannot be read\n" unless @lines;
  for (my $i = 0; $i < @lines; ++$i) {
    next unless $lines[$i] =~ /\A( *)```/;
    my $indent = $1;
    my $mark = $i > 0 ? $lines[$i - 1] =~ s/\A$indent//r : '';
    $place = "$page:" . ($i + 1);
    my @text;
    push @text, $lines[$i] =~ s/\A$indent//r while ++$i < @lines && $lines[$i] ne "$indent```";
    $i < @lines ? check_block($mark, @text) : fail('the fence is not closed');
  }
}
print "$blocks blocks, of which $skipped not run; $failures faults\n";
$? = $failures ? 1 : $skipped ? 77 : 0;
exit $?;
