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

class RetrySpec extends Specification {
    def "waits longer each time"() {
        given:
        def policy = new RetryPolicy(2)
        expect:
        policy.backoff(3) > policy.backoff(2)
    }
}

class Box<T> {
    T held
}

pipeline {
    agent any
    stages {
        stage('Build') {
            steps {
                sh 'make letters'
                archive 'out/letters.zip'
            }
        }
        stage('Send') {
            steps {
                retry(3) {
                    sh './send --all --slowly'
                }
                echo 'all letters are on their way, and none came back'
            }
        }
    }
    post {
        failure { mail to: 'office@post.example', subject: 'lost' }
    }
}

tasks.register('count') {
    doLast { println 'counted' }
}
