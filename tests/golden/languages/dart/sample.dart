// Letters that find their way, however often it takes.
library post.retry;

import 'dart:async';
import 'package:post/letter.dart' show Letter;
import '../clock.dart' as clock;
export 'src/outcome.dart';
part 'retry.g.dart';

const int mostTries = 5;
final _shared = RetryPolicy();

typedef Deliver<T> = Future<T> Function(Letter letter);

/// What became of a letter.
enum Outcome {
  taken(1),
  refused(0);

  const Outcome(this.code);
  final int code;

  bool get isFinal => this == taken;
}

/// Whoever carries letters.
abstract class Postman {
  Future<Outcome> deliver(Letter letter);

  int get length;
}

mixin Journal on Postman {
  final List<String> _lines = [];

  void note(String line) => _lines.add(line);
}

/// How long to wait, and how often.
class RetryPolicy extends Postman with Journal implements Comparable<RetryPolicy> {
  final int tries;
  static const factor = 2;

  const RetryPolicy({this.tries = mostTries});

  RetryPolicy.once() : tries = 1;

  factory RetryPolicy.shared() => _shared;

  /// Waits double, up to a minute.
  Duration backoff(int attempt) {
    final seconds = factor * attempt;
    return Duration(seconds: seconds > 60 ? 60 : seconds);
  }

  @override
  Future<Outcome> deliver(Letter letter) async {
    for (var attempt = 0; attempt < tries; attempt++) {
      final outcome = await letter.send(this);
      if (outcome == Outcome.taken) {
        return outcome;
      }
      note('attempt $attempt of $tries failed');
      await Future.delayed(backoff(attempt));
    }
    return Outcome.refused;
  }

  int get length => tries;

  set limit(int value) => note('limit is $value');

  bool operator <(RetryPolicy other) => tries < other.tries;

  @override
  int compareTo(RetryPolicy other) => tries.compareTo(other.tries);
}

extension Polite on Letter {
  String greet(String name) => 'Dear $name, $text';
}

extension on Outcome {
  String get shown => name.toUpperCase();
}

extension type Street(String name) {
  Street.unknown() : this('nowhere');
}

typedef void Answer(Outcome outcome);

Future<void> main(List<String> arguments) async {
  final policy = RetryPolicy.once()..note('begun');
  print(await policy.deliver(Letter(arguments.first)));
}
