import FriendsModel
import FriendsVCard

/// Merging two friends: one gets the details of both, the other one is deleted. The two writes are made together or not at
/// all, so that nothing is deleted whose content is nowhere else.
extension FriendListWriter {
    /// What has become of a merge.
    package enum MergeOutcome {
        /// Made.
        /// - Parameter leftOut: the names of what only the card of the friend has that was deleted. They are untrusted text.
        case made(WriteResult, leftOut: [String])
        /// Someone else has changed or deleted one of the two; the result has what was made.
        case outdated(WriteResult)
        /// The server rejected the details, perhaps with a reason.
        case rejected(String?)
        /// Failed or cancelled. It may have been made if there are unresolved writes.
        case ended(WriteResult)
        /// Failed or cancelled before anything was sent.
        case notSent
    }

    /// What is known of the rests of two friends before they are merged.
    struct Rests {
        /// What the two become: with the label of the second one's card, and with ids that each try of the merge has.
        let details: FriendDetails
        /// What becomes of the rest of the friend that stays; nil if nothing does.
        var change: RestStep?
        /// The names of what of the other one is in the trash alone.
        var leftOut: [String] = []
    }

    /// A merge that was sent. Another try of it sends the same: if the first one was made without an answer, the card of the
    /// deleted friend cannot be read any more.
    struct SentMerge {
        let first: Friend, second: Friend
        /// What the two were to become.
        let details: FriendDetails
        let rests: Rests
    }

    /// Merges two friends as one step that can be undone. The friend that stays gets what its
    /// rest lacks of the other one.
    /// - Parameter onSending: called with the details that are sent. They can have a label of the second one's card.
    /// - Returns: nil during another write.
    package func merge(
        _ first: Friend, into details: FriendDetails, deleting second: Friend,
        onSending: @MainActor (FriendDetails) -> Void = { _ in }
    ) async -> MergeOutcome? {
        guard !state.isWriting else { return nil }
        // New lines have other ids in each try.
        let wanted = details.derivingIDs(besides: [first, second])
        let rests: Rests
        if let sent = sentMerge, (sent.first, sent.second, sent.details) == (first, second, wanted) {
            rests = sent.rests
        } else {
            let found = await read(as: .merge(details)) { (client) throws(FriendsClientError) in
                try await Self.rests(of: first, second, as: details, client)
            }
            switch found {
            case .success(let found): rests = found
            case .failure: return .notSent
            }
        }
        sentMerge = SentMerge(first: first, second: second, details: wanted, rests: rests)
        let details = rests.details
        onSending(details)
        let result = first.with(details)
        let steps: [UndoHistory.Step] = [.updated(from: first, to: result), .deleted(second)]
        let changes = rests.change.map { [first.id: $0] } ?? [:]
        let series = await write(
            steps, rests: changes.mapValues(\.new), as: .merge(details), isAtomic: true, reportsRefusals: false)
        changeHistory { $0.record(steps.made(by: series), rests: changes) }
        watch(series.unresolved, rests: changes)
        let written = WriteResult(series)
        guard let refusal = series.refused.first else {
            return series.made.count == steps.count
                ? .made(written, leftOut: rests.leftOut) : .ended(written)
        }
        guard case .rejected(let parts, let reason) = refusal.error else { return .outdated(written) }
        return .rejected(parts.first?.reason ?? reason)
    }

    /// Reads the rests of two friends. If one of them is gone, the write will say so.
    private static func rests(
        of first: Friend, _ second: Friend, as details: FriendDetails, _ client: any FriendsClient
    ) async throws(FriendsClientError) -> Rests {
        do throws(FriendsClientError) {
            let rest = try await client.rest(of: second.id)
            let label = FriendCard.phoneLabel(in: rest ?? [], of: second.details.phoneNumber)
            let details = details.labelling(second, as: label).derivingIDs(besides: [first, second])
            guard let own = try await client.rest(of: first.id) else {
                guard let rest else { return Rests(details: details) }
                let union = RestUnion(taking: rest, for: details)
                return Rests(
                    details: details, change: RestStep(old: [], new: union.rest), leftOut: union.leftOut)
            }
            let union = RestUnion(own, adding: rest, for: first.details, becoming: details)
            return Rests(
                details: details, change: union.rest == own ? nil : RestStep(old: own, new: union.rest),
                leftOut: union.leftOut)
        } catch {
            if error == .notOffered || error == .notFound {
                return Rests(details: details.derivingIDs(besides: [first, second]))
            }
            throw error
        }
    }

    /// Makes a merge again that was undone. A part of it is never made alone.
    func mergeAgain(_ steps: [UndoHistory.Step]) async -> WriteResult {
        let (rests, changes) = (state.history.nextRests(.redo), state.history.nextRestSteps(.redo))
        let series = await write(steps, rests: rests, as: .redo(steps), isAtomic: true)
        let made = steps.filter { step in series.made.contains { $0.change == step } }
        let results = Dictionary(series.made.map { ($0.change.id, $0.result) }) { $1 }
        changeHistory { history in
            history.move(
                steps, .redo, made: made.map { .init(step: $0, result: results[$0.id] ?? nil) },
                left: made.isEmpty && series.refused.isEmpty && series.unresolved.isEmpty ? steps : [])
        }
        watch(series.unresolved, rests: changes)
        return WriteResult(series)
    }
}

extension FriendDetails {
    /// The details with a label for the line that the phone number of a merged friend has become.
    fileprivate func labelling(_ other: Friend, as label: String) -> FriendDetails {
        let known = Set(other.details.lines.map(\.id))
        let index = lines.firstIndex { line in
            line.kind == .phone && line.label.isEmpty && !known.contains(line.id)
                && line.value.isIdentical(to: other.details.phoneNumber)
        }
        guard let index, !label.isEmpty else { return self }
        var result = self
        result.lines[index] = FriendLine(id: lines[index].id, kind: .phone, label: label, value: lines[index].value)
        return result
    }
}

extension FriendDetails {
    /// The details with ids that follow from the content for the lines that none of the friends has.
    fileprivate func derivingIDs(besides friends: [Friend]) -> FriendDetails {
        let known = Set(friends.flatMap(\.details.lines).map(\.id))
        var identifiers = LineIdentifiers()
        for line in friends.flatMap(\.details.lines) { identifiers.keep(line) }
        var result = self
        result.lines = lines.map { line in
            if known.contains(line.id) { return line }
            let id = identifiers.next(line.kind, label: line.label, value: line.value)
            return FriendLine(id: id, kind: line.kind, label: line.label, value: line.value)
        }
        return result
    }
}

extension [UndoHistory.Step] {
    /// Whether they are a merge: the update of one friend, and the deletion of another one.
    package var isMerge: Bool {
        guard count == 2, case .updated = self[0], case .deleted = self[1] else { return false }
        return true
    }

    /// The steps that were made, with the friends as they are now. A deletion after an update may have been made, too: bringing
    /// back a friend that was not deleted after all changes nothing.
    fileprivate func made(by series: WriteSeries<UndoHistory.Step>) -> Self {
        compactMap { step in
            if let made = series.made.first(where: { $0.change == step }) {
                return made.result.map(step.resulting) ?? step
            }
            return step.isDeletion && !series.made.isEmpty && series.unresolved.contains(step) ? step : nil
        }
    }
}
