import FriendsFormats
import FriendsModel
import FriendsVCard

/// What the texts of a record have begun from.
enum RecordOrigin {
    /// The friend as it is now: what differs was changed in the file.
    case current
    /// These details, from which both sides may differ.
    case base(FriendDetails)
    /// Unknown: the texts can be older than the friend's.
    case unknown
}

/// What becomes of the rest of a record.
enum RestUse {
    case replaces
    /// The friend gets what its rest lacks.
    case adds
    /// It is in an old export of this list, which brings nothing back.
    case nothing
}

extension RecordedFriend {
    /// What the record has begun from, if it is one of the friend `current`.
    /// - Parameters:
    ///   - history: the history of the list that the friend is in.
    ///   - rest: the rest of the friend.
    ///   - isRestNew: whether the record has another one.
    func origin(
        _ current: Friend, in history: String?, rest: KnownRest?, isRestNew: Bool
    ) -> RecordOrigin {
        // The friend was added with these details, and edited here.
        if isIDFromContent { return .base(details) }
        if hasVersion(of: current, in: history) { return .current }
        // The details of JSON can be newer than its card.
        guard hasDetailsOfCard else { return .unknown }
        if !isRestNew { return .base(details) }
        // A record with a version is from our export, which can be older than the friend's card.
        // A card with what was merged with the friend's is an export of the friend, and can have lost some of it.
        let hasOthers = self.rest.map(CardUnion.hasOthers) ?? false
        guard version == nil, let base = rest?.details(of: id, withOthers: hasOthers) else { return .unknown }
        return .base(base)
    }

    /// What becomes of the rest of the record if the friend `current` has a different one.
    func useOfRest(on current: Friend, in history: String?) -> RestUse {
        if version == nil ? hasDetailsOfCard : hasVersion(of: current, in: history) { return .replaces }
        return history != nil && version?.history == history ? .nothing : .adds
    }

    /// Whether it was written when the friend `current` was as it is now. In another history, the same version is another state.
    private func hasVersion(of current: Friend, in history: String?) -> Bool {
        guard let version, let history else { return false }
        return version == RecordedVersion(current.version, history: history)
    }

    /// Whether its card has the same details.
    var hasDetailsOfCard: Bool { rest.map { FriendDetails(card: $0, of: id) == details } ?? false }

    var withoutRest: RecordedFriend {
        RecordedFriend(
            id: id, details: details, isIDFromContent: isIDFromContent, version: version, issues: issues)
    }

    /// A hash of everything that an import takes of the record.
    var contentHash: Int {
        var hasher = Hasher()
        forEachPart { part in
            hasher.combine(part.count)
            hasher.combine(bytes: part)
        }
        return hasher.finalize()
    }

    /// An id that follows from the content. It never changes.
    var idOfContent: Friend.ID {
        Friend.ID.derived("content-") { hash in
            forEachPart { part in
                hash.add("\(part.count) ".utf8)
                hash.add(part)
            }
        }
    }

    private func forEachPart(_ body: (UnsafeRawBufferPointer) -> Void) {
        func pass(_ text: String) {
            var text = text
            text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
        }
        for field in FriendField.allCases { pass(details[field]) }
        for line in details.lines {
            for text in [line.id.rawValue, line.kind.key, line.label, line.value] { pass(text) }
        }
        rest?.withUnsafeBytes(body)
    }
}
