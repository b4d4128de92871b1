import FriendsModel

/// How far a series of writes is: what was made, what the server has refused, and what is still to be done.
struct SeriesOfWrites: Sendable {
    /// A write that is asked for.
    struct Call: Sendable {
        let change: UndoHistory.Step
        /// Which of the calls it is, counted from 0.
        let place: Int
        /// Whether it was asked for before, and it is not known what came of that.
        let isRepeated: Bool
        /// The new rest of the friend, if it gets one.
        let rest: [UInt8]?

        var write: FriendWrite { change.write(rest: rest) }

        @MainActor
        func make(on client: any FriendsClient) async -> Answer {
            do throws(FriendsClientError) {
                return Answer(
                    call: self, result: .success(try await change.make(on: client, rest: rest, isRepeated: isRepeated)))
            } catch {
                return Answer(call: self, result: .failure(error))
            }
        }

        /// The answer to a call that was sent in a batch.
        @MainActor
        func answer(_ result: Result<Friend?, FriendsClientError>, from client: any FriendsClient) async -> Answer {
            // Most answers need no read, and resolving each on another thread would take a tenth of an import.
            if case .success(let friend) = result, friend != nil || change.isDeletion {
                return Answer(call: self, result: result)
            }
            do throws(FriendsClientError) {
                let friend = try await change.resolve(result, on: client, rest: rest, isRepeated: isRepeated)
                return Answer(call: self, result: .success(friend))
            } catch {
                return Answer(call: self, result: .failure(error))
            }
        }
    }

    /// What came of a call.
    struct Answer: Sendable {
        let call: Call
        let result: Result<Friend?, FriendsClientError>
    }

    let count: Int
    /// Whether the writes belong together: all are made, or none. A server that takes one write at a time gets them in their
    /// order, and the rest stays undone after a refusal.
    let isAtomic: Bool
    /// What was made, with the friend as it is now; nil when it was deleted.
    private(set) var made: [WriteResult.Made] = []
    /// In the order in which they were asked for.
    private(set) var refused: [(change: UndoHistory.Step, error: FriendsClientError, place: Int)] = []
    private var askedCount = 0
    /// What was asked for without an answer that says what came of it.
    private(set) var unresolved: [UndoHistory.Step] = []
    /// What was not asked for yet, the last one first to go.
    private var waiting: [UndoHistory.Step]
    private var repeated: Set<Friend.ID>
    /// The new rests of friends.
    private let rests: [Friend.ID: [UInt8]]
    /// Why nothing more is asked for.
    private(set) var stop: FriendsClientError?

    /// - Parameters:
    ///   - rests: the new rests of friends.
    ///   - repeated: the friends of whom something was asked before without knowing what came of it.
    init(
        _ changes: [UndoHistory.Step], rests: [Friend.ID: [UInt8]] = [:], repeated: Set<Friend.ID>,
        isAtomic: Bool = false
    ) {
        self.rests = rests
        count = changes.count
        self.isAtomic = isAtomic
        self.repeated = repeated
        waiting = changes.reversed()
    }

    /// What was not asked for.
    var left: [UndoHistory.Step] { waiting.reversed() }

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
        if isAtomic { waiting = waiting.filter(\.isDeletion) + waiting.filter { !$0.isDeletion } }
        return stop == nil && (refused.isEmpty || !isAtomic)
    }

    private mutating func call(for change: UndoHistory.Step) -> Call {
        defer { askedCount += 1 }
        return Call(change: change, place: askedCount, isRepeated: repeated.contains(change.id), rest: rests[change.id])
    }

    mutating func end(_ answer: Answer) {
        let call = answer.call
        switch answer.result {
        case .success(let friend): made.append(.init(change: call.change, result: friend))
        case .failure(let error) where error.isRefusal:
            let index = refused.lastIndex { $0.place < call.place }.map { $0 + 1 } ?? 0
            refused.insert((call.change, error, call.place), at: index)
        // Only because of a refusal of another one was it not made.
        case .failure(.notDone(.conflict)) where isAtomic: waiting.append(call.change)
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
        // What is asked for again keeps its order.
        for call in calls.reversed() { end(Answer(call: call, result: .failure(error))) }
        unresolved.reverse()
    }

    /// Puts calls that were not made at the head of the queue.
    mutating func requeue(_ calls: [Call]) {
        waiting += calls.reversed().map(\.change)
        askedCount -= calls.count
    }

    /// Reads what an atomic series deletes after its other writes, on a server that takes one write at a time: if someone has
    /// changed it, nothing is written.
    mutating func checkDeletions(on client: any FriendsClient) async {
        for case .deleted(let friend) in waiting {
            let refusal: FriendsClientError
            do throws(FriendsClientError) {
                let now = try await client.friend(friend.id)
                guard now.version != friend.version else { continue }
                refusal = .conflict(current: now)
            } catch {
                // Deleted by an attempt whose answer was lost.
                if error == .notFound, repeated.contains(friend.id) { continue }
                guard error.isRefusal else { return stop = error }
                refusal = error
            }
            let change = UndoHistory.Step.deleted(friend)
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
    mutating func begin() {
        stop = nil
        repeated.formUnion(unresolved.map(\.id))
        waiting += unresolved.reversed()
        unresolved = []
    }

    /// How many were answered, one way or the other.
    var answeredCount: Int { made.count + refused.count }
}
