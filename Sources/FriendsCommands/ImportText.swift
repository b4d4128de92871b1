import FriendsExchange
import FriendsFormats
import FriendsModel

/// What an import says about the records of its files.
package struct ImportText: Sendable {
    /// As many records with warnings are named; more are counted.
    private static let maximumWarnings = 10
    /// As many refused records are printed; more are counted. JSON has all of them.
    private static let maximumRefusals = 100

    private let files: [String]
    private let isDryRun: Bool
    private var warningCount = 0
    /// As many friends are named with what changes of them that the list does not show, or is replaced; more are counted.
    private static let maximumChanges = 10
    private var changeCount = 0
    private var refusedCount = 0
    private var json: JSONText?

    /// - Parameters:
    ///   - files: the names of the files.
    ///   - isJSON: whether standard output gets JSON.
    package init(files: [String], isDryRun: Bool, isJSON: Bool) {
        (self.files, self.isDryRun, json) = (files, isDryRun, isJSON ? JSONText(head: "{\"records\":[") : nil)
    }

    // MARK: Standard error

    /// A line for each of the first refused records, of the first friends of whom something is replaced or changes unseen or who are
    /// merged with a record, and of the first records with warnings.
    package mutating func lines(_ outcomes: [ImportRun.Outcome]) -> [String] {
        var lines: [String] = []
        for outcome in outcomes {
            // A file that cannot be read has no lines.
            let line = outcome.row.row > 0 ? ":\(outcome.row.row)" : ""
            let place = "\(files[outcome.row.file])\(line): "
            if let reason = outcome.refusal?.reason, outcome.result == .refused {
                refusedCount += 1
                if refusedCount <= Self.maximumRefusals { lines.append(place + reason + ".") }
            }
            if outcome.isWritten, let change = change(of: outcome.row) { lines.append(place + change) }
            let group = outcome.row.problem.flatMap { $0.isNoPerson ? $0.message : nil }
            let issues = group.map { [$0] } ?? outcome.row.issues
            let isNamed = outcome.row.ageMessage != nil || !outcome.row.leftOut.isEmpty
            guard outcome.isWritten || isNamed || group != nil, !issues.isEmpty else { continue }
            warningCount += 1
            guard warningCount <= Self.maximumWarnings else { continue }
            // The word tells it from the reason of a refusal.
            let name = isNamed ? outcome.row.friend?.details.fullName : nil
            lines.append(
                "\(place)warning: \(name.map { "\($0): " } ?? "")" + issues.joined(separator: ". ") + ".")
        }
        return lines
    }

    /// What is replaced or removed, what changes of the card that the list does not show, and what a merge adds; nil if there is
    /// nothing of that, or enough friends were named.
    private mutating func change(of row: ImportRow) -> String? {
        let texts = row.importantTexts
        guard !texts.isEmpty, let name = (row.changedFriend?.details ?? row.friend?.details)?.fullName else {
            return nil
        }
        changeCount += 1
        guard changeCount <= Self.maximumChanges else { return nil }
        return "\(name): \(texts.joined(separator: "; "))".replacing("\n", with: " ")
    }

    /// The last lines: what was not said yet.
    /// - Parameters:
    ///   - duplicateCount: the number of friends that were added although they look like others.
    ///   - trashedCount: the number of friends that were added although they were in the trash.
    ///   - copyCount: the number of copies in the trash of what these had there.
    package func lastLines(duplicateCount: Int, trashedCount: Int, copyCount: Int = 0) -> [String] {
        var lines: [String] = []
        let hint = json == nil ? " --json names all of them." : ""
        let refused = refusedCount - Self.maximumRefusals
        if refused > 0 {
            let text = refused.counted(
                one: "1 more record was refused.", other: "\(refused) more records were refused.")
            lines.append(text + hint)
        }
        let more = warningCount - Self.maximumWarnings
        if more > 0 {
            lines.append(
                more.counted(
                    one: "1 more record has something that is not shown.",
                    other: "\(more) more records have something that is not shown."))
        }
        let changes = changeCount - Self.maximumChanges
        if changes > 0 {
            let text =
                isDryRun
                ? changes.counted(
                    one: "1 more friend would change like these.",
                    other: "\(changes) more friends would change like these.")
                : changes.counted(
                    one: "1 more friend changed like these.", other: "\(changes) more friends changed like these.")
            lines.append(text + hint)
        }
        if duplicateCount > 0 {
            let text = duplicateCount.counted(
                one: "1 new friend looks like one that was there.",
                other: "\(duplicateCount) new friends look like one that was there.")
            lines.append("\(text) \(isDryRun ? "See --on-duplicate." : "See friends duplicates, or --on-duplicate.")")
        }
        if trashedCount > 0 {
            lines.append(
                isDryRun
                    ? trashedCount.counted(
                        one: "1 new friend is in the trash, and would come back.",
                        other: "\(trashedCount) new friends are in the trash, and would come back.")
                    : trashedCount.counted(
                        one: "1 new friend was in the trash, and came back.",
                        other: "\(trashedCount) new friends were in the trash, and came back."))
        }
        if copyCount > 0 {
            lines.append(
                copyCount.counted(
                    one: "A copy of what the import replaced is in the trash.",
                    other: "\(copyCount) copies of what the import replaced are in the trash."))
        }
        return lines
    }

    // MARK: Standard output

    /// The line that people read.
    package func account(_ account: ImportAccount) -> String { isDryRun ? account.plan : account.text }

    /// The next part of the JSON.
    package mutating func json(_ outcomes: [ImportRun.Outcome]) -> [UInt8] {
        guard var json else { return [] }
        for outcome in outcomes {
            json.appendElement { append(outcome, to: &$0) }
        }
        let bytes = json.take()
        self.json = json
        return bytes
    }

    /// The end of the JSON.
    package func jsonEnd(_ account: ImportAccount) -> [UInt8] {
        guard var json else { return [] }
        json.endArray()
        for result in ImportRow.Result.allCases { json.append(result.rawValue, account[result]) }
        json.append(raw: isDryRun ? ",\"dryrun\":true}\n" : "}\n")
        return json.take()
    }

    private func append(_ outcome: ImportRun.Outcome, to json: inout JSONText) {
        let duplicate: ImportDuplicate? = if case .duplicate(let similar) = outcome.row.action { similar } else { nil }
        json.append("action", outcome.result.rawValue)
        let changes = outcome.isWritten ? outcome.row.changeTexts : []
        if !changes.isEmpty { json.append("changes", changes) { $0.append(string: $1) } }
        json.append("file", files[outcome.row.file])
        json.append("friend", duplicate?.friend.id.rawValue)
        if let friend = outcome.row.friend {
            json.append("id", friend.id.rawValue)
            if !outcome.row.issues.isEmpty { json.append("issues", outcome.row.issues) { $0.append(string: $1) } }
            json.append("name", friend.details.fullName)
        }
        json.append("reason", outcome.refusal?.reason)
        json.append("row", outcome.row.row)
        if let duplicate { json.append(duplicate.reasons) }
        if outcome.result == .added, outcome.row.isInTrash { json.append(raw: ",\"trashed\":true") }
    }
}

extension ImportRun.Outcome {
    /// Whether the record has changed the list.
    fileprivate var isWritten: Bool {
        switch result {
        case .added, .changed, .merged: true
        case .same, .skipped, .refused: false
        }
    }
}
