import Synchronization

/// Numbers that several threads of a test write down.
final class Record: Sendable {
    private let stored = Mutex<[Int]>([])

    var numbers: [Int] { stored.withLock { $0 } }

    func append(_ number: Int) { stored.withLock { $0.append(number) } }

    /// Adds to the last number, and appends the sum.
    func add(_ number: Int) { stored.withLock { $0.append(($0.last ?? 0) + number) } }
}
