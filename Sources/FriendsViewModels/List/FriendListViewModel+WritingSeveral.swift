import FriendsModel

/// Writes of many friends that are one to the person: a few at a time, counted, and with an account at the end.
extension FriendListViewModel {
    /// So many are asked for at a time.
    private static let maximumCalls = 4

    /// As many friends are deleted without a question.
    static let maximumUnasked = 10

    /// Deletes the marked friends that are shown, and asks first when they are many. A No leaves the marks as they are.
    func deleteMarked() async {
        guard !state.isWriting else { return }
        let friends = state.markedFriends
        guard !friends.isEmpty else { return sayThatNoneIsShown() }
        let place = state.place
        guard await mayDelete(friends.count) else { return }
        // What was asked about is deleted, at the versions that were shown then.
        state.marks.rangeStart = nil
        state.marks.ids.formUnion(friends.map(\.id))
        let series = await write(friends.map { .deleted($0) }, as: .deleteSeveral(friends.count))
        // Bringing back a friend that was not deleted after all changes nothing.
        let deleted = series.made.map(\.change) + series.doubtful
        state.marks.ids.subtract(deleted.map(\.id))
        state.history.record(deleted, at: place)
        let text = friends.count == 1 ? friends[0].details.shortName : series.made.count.friends
        report(series, "Deleted \(text)", offer: .undo)
        await settle(series)
    }

    /// Asks before many friends are deleted, whichever command deletes them.
    private func mayDelete(_ count: Int, by direction: UndoHistory.Direction? = nil) async -> Bool {
        guard count > Self.maximumUnasked else { return true }
        let question = Prompt.deletion(count, isShared: isShared, by: direction)
        return await calls.prompts.ask(question) == .yes && !state.isWriting
    }

    /// Takes back or makes again several steps that were made as one.
    func perform(_ steps: [UndoHistory.Step], _ direction: UndoHistory.Direction) async {
        let ordered = direction == .undo ? steps.reversed() : steps
        let changes = ordered.map { $0.change(for: direction) }
        guard await mayDelete(changes.count(where: \.isDeletion), by: direction) else { return }
        let lastPlace = direction == .undo ? state.history.nextPlace(.undo) : nil
        let series = await write(changes, as: direction.operation(steps))
        // Where nothing came back, the person stays where they are.
        let place = series.made.isEmpty ? nil : lastPlace
        var results = Dictionary(series.made.map { ($0.change.id, $0.result) }) { $1 }
        // A deletion that may have been made again must not be forgotten with the next change. Bringing back a friend that
        // was not deleted after all changes nothing.
        if direction == .redo {
            for case .deleted(let friend) in series.doubtful { results.updateValue(nil, forKey: friend.id) }
        }
        let made = steps.filter { results[$0.id] != nil }
        let left = Set((series.left + series.doubtful).map(\.id))
        state.history.move(
            steps, direction, made: made.map { .init(step: $0, result: results[$0.id] ?? nil) },
            left: steps.filter { left.contains($0.id) && results[$0.id] == nil })
        let done = Set(series.made.map(\.change.id))
        let isBack = place.map { state.goBack(to: $0, marking: done) } ?? true
        report(series, direction.successText(steps.filter { done.contains($0.id) }), offer: direction.reverse)
        let selected = state.selection?.id
        await settle(series)
        // Friends that only a load could bring back were not there to be marked and selected before.
        if !isBack, let place, state.selection?.id == selected { state.goBack(to: place, marking: done) }
    }

    /// Says what was done, and what became of the rest.
    func report(_ series: SeriesOfWrites, _ done: String, offer: Status.Offer) {
        if let rest = series.restText {
            let nothing = series.doubtful.isEmpty ? "Nothing was done" : "Nothing was confirmed"
            let done = series.made.isEmpty ? nothing : done
            state.status = Status(kind: .problem, text: "\(done), \(rest)", offer: series.made.isEmpty ? nil : offer)
        } else {
            state.status = Status(kind: .success, text: done, offer: offer)
        }
    }

    /// Brings the list up to date: anew where the server has refused something, or it is not known what it did.
    func settle(_ series: SeriesOfWrites) async {
        if !series.refused.isEmpty || !series.doubtful.isEmpty {
            await store.load()
        } else if !series.made.isEmpty {
            await store.loadUnlessFollowing()
        }
    }

    /// Makes the changes, and asks whether to go on when the server cannot be asked any more.
    func write(_ changes: [UndoHistory.Step], as operation: Operation) async -> SeriesOfWrites {
        state.isWriting = true
        state.status = nil
        var series = SeriesOfWrites(changes, repeated: doubtfulFriends)
        while true {
            series = await write(series, as: operation)
            await store.show(
                series.made.map { .init(id: $0.change.id, result: $0.result, base: $0.change.original?.version) })
            guard let failure = series.failure(during: operation) else { break }
            guard await calls.prompts.ask(failure) == .retry else { break }
            series.begin()
        }
        doubtfulFriends.subtract(series.made.map(\.change.id) + series.refused.map(\.change.id))
        doubtfulFriends.formUnion(series.doubtful.map(\.id))
        state.marks.ids.subtract(series.made.filter { $0.result == nil }.map(\.change.id))
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
                    retitle("\(operation.progressText) \(series.answeredCount) of \(series.count)")
                    if Task.isCancelled { series.cancel() }
                    for call in series.next(1) { group.addTask { await call.make(on: client) } }
                }
                return series
            }
        }
        return result ?? series
    }
}

extension FriendListViewModel.State {
    /// Where the person is in the list.
    fileprivate var place: UndoHistory.Place? {
        selection.map { .init(selected: $0.id, line: $0.index - viewport.top) }
    }

    /// Shows the list as it was before marked friends were deleted that are back now: they are marked, and the same friend
    /// is selected, on the same line. Without that friend the first of them is selected.
    /// - Returns: whether all of them are there.
    @discardableResult
    fileprivate mutating func goBack(to place: UndoHistory.Place, marking ids: Set<Friend.ID>) -> Bool {
        let friends = rows.friends(with: ids.union([place.selected]))
        let back = ids.filter { friends[$0] != nil }
        marks.ids.formUnion(back)
        if friends[place.selected] != nil {
            select(place.selected)
            scroll(to: (selection?.index ?? 0) - place.line)
        } else if let first = rows.friends.first(where: { back.contains($0.id) }) {
            select(first.id)
        }
        return back.count == ids.count
    }
}
