import FriendsModel

/// Writes of many friends that are one to the person: a few at a time, counted, and with an account at the end.
extension FriendListViewModel {
    /// So many are asked for at a time.
    private static let maximumCalls = 4

    func deleteMarked() async {
        let friends = state.markedFriends
        guard !state.isWriting else { return }
        guard !friends.isEmpty else {
            state.status = Status(kind: .information, text: "None of the marked friends is shown")
            return
        }
        state.rangeStart = nil
        state.marked.formUnion(friends.map(\.id))
        let series = await write(friends.map { .deleted($0) }, as: .deleteSeveral(friends.count))
        // Bringing back a friend that was not deleted after all changes nothing.
        let deleted = series.made.map(\.change) + series.doubtful
        state.marked.subtract(deleted.map(\.id))
        state.history.record(deleted)
        if !series.made.isEmpty {
            let text = friends.count == 1 ? friends[0].details.shortName : "\(series.made.count) friends"
            report(series, "Deleted \(text)", offer: .undo)
        }
        await settle(series)
    }

    /// Takes back or makes again several steps that were made as one.
    func perform(_ steps: [UndoHistory.Step], _ direction: UndoHistory.Direction) async {
        let ordered = direction == .undo ? steps.reversed() : steps
        let series = await write(ordered.map { $0.change(for: direction) }, as: direction.operation(steps))
        let results = Dictionary(series.made.map { ($0.change.id, $0.result) }) { $1 }
        let made = steps.filter { results[$0.id] != nil }
        let left = Set((series.left + series.doubtful).map(\.id))
        state.history.move(
            steps, direction, made: made.map { .init(step: $0, result: results[$0.id] ?? nil) },
            left: steps.filter { left.contains($0.id) })
        if !made.isEmpty {
            report(series, direction.successText(made), offer: direction.reverse)
        }
        await settle(series)
    }

    private func report(_ series: SeriesOfWrites, _ done: String, offer: Status.Offer) {
        let rest = series.count - series.made.count
        state.status =
            rest == 0
            ? Status(kind: .success, text: done, offer: offer)
            : Status(kind: .problem, text: "\(done), \(rest) not", offer: offer)
    }

    /// Brings the list up to date: anew where the server has refused something, or it is not known what it did.
    private func settle(_ series: SeriesOfWrites) async {
        if series.refused.isEmpty, series.doubtful.isEmpty { await loadUnlessFollowing() } else { await load() }
    }

    /// Makes the changes, and asks whether to go on when the server cannot be asked any more.
    private func write(_ changes: [UndoHistory.Step], as operation: Operation) async -> SeriesOfWrites {
        state.isWriting = true
        state.status = nil
        var series = SeriesOfWrites(changes)
        while true {
            series = await write(series, as: operation)
            showWritten(series.made.map { ($0.change, $0.result) })
            guard let failure = series.failure(during: operation) else { break }
            guard await calls.prompts.ask(failure) == .retry else { break }
            series.begin()
        }
        if series.stop == .cancelled { writeWasCancelled() }
        endWriting()
        return series
    }

    private func write(_ series: SeriesOfWrites, as operation: Operation) async -> SeriesOfWrites {
        let client = client
        let result = try? await activity.run(operation.progressText) { (retitle) throws(FriendsClientError) in
            await withTaskGroup(of: SeriesOfWrites.Answer.self) { group in
                var series = series
                for call in series.next(Self.maximumCalls) { group.addTask { await call.make(on: client) } }
                while let answer = await group.next() {
                    series.end(answer)
                    retitle("\(operation.progressText) \(series.made.count) of \(series.count)")
                    if Task.isCancelled { series.cancel() }
                    for call in series.next(1) { group.addTask { await call.make(on: client) } }
                }
                return series
            }
        }
        return result ?? series
    }
}
