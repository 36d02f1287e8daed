#!/usr/bin/perl
# Letters that find their way, however often it takes.
package Post::Retry;

use strict;
use warnings;
use parent 'Post::Policy';
use List::Util qw(min max);
require Post::Clock;

our $VERSION = '2.1';
use constant MOST_TRIES => 5;
use constant { TAKEN => 1, REFUSED => 0 };
our ($shared, @waiting);
sub deliver;

my %outcomes = (taken => 1, refused => 0);

# How a policy is made.
sub new {
    my ($class, %args) = @_;
    my $self = { tries => $args{tries} || MOST_TRIES, journal => [] };
    return bless $self, $class;
}

# Waits double, up to a minute.
sub backoff {
    my ($self, $attempt) = @_;
    my $seconds = 2 ** $attempt;
    return min($seconds, 60);
}

sub deliver {
    my ($self, $letter) = @_;
    for my $attempt (1 .. $self->{tries}) {
        my $outcome = $letter->send($self->backoff($attempt));
        if ($outcome eq 'taken') {
            push @{ $self->{journal} }, "taken at attempt $attempt";
            return $outcomes{taken};
        }
        Post::Clock::wait_for($self->backoff($attempt));
        $self->_note("attempt $attempt failed");
    }
    return $outcomes{refused};
}

sub _note {
    my ($self, $line) = @_;
    push @{ $self->{journal} }, $line;
    return;
}

# Letters are counted before they go.
around 'deliver' => sub {
    my ($next, @all) = @_;
    return $next->(@all);
};

package Post::Tools {
    has street => (is => 'ro');

    # Says who gets a letter.
    sub address { return join ', ', @_ }
}

1;

__END__

=head1 NAME

Post::Retry - tries again

=cut
