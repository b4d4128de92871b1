import FriendsModel

extension UndoHistory.Direction {
    fileprivate func operation(_ steps: [UndoHistory.Step]) -> Operation {
        switch self {
        case .undo: .undo(steps)
        case .redo: .redo(steps)
        }
    }
}

/// Undo and redo of what was written.
extension FriendListWriter {
    /// Takes the last change back, or makes the one again that was taken back last. The server refuses when someone else
    /// has changed the friend since; such a step is dropped, as it can never be made any more.
    /// - Returns: nil when nothing was written.
    package func perform(_ direction: UndoHistory.Direction) async -> WriteResult? {
        guard !state.isWriting, let steps = state.history.next(direction), let step = steps.first else { return nil }
        // A marked friend comes back with its mark, also when it was the only one.
        guard steps.count == 1, state.history.nextPlace(direction) == nil, state.history.nextRests(direction).isEmpty,
            state.history.nextCopies(direction).isEmpty
        else {
            return await perform(steps, direction)
        }
        let result = await write(step.change(for: direction), as: direction.operation([step]))
        if let made = result.made.first {
            changeHistory { $0.move(step, direction, result: made.result) }
        } else if result.refusedCount > 0 {
            changeHistory { $0.drop(step, direction) }
        } else if direction == .redo, step.isDeletion, !result.unresolved.isEmpty {
            // A deletion that may have been made again must not be forgotten with the next change. Bringing back a friend
            // that was not deleted after all changes nothing.
            changeHistory { $0.move(step, .redo, result: nil) }
        }
        return result
    }

    /// Takes back or makes again several steps that were made as one.
    private func perform(_ steps: [UndoHistory.Step], _ direction: UndoHistory.Direction) async -> WriteResult? {
        let ordered = direction == .undo ? steps.reversed() : steps
        let changes = ordered.map { $0.change(for: direction) }
        guard await mayDelete(changes.count(where: \.isDeletion), by: direction) else { return nil }
        if direction == .redo, steps.isMerge { return await mergeAgain(steps) }
        let copies = state.history.nextCopies(direction)
        if direction == .redo {
            guard await makeCopies(copies) else { return nil }
        }
        let rests = state.history.nextRests(direction)
        let series = await write(changes, rests: rests, as: direction.operation(steps))
        // What someone else has added again meanwhile is not ours to take back.
        let ours = series.made.filter { !series.existing.contains($0.change.id) }
        var results = Dictionary(ours.map { ($0.change.id, $0.result) }) { $1 }
        // As above, of a single deletion.
        if direction == .redo {
            for case .deleted(let friend) in series.unresolved { results.updateValue(nil, forKey: friend.id) }
        }
        let made = steps.filter { results[$0.id] != nil }
        let left = Set((series.left + series.unresolved).map(\.id))
        let done = made.map { UndoHistory.Made(step: $0, result: results[$0.id] ?? nil) }
        changeHistory {
            $0.move(
                steps, direction, made: done, left: steps.filter { left.contains($0.id) && results[$0.id] == nil })
        }
        if direction == .undo {
            await purgeCopies(made.compactMap { copies[$0.id] }, as: direction.operation(steps))
        } else {
            await purgeCopies(of: series.refused, in: copies, as: direction.operation(steps))
        }
        return WriteResult(series)
    }
}
