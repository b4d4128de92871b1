import FriendsModel

/// How far a series of writes is: what was made, what the server has refused, and what is still to be done.
struct SeriesOfWrites: Sendable {
    /// A write that is asked for.
    struct Call: Sendable {
        let change: UndoHistory.Step
        /// Whether it was asked for before, and it is not known what came of that.
        let isRepeated: Bool

        @MainActor
        func make(on client: any FriendsClient) async -> Answer {
            do throws(FriendsClientError) {
                return Answer(call: self, result: .success(try await change.make(on: client, isRepeated: isRepeated)))
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
    /// What was made, with the friend as it is now; nil when it was deleted.
    private(set) var made: [(change: UndoHistory.Step, result: Friend?)] = []
    private(set) var refused: [(change: UndoHistory.Step, error: FriendsClientError)] = []
    /// What was asked for without an answer that says what came of it.
    private(set) var doubtful: [UndoHistory.Step] = []
    /// What was not asked for yet, the last one first to go.
    private var waiting: [UndoHistory.Step]
    private var repeated: Set<Friend.ID> = []
    /// Why nothing more is asked for.
    private(set) var stop: FriendsClientError?

    init(_ changes: [UndoHistory.Step]) {
        count = changes.count
        waiting = changes.reversed()
    }

    /// What was not asked for.
    var left: [UndoHistory.Step] { waiting.reversed() }

    /// What to ask for next, at most so many; nothing when there is no sense in it.
    mutating func next(_ count: Int) -> [Call] {
        guard stop == nil else { return [] }
        let changes = waiting.suffix(count)
        waiting.removeLast(changes.count)
        return changes.reversed().map { Call(change: $0, isRepeated: repeated.contains($0.id)) }
    }

    mutating func end(_ answer: Answer) {
        let call = answer.call
        switch answer.result {
        case .success(let friend): made.append((call.change, friend))
        case .failure(let error) where error.isRefusal: refused.append((call.change, error))
        case .failure(let error):
            if error.mayHaveBeenDone || call.isRepeated {
                doubtful.append(call.change)
            } else {
                waiting.append(call.change)
            }
            // The first error says why; those of the calls beside it follow from that.
            stop = stop ?? error
        }
    }

    mutating func cancel() {
        stop = .cancelled
    }

    /// Goes on with what is not made and not refused.
    mutating func begin() {
        stop = nil
        repeated.formUnion(doubtful.map(\.id))
        waiting += doubtful.reversed()
        doubtful = []
    }

    /// What there is to say when not all was made; giving up needs no words.
    func failure(during operation: Operation) -> Prompt? {
        guard stop != .cancelled else { return nil }
        if let stop {
            let failure = Failure(stop, during: operation, isInDoubt: !doubtful.isEmpty)
            return failure.adding(lines: account).prompt
        }
        guard !refused.isEmpty else { return nil }
        let heading = refused.count == 1 ? "1 of \(count) was not done." : "\(refused.count) of \(count) were not done."
        return .alert(heading, account)
    }

    /// So many friends are named; of more, how many they are.
    private static let maximumNames = 6

    private var account: [String] {
        var lines = refused.prefix(Self.maximumNames).map { "\($0.change.name): \($0.error.refusalText)" }
        if refused.count > Self.maximumNames { lines.append("And \(refused.count - Self.maximumNames) more.") }
        if stop != nil {
            lines.append("\(made.count) of \(count) are done, \(waiting.count + doubtful.count) are left.")
        }
        return lines
    }
}

extension UndoHistory.Step {
    fileprivate var name: String {
        switch self {
        case .added(let friend), .deleted(let friend), .updated(_, let friend): friend.details.shortName
        }
    }
}

extension FriendsClientError {
    fileprivate var refusalText: String {
        switch self {
        case .notFound: "somebody has deleted this friend already."
        case .conflict: "somebody has changed this friend meanwhile."
        case .rejected(let fields, let reason): fields.first?.reason ?? reason ?? "the server did not accept it."
        default: "it did not work."
        }
    }
}
