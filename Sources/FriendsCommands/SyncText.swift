import FriendsCardDAV
import FriendsFormats
import FriendsModel
import FriendsSync

/// What a synchronisation of one account says. It has untrusted text.
package struct SyncText: Sendable {
    /// As many changes and problems are named; more are counted. A dry run and JSON name all changes.
    private static let maximumCount = 20

    private let name: String
    private let account: SyncAccount
    private let isDryRun: Bool
    private let isPullOnly: Bool
    private let isQuiet: Bool

    /// - Parameters:
    ///   - name: the name of the account in the settings.
    ///   - isPullOnly: whether nothing was to be written on the server, so that changes wait.
    ///   - isQuiet: whether nothing is said of what stays as it is.
    package init(
        _ account: SyncAccount, of name: String, isDryRun: Bool, isPullOnly: Bool = false, isQuiet: Bool = false
    ) {
        (self.account, self.name, self.isDryRun) = (account, name, isDryRun)
        (self.isPullOnly, self.isQuiet) = (isPullOnly, isQuiet)
    }

    // MARK: Standard output

    /// The changes, and the last line, which counts them.
    package var lines: [String] {
        let changes = account.here.map { line($0, SyncWords.here) } + account.there.map { line($0, SyncWords.there) }
        return limited(changes, isDryRun ? .max : Self.maximumCount) + [summary]
    }

    private func line(_ change: SyncAccount.Change, _ place: String) -> String {
        "\(SyncWords.verb(change.kind, isDryRun: isDryRun)) \(place): \(change.name)"
    }

    /// The line that counts everything.
    package var summary: String {
        let parts = [(SyncWords.here, account.here), (SyncWords.there, account.there)].compactMap { place, changes in
            let counts = [SyncAccount.Kind.added, .changed, .deleted].compactMap { kind in
                let count = changes.count { $0.kind == kind }
                return count == 0 ? nil : "\(count) \(kind.rawValue)"
            }
            return counts.isEmpty ? nil : "\(place) \(counts.joined(separator: ", "))"
        }
        let what = parts.isEmpty ? SyncWords.nothingChanged : parts.joined(separator: "; ")
        return isDryRun ? "\(name): \(what)." : "\(name): \(what). \(SyncWords.both(account.pairCount))"
    }

    // MARK: Standard error

    /// What a person may have to look at.
    package var warnings: [String] {
        var lines = findings
        if !isQuiet {
            if !account.leftAlone.isEmpty { lines.append(SyncWords.leftAlone(account.leftAlone)) }
            if account.groupCount > 0 { lines.append(SyncWords.groups(account.groupCount)) }
        }
        if let stop = account.stop { lines.append("\(stop.message.asSentence) \(SyncWords.again)") }
        if account.waitingCount > 0 { lines.append(SyncWords.waiting(account.waitingCount)) }
        return lines.map { "\(name): \($0)" }
    }

    /// What a person has to look at of single friends, in sentences.
    package var findings: [String] {
        var lines = limited(account.conflicts.map(SyncWords.conflict), Self.maximumCount)
        lines += limited(account.problems.map { "\($0.name): \($0.reason.asSentence)" }, Self.maximumCount)
        if !account.shortened.isEmpty { lines.append(SyncWords.shortened(account.shortened)) }
        return lines
    }

    private func limited(_ lines: [String], _ maximum: Int) -> [String] {
        lines.count > maximum ? lines.prefix(maximum) + [SyncWords.more(lines.count - maximum)] : lines
    }

    /// Whether the list was changed, which other address books may lack then.
    package var hasChangesHere: Bool { !account.here.isEmpty }

    /// Whether something was done.
    package var hasChanges: Bool { !account.here.isEmpty || !account.there.isEmpty }

    package var status: CommandStatus {
        switch account.stop {
        case .noAnswer, .busy: .unreachable
        case nil: account.problems.isEmpty && (account.waitingCount == 0 || isPullOnly) ? .done : .refused
        default: .refused
        }
    }

    // MARK: JSON

    /// Adds the object of an account that could not be synchronised to an array.
    package static func append(failureOf name: String, _ failure: CommandFailure, to json: inout JSONText) {
        json.appendElement { object in
            object.append("account", name)
            object.append("stopped", failure.message)
        }
    }

    /// Adds the object of the account to an array.
    package func append(to json: inout JSONText) {
        json.appendElement { object in
            object.append("account", name)
            for (key, changes) in [("here", account.here), ("there", account.there)] {
                object.append(key, changes) { json, change in
                    json.appendObject {
                        $0.append("change", change.kind.rawValue)
                        $0.append("id", change.id.rawValue)
                        $0.append("name", change.name)
                    }
                }
            }
            object.append("conflicts", account.conflicts) { json, conflict in
                json.appendObject {
                    $0.append("name", conflict.name)
                    $0.append("ours", conflict.conflict.ours)
                    $0.append("part", conflict.conflict.part)
                    $0.append("theirs", conflict.conflict.theirs)
                }
            }
            object.append("groups", account.groupCount)
            object.append("leftalone", account.leftAlone) { json, card in
                json.appendObject {
                    $0.append("name", card.name)
                    $0.append("reason", card.reason)
                }
            }
            object.append("pairs", account.pairCount)
            object.append("problems", account.problems) { json, problem in
                json.appendObject {
                    $0.append("name", problem.name)
                    $0.append("reason", problem.reason)
                }
            }
            object.append("shortened", account.shortened.count)
            object.append("stopped", account.stop?.message)
            object.append("waiting", account.waitingCount)
        }
    }
}

extension CommandFailure {
    /// The server of an address book failed.
    package init(_ error: CollectionError) {
        let status: CommandStatus
        switch error {
        case .noAnswer, .busy, .unreadable: status = .unreachable
        case .notSignedIn, .full, .notFound, .changed, .refused, .cancelled: status = .refused
        }
        self.init(status, error.message.asSentence)
    }

    /// A synchronisation could not begin, or not end.
    package init(_ error: SyncError) {
        switch error {
        case .list(let error): self.init(error)
        case .collection(.notFound): self.init(.nothingFound, SyncWords.noBook)
        case .collection(let error): self.init(error)
        case .state(let error): self.init(.refused, SyncWords.state(error))
        case .manyDeletions(let side, let count, let total):
            self.init(.refused, SyncWords.manyDeletions(side, count, of: total))
        }
    }

    /// The failure with the name of an account before it.
    package func named(_ account: String) -> Self { Self(status, "\(account): \(message)", details: details) }
}
