import FriendsModel

/// The words about the synchronisation.
extension SyncOutcome.End {
    /// Whether the server was asked and has answered, or could not be asked for a reason that stays.
    var isAnswered: Bool {
        switch self {
        case .done, .notSignedIn, .manyDeletions, .stopped: true
        case .offline, .postponed: false
        }
    }

    /// What needs a person, in a sentence; nil if nothing does.
    package var problem: String? {
        switch self {
        case .done, .offline, .postponed: nil
        case .notSignedIn(let sentence), .stopped(let sentence): sentence
        case .manyDeletions(let deletions): deletions.text
        }
    }

    package var isOffline: Bool {
        if case .offline = self { return true }
        return false
    }
}

extension SyncViewModel.State.Account {
    /// How it stands, in a few words.
    /// - Parameter now: the time, in seconds since 1970.
    func stateText(at now: Int) -> String {
        let waiting = waitingCount > 0 ? "\(waitingCount) waiting" : nil
        let state =
            switch end {
            case .offline(let reason): "offline: \(reason)"
            case .notSignedIn, .stopped, .manyDeletions: "not synced: \(end?.problem ?? "")"
            case .postponed(let reason): reason
            case .done, nil:
                syncedAt.map { (waiting == nil ? "" : "the rest ") + Self.age(now - $0) } ?? "not synced yet"
            }
        return [waiting, state].compactMap(\.self).joined(separator: ", ")
    }

    /// How long ago something was synchronised.
    package static func age(_ seconds: Int) -> String {
        let minutes = max(0, seconds) / 60
        return switch minutes {
        case 0: "synced"
        case ..<60: "synced \(minutes) min ago"
        case ..<(48 * 60): "synced \(minutes / 60) h ago"
        default: "synced \(minutes / (24 * 60)) days ago"
        }
    }
}

extension SyncEntry {
    /// What the row is about, who, and how it stands.
    var texts: [String] {
        switch self {
        case .account(let account, _, let state): ["Account", account.name, state]
        case .conflict(let conflict, let friend, _): ["Conflict", friend.details.fullName, conflict.conflict.text]
        case .refused(let refusal, let name, _): ["Not sent", name, refusal.reason.asSentence]
        case .shortened(_, let name, let missing, _):
            [
                "Shortened", name,
                missing.isEmpty ? "The server did not store everything." : missing.joined(separator: ", "),
            ]
        case .leftAlone(let card, let reason, _): ["No friend", card, reason.asSentence]
        }
    }

    /// All that is known of it.
    var prompt: Prompt {
        switch self {
        case .account(let account, let report, let state): Self.prompt(account, report, state)
        case .conflict(let conflict, let friend, let account):
            Prompt(
                heading: "\(friend.details.fullName): \(conflict.conflict.part) was changed on both sides",
                lines: conflict.conflict.lines + ["Account \(account)"],
                answers: [.keepOurs, .keepTheirs, .keepBoth, .askLater], defaultAnswer: .askLater,
                dismissal: .askLater)
        case .refused(let refusal, let name, let account):
            .alert(
                "\(name) was not sent",
                [
                    .content(refusal.reason.asSentence), "It is tried again with each synchronisation.",
                    "Account \(account)",
                ])
        case .shortened(_, let name, let missing, let account):
            .alert(
                "The server did not store everything of \(name)",
                missing.map { .content($0) } + [
                    missing.isEmpty
                        ? "What is missing there stays here, and is not lost with later changes."
                        : "This stays here, and is not lost with later changes.",
                    "Account \(account)",
                ])
        case .leftAlone(let card, let reason, let account):
            .alert(
                "A card on the server is no friend",
                [.content(card), .content(reason.asSentence), "It stays as it is.", "Account \(account)"])
        }
    }

    private static func prompt(
        _ account: SyncViewModel.State.Account, _ report: SyncReport, _ state: String
    ) -> Prompt {
        if case .manyDeletions(let deletions) = account.end {
            let friends = deletions.count.friends
            return .question(
                deletions.isHere ? "Delete \(friends) here?" : "Delete \(friends) on the server?",
                [
                    .text(deletions.text), "Deleted friends are in the trash for 30 days.",
                    deletions.isHere
                        ? "To send them to the server again instead, remove the account and add it again."
                        : "To keep them on the server, restore them from the trash.",
                ])
        }
        var lines: [MessageLine] = [.content(report.address), .content(state)]
        if let problem = report.problem { lines.append(.text(problem)) }
        lines.append(
            .text(report.pairCount.counted(one: "Both have 1 friend.", other: "Both have \(report.pairCount) friends."))
        )
        if report.groupCount > 0 {
            lines.append(
                .text(
                    report.groupCount.counted(
                        one: "The name of 1 group on the server is a tag.",
                        other: "The names of \(report.groupCount) groups on the server are tags.")))
        }
        return .alert("Account \(account.name)", lines)
    }
}

extension FriendDetails {
    /// What other details of the friend lack, or have in another way, each with its kind.
    func texts(missingIn other: FriendDetails) -> [String] {
        let fields = FriendField.allCases.filter { !self[$0].isEmpty && !self[$0].isIdentical(to: other[$0]) }
        var others = other.lines
        let lines = lines.filter { line in
            guard let index = others.firstIndex(where: line.hasSameContent) else { return true }
            others.remove(at: index)
            return false
        }
        return fields.map { "\($0.label): \(self[$0])" } + lines.map { "\($0.kind.label): \($0.value)" }
    }
}

extension SyncConflict {
    /// Our value; with the label if only that differs.
    private var ourText: String {
        if ours.isEmpty { return "removed" }
        return hasOtherLabel ? "\(ours) (\(kept?.label ?? ""))" : ours
    }

    private var theirText: String {
        if theirs.isEmpty { return "removed" }
        return hasOtherLabel ? "\(theirs) (\(theirLabel))" : theirs
    }

    private var hasOtherLabel: Bool { kept != nil && ours == theirs }

    /// Both values, in one line.
    fileprivate var text: String { "\(part): \(ourText) here, \(theirText) on the server" }

    fileprivate var lines: [MessageLine] {
        [
            .content("Here: \(ourText)"),
            .content("On the server: \(theirText)"),
            ours.isEmpty || theirs.isEmpty
                ? "The value that was not removed stays."
                : "The value of the server is in its place, and yours is a line.",
        ]
    }

    /// What a choice has done.
    func doneText(_ choice: Choice?, _ name: String) -> String {
        switch choice {
        case .ours: "Kept yours for \(name): \(part)"
        case .theirs: "Kept the server\u{2019}s for \(name): \(part)"
        case nil: "Kept both for \(name): \(part)"
        }
    }
}
