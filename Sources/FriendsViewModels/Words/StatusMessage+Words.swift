import FriendsList
import FriendsModel

/// The texts of the status line: what happened, then what to do.
extension StatusMessage {
    private static func success(_ text: String, offer: Offer? = nil) -> Self {
        Self(kind: .success, text: text, offer: offer)
    }

    private static func information(_ text: String, offer: Offer? = nil) -> Self {
        Self(kind: .information, text: text, offer: offer)
    }

    private static func problem(_ text: String) -> Self { Self(kind: .problem, text: text) }

    // MARK: Keys

    /// A text was pasted where none is typed.
    static var refusedPaste: Self { information("Nothing to paste into", offer: .find) }

    /// A key without a meaning in a list.
    static func unusedKey(_ name: String) -> Self { information("\(name) does nothing here", offer: .help) }

    /// The form has what is stored.
    static var nothingToSave: Self { information("No changes to save", offer: .help) }

    /// Keys that waited for a list that did not come.
    package static var ignoredKeys: Self { information("The keys typed before the list were ignored") }

    /// Keys that waited for a write that failed or was cancelled.
    package static var ignoredWaitingKeys: Self { information("The keys typed while waiting were ignored") }

    /// A key without a meaning in the sort menu.
    package static var noSortKey: Self { information("Press one of the keys shown") }

    /// - Parameter isOn: whether the mouse is reported; nil for a terminal without a mouse.
    package static func mouse(isOn: Bool?) -> Self {
        let text =
            switch isOn {
            case true?: "Mouse on \u{2013} Shift-drag selects text with the terminal"
            case false?: "Mouse off \u{2013} the terminal selects text"
            case nil: "No mouse support on this screen"
            }
        return information(text)
    }

    // MARK: Imports

    static var guessedEncoding: Self { information("Read as Windows-1252 \u{2013} :encoding reads it in another one") }

    // MARK: The list

    static var reloaded: Self { information("Reloaded") }

    /// There is no filter whose matches could be gone through.
    static var noFilter: Self { information("No filter", offer: .find) }

    static func deleted(_ name: String) -> Self { success("Deleted \(name)", offer: .undo) }

    static func restored(_ name: String) -> Self { success("Restored \(name)", offer: .undo) }

    /// - Parameters:
    ///   - isDuplicate: whether the friend looks like another one, which nobody was warned of.
    ///   - isMerged: whether it has something that was changed elsewhere.
    static func saved(_ name: String, isDuplicate: Bool, isMerged: Bool) -> Self {
        if isDuplicate { return success("Saved \(name), a duplicate", offer: .undo) }
        return success(isMerged ? "Saved \(name), merged with a change made elsewhere" : "Saved \(name)")
    }

    static func nothing(to direction: UndoHistory.Direction) -> Self { information(direction.nothingText) }

    static func done(_ direction: UndoHistory.Direction, _ steps: [UndoHistory.Step]) -> Self {
        success(direction.successText(steps), offer: direction.reverse)
    }

    /// A command leaves hidden friends alone.
    static var hiddenMarks: Self { information("The marked friends are hidden by the filter") }

    /// A write was cancelled, here or in the form.
    static var cancelledWrite: Self { problem("Cancelled \u{2013} it may have been done anyway") }

    /// Some of what the server sent is not shown.
    static func unreadable(_ count: Int) -> Self { problem(count.unreadableEntries) }

    static func copied(_ name: String, _ outcome: CopyOutcome) -> Self {
        switch outcome {
        case .sent: success("Copied \(name)")
        case .notTaken: problem("This terminal has no clipboard support")
        case .tooLong: problem("Too much text to copy at once")
        case .failed(let reason): problem("Nothing copied: \(reason)")
        }
    }

    /// One step that can be undone.
    static func step(_ text: String) -> Self { success(text, offer: .undo) }

    /// What a series of writes has done, and what became of the rest. Without more lines the messages name the friends whom the text
    /// does not name.
    /// - Parameter done: what is said if everything was done.
    static func account(of result: WriteResult, _ done: Self) -> Self {
        let isNamed = result.made.isEmpty || done.text.contains(result.madeNames)
        let names: [MessageLine] = isNamed ? [] : [.text(result.madeNames)]
        let lines = done.lines.isEmpty ? names : done.lines
        guard let rest = result.restText else {
            return Self(kind: .success, text: done.text, offer: done.offer, lines: lines)
        }
        let nothing = result.unresolved.isEmpty ? "Nothing was done" : "Nothing was confirmed"
        let isNothing = result.made.isEmpty
        return Self(
            kind: .problem, text: "\(isNothing ? nothing : done.text), \(rest)", offer: isNothing ? nil : done.offer,
            lines: lines)
    }

    // MARK: Synchronisation

    /// What a person has to look at after a synchronisation, in sentences.
    static func findings(_ sentences: [String], of account: String, isStopped: Bool) -> Self {
        let rest = sentences.count - 1
        let more = rest == 0 ? "" : " \(rest.counted(one: "1 more", other: "\(rest) more")) in the messages"
        return Self(
            kind: isStopped ? .problem : .information, text: "\(account), see :sync: \(sentences.first ?? "")\(more)",
            lines: rest == 0 ? [] : sentences.map { .content($0) })
    }

    // MARK: Tags

    static func tooManyLines(_ name: String) -> Self {
        problem("\(name) already has \(FriendLine.maximumCount) lines")
    }

    // MARK: Drafts

    static var missingDraft: Self { problem("This draft is open elsewhere or was deleted") }

    // MARK: Merging two friends

    /// A choice that a part does not have.
    /// - Parameter hasOthers: whether it has other ones.
    static func noSuchChoice(hasOthers: Bool) -> Self {
        information(hasOthers ? "Choose one of the two" : "Both have the same here")
    }

    static var noOtherFriend: Self { information("There is no other friend in this group") }
    static var noOtherFriendLeft: Self { information("The other friends of this group are no longer here") }
    static var nothingMerged: Self { information("Nothing was merged") }

    /// - Parameters:
    ///   - leftOut: the names of what only the card of the other friend has.
    ///   - lines: what the friend has got.
    static func merged(_ name: String, leftOut: [String] = [], lines: [MessageLine]) -> Self {
        guard !leftOut.isEmpty else { return Self(kind: .success, text: "Merged \(name)", offer: .undo, lines: lines) }
        let names = leftOut.reduce(into: [String]()) { names, name in
            let text = name == "CARD" ? "the other card" : name
            if !names.contains(text) { names.append(text) }
        }
        let told = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
        return Self(kind: .success, text: "Merged \(name); only in the trash: \(told)", offer: .undo, lines: lines)
    }

    /// - Parameter savedName: the friend whose half of the merge was made, if one was.
    static func outdatedMerge(savedName: String?) -> Self {
        guard let savedName else {
            return problem("Nothing was merged: someone changed one of the two in the meantime")
        }
        return problem("Only \(savedName) was saved: someone changed one of the two in the meantime")
    }

    static func rejectedMerge(_ reason: String?) -> Self {
        problem("Nothing was merged: \(reason ?? "The server rejected it")")
    }

    static func changedElsewhere(_ name: String) -> Self { problem("Someone changed \(name) in the meantime") }

    static func deletedElsewhere(_ names: [String]) -> Self {
        problem("Nothing was merged: someone deleted \(names.joined(separator: " and "))")
    }
}
