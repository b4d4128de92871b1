import Foundation
import Synchronization
import Testing

/// A point that one side of a test waits for and the other one opens. It stays open.
package final class Gate: Sendable {
    private let opened = Atomic(false)

    package init() {}

    package var isOpen: Bool { opened.load(ordering: .acquiring) }

    package func open() { opened.store(true, ordering: .releasing) }

    /// Returns when the gate is open.
    package func wait(
        sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await eventually("the gate to open", sourceLocation: sourceLocation) { isOpen }
    }

    /// Blocks the thread until the gate is open, where a thread cannot suspend, as in a transaction of a database.
    package func waitBlocking(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let deadline = ContinuousClock.now + longestWait
        while !isOpen {
            try #require(.now < deadline, "Waited \(longestWait) for the gate to open", sourceLocation: sourceLocation)
            Thread.sleep(forTimeInterval: 0.005)
        }
    }
}
