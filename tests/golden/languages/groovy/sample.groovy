// Letters that find their way, however often it takes.
package post.retry

import groovy.transform.CompileStatic
import static java.lang.Math.min

/** What became of a letter. */
enum Outcome {
    TAKEN, REFUSED
}

interface Postman {
    Outcome deliver(Letter letter)
}

/**
 * How long to wait, and how often.
 */
@CompileStatic
class RetryPolicy extends Policy implements Postman {
    static final int MOST_TRIES = 5
    private int tries = MOST_TRIES
    def journal = []

    RetryPolicy(int tries) {
        this.tries = tries
    }

    // Waits double, up to a minute.
    int backoff(int attempt) {
        return min(2 ** attempt, 60)
    }

    @Override
    Outcome deliver(Letter letter) {
        for (int attempt = 0; attempt < tries; attempt++) {
            def outcome = letter.send(this)
            if (outcome == Outcome.TAKEN) {
                return outcome
            }
            journal.add("attempt ${attempt} failed")
            Thread.sleep(backoff(attempt) * 1000)
        }
        return Outcome.REFUSED
    }

    static RetryPolicy shared() {
        return new RetryPolicy(3)
    }
}

// Says where a letter goes.
def address(String text) {
    return text.split('\n').first()
}
