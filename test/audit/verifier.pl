#!/usr/bin/perl
# Verifies a log, a proof of inclusion or a proof of consistency, from what docs/audit.md says alone.
use strict;
use warnings;
use Digest::SHA qw(sha256 sha256_hex);

sub leaf { sha256("\x00" . $_[0]) }
sub node { sha256("\x01" . $_[0] . $_[1]) }

# the Merkle tree hash of a list of 32 bytes each
sub root {
    my @list = @_;
    return sha256('') if @list == 0;
    return leaf($list[0]) if @list == 1;
    my $split = 1;
    $split *= 2 while $split * 2 < @list;
    return node(root(@list[0 .. $split - 1]), root(@list[$split .. $#list]));
}

sub log_of {
    binmode STDIN;
    local $/;
    my $text = <STDIN>;
    $text =~ s/^\xef\xbb\xbf//;
    my (%streams, @sequence);
    my $number = 0;
    for my $line (split /\r?\n/, $text) {
        $number += 1;
        $line =~ /^(.*),"hash":"([0-9a-f]{64})"\}$/s or return print "line $number: no hash\n";
        my ($covered, $hash) = ($1, $2);
        sha256_hex($covered) eq $hash or return print "line $number: altered\n";
        $covered =~ /,"form":1,"previous":(?:null|"([0-9a-f]{64})"),"revision":(\d+)(?:,"sequence":(\d+))?,"stream":"([^"\\]+)"$/
            or return print "line $number: no entry\n";
        my ($previous, $revision, $sequence, $stream) = ($1, $2, $3, $4);
        my $own = $streams{$stream} ||= [];
        my $before = @$own ? unpack('H*', $own->[-1]) : '';
        $revision == @$own && ($previous // '') eq $before or return print "line $number: not following\n";
        push @$own, pack('H*', $hash);
        $sequence[$sequence] = pack('H*', $hash) if defined $sequence;
    }
    my @ends = map {
        my $own = $streams{$_};
        sha256(sprintf '["%s",%d,"%s"]', $_, scalar @$own, unpack('H*', root(@$own)));
    } sort keys %streams;
    print "lines $number\n";
    print 'sequence ', unpack('H*', root(@sequence)), "\n" if @sequence == $number && !grep { !defined } @sequence;
    print 'streams ', unpack('H*', root(@ends)), "\n";
}

# RFC 9162, 2.1.3.2
sub inclusion {
    my ($index, $size, $root, $hash, @proof) = @_;
    my ($at, $last, $node) = ($index, $size - 1, leaf(pack('H*', $hash)));
    return 0 if $index >= $size;
    for my $other (map { pack('H*', $_) } @proof) {
        return 0 if $last == 0;
        if ($at % 2 == 1 || $at == $last) {
            $node = node($other, $node);
            while ($at % 2 == 0 && $at != 0) { $at >>= 1; $last >>= 1 }
        } else {
            $node = node($node, $other);
        }
        $at >>= 1;
        $last >>= 1;
    }
    return $last == 0 && unpack('H*', $node) eq $root;
}

# RFC 9162, 2.1.4.2
sub consistency {
    my ($first, $second, $root1, $root2, @proof) = @_;
    return !@proof && $root1 eq $root2 if $first == $second;
    unshift @proof, $root1 if ($first & ($first - 1)) == 0;
    my @path = map { pack('H*', $_) } @proof;
    return 0 if !@path;
    my ($at, $last) = ($first - 1, $second - 1);
    while ($at % 2 == 1) { $at >>= 1; $last >>= 1 }
    my $one = my $other = shift @path;
    for my $each (@path) {
        return 0 if $last == 0;
        if ($at % 2 == 1 || $at == $last) {
            $one = node($each, $one);
            $other = node($each, $other);
            while ($at % 2 == 0 && $at != 0) { $at >>= 1; $last >>= 1 }
        } else {
            $other = node($other, $each);
        }
        $at >>= 1;
        $last >>= 1;
    }
    return $last == 0 && unpack('H*', $one) eq $root1 && unpack('H*', $other) eq $root2;
}

my ($what, @given) = @ARGV;
if ($what eq 'log') { log_of() }
elsif ($what eq 'inclusion') { print inclusion(@given) ? "yes\n" : "no\n" }
else { print consistency(@given) ? "yes\n" : "no\n" }
