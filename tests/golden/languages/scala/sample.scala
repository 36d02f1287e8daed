package shop.retry

import cats.effect._
import scala.concurrent.duration.FiniteDuration
import scala.util.{Failure, Success => Worked}

// How often, unless someone says otherwise.
val defaultAttempts = 3

/** Decides about one more try. */
sealed trait Policy[+A] extends Named with Serializable {
  type Unit <: Step

  val limit: Int = defaultAttempts

  def wait(attempt: Int)(implicit clock: Clock): Option[FiniteDuration]

  /** Whether it is worth to come back later. */
  @inline final def patient: Boolean = limit > defaultAttempts
}

/** The policies there are. */
object Policy {
  case object Never extends Policy[Nothing] {
    override def wait(attempt: Int)(implicit clock: Clock) = None
  }

  // Waits double, up to a minute.
  final case class Doubling(first: Long, override val limit: Int) extends Policy[Long] {
    private var seen = 0

    def this(first: Long) = this(first, defaultAttempts)

    def wait(attempt: Int)(implicit clock: Clock): Option[FiniteDuration] = {
      def grown(times: Int): Long = first << times
      val most = clock.minute.toMillis
      seen += 1
      if (attempt > limit) None
      else Some(FiniteDuration(math.min(most, grown(attempt)), clock.unit))
    }
  }

  /** Runs the action until it works or the attempts are used up. */
  def run[F[_]: Async, A](policy: Policy[A])(action: F[A])(implicit clock: Clock): F[A] = {
    def loop(attempt: Int): F[A] =
      action.attempt.flatMap {
        case Left(error: Refused) => Async[F].raiseError[A](error)
        case Left(error) =>
          policy.wait(attempt) match {
            case Some(pause) => Async[F].sleep(pause).flatMap(_ => loop(attempt + 1))
            case None        => Async[F].raiseError[A](new GaveUp(attempt, error))
          }
        case Right(value) => Async[F].pure(value)
      }
    loop(0)
  }

  implicit val showPolicy: Show[Policy[Any]] = new Show[Policy[Any]] {
    def show(policy: Policy[Any]): String = s"at most ${policy.limit} times"
  }
}

enum Outcome(val good: Boolean) extends Named:
  case Done extends Outcome(true)
  case Late, Lost

  def name: String = toString.toLowerCase

given byLimit: Ordering[Policy[Any]] with
  def compare(left: Policy[Any], right: Policy[Any]): Int = left.limit - right.limit

extension [A](action: List[A])
  // The first that works.
  def firstOf(policy: Policy[A]): Option[A] = action.headOption
  def retried(times: Int): List[A] =
    List.fill(times)(action).flatten

type Policies = Map[String, Policy[Any]]
opaque type Attempts = Int

package object syntax {
  implicit class RetryOps[F[_], A](private val action: F[A]) extends AnyVal {
    def always(implicit run: Runner[F]): F[A] = run.forever(action)
  }
}
