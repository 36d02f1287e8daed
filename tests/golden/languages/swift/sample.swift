import Foundation
@testable import ShopCore

/// How often, unless someone says otherwise.
let defaultAttempts = 3

// Something that decides about one more try.
public protocol Policy: AnyObject {
    associatedtype Action: Runnable
    var limit: Int { get set }
    init(limit: Int)
    func pause(before attempt: Int) -> TimeInterval?
}

/// Waits double, up to a minute.
///
/// Not for actions that cannot be repeated.
@available(iOS 15, *)
public final class Doubling<Action: Runnable>: Base, Policy where Action.Result: Sendable {
    public static let shared = Doubling(limit: defaultAttempts)

    /// What went wrong so far.
    @Published private(set) var failures: [String: Failure] = [:]
    var limit: Int
    var patient: Bool {
        limit > defaultAttempts
    }

    typealias Outcome = Result<Action.Result, Failure>

    enum Failure: Error, CaseIterable {
        case refused, late
        case other(reason: String)

        var isFinal: Bool { self == .refused }
    }

    required init(limit: Int) {
        self.limit = limit
        super.init()
    }

    deinit { Logger.shared.note("gone") }

    subscript(name: String) -> Failure? { failures[name] }

    // Seconds before this attempt.
    func pause(before attempt: Int) -> TimeInterval? {
        guard attempt < limit else { return nil }
        return min(60, pow(2, Double(attempt)))
    }

    /// Runs the action until it works or the attempts are used up.
    @discardableResult
    func run<Clock: Ticking>(_ action: Action, on clock: Clock = .system) async throws -> Action.Result {
        var last: Failure?
        for attempt in 0..<limit {
            do {
                return try await action.perform(at: clock.now())
            } catch let failure as Failure where !failure.isFinal {
                last = failure
                failures[action.name] = failure
                if let seconds = pause(before: attempt) {
                    try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
                }
            }
        }
        func described(_ failure: Failure?) -> String {
            failure.map { "\($0)" } ?? "no attempt was made"
        }
        throw GaveUp(reason: described(last))
    }
}

extension Doubling: CustomStringConvertible {
    public var description: String { "at most \(limit) times" }

    struct Snapshot: Codable {
        let limit: Int
        func restored() -> Doubling { Doubling(limit: limit) }
    }

    static func == (left: Doubling, right: Doubling) -> Bool {
        left.limit == right.limit
    }
}

actor Runner {
    private var running = 0

    func begin() { running += 1 }
}

#if DEBUG
func always<Action: Runnable>(_ action: Action) async throws -> Action.Result {
    try await Doubling<Action>(limit: .max).run(action)
}
#endif
