@file:JvmName("Sending")

package post.sending

import kotlin.math.min
import post.tools.*
import post.Letter as Mail

/** As often as people are patient. */
const val MOST_TRIES = 5

private val journal by lazy { Journal("sending") }

typealias Delivery<T> = suspend (T, Int) -> Outcome

val Mail.heavy: Boolean
    get() = weight > 20

// What may become of a letter.
enum class Outcome(val final: Boolean) : Spoken {
    TAKEN(true),
    REFUSED(true);

    fun polite() = name.lowercase()
}

fun interface Sender {
    fun deliver(letter: Mail): Outcome
}

interface Clock {
    fun now(): Long
}

/** One letter on its way. */
@Serializable
data class Envelope(val street: String, var number: Int = 1)

/**
 * Sends again until it works.
 */
@Suppress("unused")
abstract class RetryPolicy<T : Any>(
    private val clock: Clock,
    most: Int = MOST_TRIES,
) : Policy<T>(most), Sender, Closeable {

    protected val streets: List<String> = listOf("Mill Lane", "Long Road")
    var tries: Int = 0
        private set

    init {
        require(most > 0) { "at least one try" }
    }

    // For those without a clock.
    constructor(most: Int) : this(SystemClock(), most) {
        journal.write("made without a clock")
    }

    // Waits double, up to a minute.
    fun backoff(attempt: Int): Double = min(60.0, 2.0.pow(attempt))

    /**
     * Runs the delivery until it works or the tries are used up.
     */
    @Throws(GaveUp::class)
    suspend fun <R : Mail> call(letter: R, delivery: Delivery<R>): Outcome where R : Comparable<R> {
        fun describe(error: Throwable) = "${error.message}"

        while (tries < MOST_TRIES) {
            try {
                tries += 1
                val got = delivery(letter, tries)
                if (got is Outcome && got.final) return got
            } catch (refused: RefusedException) {
                journal.write(describe(refused))
                throw refused
            } catch (down: UnavailableException) {
                clock.sleep(backoff(tries).toLong())
                letter.history?.add(down as Event)
            }
        }
        throw GaveUp(tries)
    }

    override fun deliver(letter: Mail): Outcome = runBlocking { call(letter, post) }

    operator fun Int.times(other: Mail) = List(this) { other }

    protected abstract fun patient(): Boolean

    inner class Entry(val attempt: Int)

    companion object {
        private const val FACTOR = 2

        @JvmStatic
        fun shared(): RetryPolicy<Mail> = Shared
    }

    object Shared : RetryPolicy<Mail>(SystemClock()) {
        override fun patient() = true
    }
}

// The second one, or none.
inline fun <reified T> List<T>?.second(): T? = this?.getOrNull(1)

fun send(letter: Mail) {
    val sender = object : Sender {
        override fun deliver(letter: Mail) = Outcome.TAKEN
    }
    sender.deliver(letter)
}
