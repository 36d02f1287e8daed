<?php

declare(strict_types=1);

namespace Post\Sending;

use Post\Letter;
use Post\Tools\{Clock, Log as Journal};
use function Post\Tools\wait;
use Post\Places\Street as Road;

require_once __DIR__ . '/streets.php';
include("houses.php");

const MOST_TRIES = 5;
define('POST_VERSION', '2.1');

/** What may become of a letter. */
enum Outcome: string implements Spoken
{
    case Taken = 'taken';
    case Refused = 'refused';

    public function final(): bool
    {
        return $this === self::Refused;
    }
}

interface Sender extends Traced
{
    public function deliver(Letter $letter, int $attempt): Outcome;
}

trait Journaling
{
    private ?Journal $journal = null;

    protected function note(string $what): void
    {
        $this->journal?->write($what);
    }
}

/**
 * Sends again until it works.
 */
#[Service('retry')]
final class RetryPolicy extends Policy implements Sender, \Countable
{
    use Journaling;

    public const FACTOR = 2, LIMIT = 60;
    private static ?self $shared = null;
    private array $streets = [
        'mill' => 'Mill Lane',
        'long' => 'Long Road',
    ];

    // Starts with a full set of tries.
    public function __construct(private readonly Clock $clock, private int $most = MOST_TRIES)
    {
        parent::__construct($most);
    }

    public static function shared(): static
    {
        return self::$shared ??= new static(Clock::$system ?? new Tools\Clock());
    }

    /** Waits double, up to a minute. */
    #[Pure]
    public function backoff(int $attempt): float|int
    {
        return \min(self::LIMIT, self::FACTOR ** $attempt);
    }

    /**
     * Tries until the letter is taken.
     */
    public function deliver(Letter $letter, int $attempt = 0): Outcome
    {
        $wait = fn (int $tries): float => $this->backoff($tries);
        while ($attempt < $this->most) {
            try {
                $attempt++;
                $got = $letter->hand(Address::of($letter), function (Outcome $seen) use ($attempt) {
                    return $seen;
                });
                if ($got instanceof Outcome) {
                    return $got;
                }
            } catch (Unavailable | Tools\Broken $error) {
                $this->note($error->getMessage());
                $this->clock->sleep(wait($wait($attempt)));
            }
        }
        throw new GaveUp($letter, Outcome::Refused);
    }

    abstract protected function count(): int;
}

// Sends one letter.
function send(Letter $letter, string ...$notes): Outcome
{
    return RetryPolicy::shared()->deliver($letter);
}

if (!function_exists('polite')) {
    function polite(): bool { return true; }
}

$greet = function (string $name) {
    return "Dear $name";
};

it('waits double', function () {
    expect(RetryPolicy::shared()->backoff(3))->toBe(8);
});
