/// The seeds of a property test, from 0.
///
/// Other tests have their turns between two seeds. A suite that checks many is on threads of its own (``OnOwnThreads``).
package struct Seeds: AsyncSequence {
    private let count: Int

    package init(_ count: Int) { self.count = count }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let count: Int
        fileprivate var next = 0

        package mutating func next() async -> Int? {
            guard next < count else { return nil }
            await Task.yield()
            defer { next += 1 }
            return next
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(count: count) }
}
