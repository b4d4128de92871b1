import FriendsModel

/// Several writes of different friends, many in one request if the server takes batches: what was made, what the server has refused,
/// and what is still to be done.
package struct WriteSeries<Element: SeriesElement>: Sendable {
    /// A write that is asked for.
    struct Call: Sendable {
        let change: Element
        /// Which of the calls it is, counted from 0.
        let place: Int
        /// Whether it was asked for before, and it is not known what came of that.
        let isRepeated: Bool
        /// The new rest of the friend, if it gets one.
        let rest: [UInt8]?
    }

    /// What came of a call.
    struct Answer: Sendable {
        let call: Call
        let result: Result<Friend?, FriendsClientError>
    }

    /// What the server has made, with the friend as it is now; nil when it was deleted.
    package typealias Made = (change: Element, result: Friend?, place: Int)
    /// What was refused, and why.
    package typealias Refused = (change: Element, error: FriendsClientError, place: Int)

    /// How many writes there are.
    package let count: Int
    /// How they are made.
    let options: WriteOptions
    /// In the order in which they were asked for.
    package private(set) var made: [Made] = []
    /// In the order in which they were asked for.
    package private(set) var refused: [Refused] = []
    private var askedCount = 0
    /// What was asked for without an answer that says what came of it.
    package private(set) var unresolved: [Element] = []
    /// The friends of additions that someone else had added before (``WriteAnswer/existing``).
    package private(set) var existing: Set<Friend.ID> = []
    /// What was not asked for yet, the last one first to go.
    private var waiting: [Element]
    private var repeated: Set<Friend.ID>
    /// The new rests of friends.
    private let rests: [Friend.ID: [UInt8]]
    /// Why nothing more is asked for.
    package private(set) var stop: FriendsClientError?

    /// - Parameters:
    ///   - rests: the new rests of friends.
    ///   - repeated: the friends of whom something was asked before without knowing what came of it.
    init(
        _ changes: [Element], rests: [Friend.ID: [UInt8]] = [:], repeated: Set<Friend.ID> = [],
        _ options: WriteOptions = WriteOptions()
    ) {
        self.rests = rests
        count = changes.count
        self.options = options
        self.repeated = repeated
        waiting = changes.reversed()
    }

    /// What was not asked for.
    package var left: [Element] { waiting.reversed() }

    /// How many were answered, one way or the other.
    var answeredCount: Int { made.count + refused.count }

    /// The result of each write that was answered, in the order in which they were asked for.
    package var results: [Result<Friend?, FriendsClientError>] {
        let all =
            made.map { ($0.place, Result<Friend?, FriendsClientError>.success($0.result)) }
            + refused.map { ($0.place, .failure($0.error)) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: Asking

    /// The next writes, at most `count`; empty once the series has failed.
    mutating func next(_ count: Int) -> [Call] {
        guard canGoOn() else { return [] }
        var calls: [Call] = []
        while calls.count < count, let change = waiting.popLast() { calls.append(call(for: change)) }
        return calls
    }

    /// The next writes that are sent together; empty once the series has failed.
    mutating func nextBatch() -> [Call] {
        guard canGoOn() else { return [] }
        var batch = WriteBatch()
        var calls: [Call] = []
        while let change = waiting.last, batch.append(change.write(rest: rests[change.id])) {
            waiting.removeLast()
            calls.append(call(for: change))
        }
        return calls
    }

    /// Whether the series continues. In an atomic series nothing is deleted before the rest is made.
    private mutating func canGoOn() -> Bool {
        if options.isAtomic {
            waiting = waiting.filter(\.isDeletion) + waiting.filter { !$0.isDeletion }
        }
        return stop == nil && (refused.isEmpty || !options.isAtomic)
    }

    private mutating func call(for change: Element) -> Call {
        defer { askedCount += 1 }
        return Call(
            change: change, place: askedCount, isRepeated: repeated.contains(change.id),
            rest: rests[change.id])
    }

    // MARK: Answers

    /// - Parameter isInBatch: whether the server has answered other writes with it.
    mutating func end(_ answer: Answer, isInBatch: Bool = false) {
        let call = answer.call
        switch answer.result {
        case .success(let friend):
            let index = made.lastIndex { $0.place < call.place }.map { $0 + 1 } ?? 0
            made.insert((call.change, friend, call.place), at: index)
        // Only because of a refusal of another one was it not made.
        case .failure(.notDone(.conflict)) where options.isAtomic: waiting.append(call.change)
        case .failure(let error) where error.isRefusal || (isInBatch && options.isUnattended):
            let index = refused.lastIndex { $0.place < call.place }.map { $0 + 1 } ?? 0
            refused.insert((call.change, error, call.place), at: index)
        case .failure(let error):
            if error.mayHaveBeenDone || (call.isRepeated && !error.isConclusive) {
                unresolved.append(call.change)
            } else {
                waiting.append(call.change)
            }
            // The first error says why; the errors of concurrent calls follow from it.
            stop = stop ?? error
        }
    }

    /// Ends calls that were made together and failed together.
    mutating func end(_ calls: [Call], _ error: FriendsClientError) {
        if options.isUnattended, error.isRefusal {
            requeue(calls)
            stop = error
            return
        }
        // What is asked for again keeps its order.
        for call in calls.reversed() { end(Answer(call: call, result: .failure(error))) }
        unresolved.reverse()
    }

    /// Takes over which additions have changed nothing.
    mutating func note(existing friends: Set<Friend.ID>) { existing.formUnion(friends) }

    /// Puts calls that were not made at the head of the queue.
    mutating func requeue(_ calls: [Call]) {
        waiting += calls.reversed().map(\.change)
        askedCount -= calls.count
    }

    /// Reads what an atomic series deletes after its other writes, on a server that takes one write at a time: if someone has
    /// changed it, nothing is written.
    mutating func checkDeletions(on client: any FriendsClient) async {
        for change in waiting {
            guard case .delete(let id, let version) = change.write(rest: nil) else { continue }
            let refusal: FriendsClientError
            do throws(FriendsClientError) {
                let now = try await client.friend(id)
                guard now.version != version else { continue }
                refusal = .conflict(current: now)
            } catch {
                // Deleted by an attempt whose answer was lost.
                if error == .notFound, repeated.contains(id) { continue }
                guard error.isRefusal else {
                    stop = error
                    return
                }
                refusal = error
            }
            waiting.removeAll { $0 == change }
            end(
                Answer(
                    call: Call(change: change, place: askedCount, isRepeated: false, rest: nil),
                    result: .failure(refusal)))
        }
    }

    mutating func cancel() {
        stop = .cancelled
    }

    /// Continues with what is not made and not refused.
    package mutating func begin() {
        stop = nil
        repeated.formUnion(unresolved.map(\.id))
        waiting += unresolved.reversed()
        unresolved = []
    }
}
