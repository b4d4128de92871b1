import FriendsList
import FriendsModel

/// The text of the status line.
package struct StatusMessage: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case success, information, problem }
    /// An action with a key; the view knows the key.
    package enum Offer: Equatable, Sendable { case undo, redo, find, help }
    package let kind: Kind
    package let text: String
    package var offer: Offer?
    /// What the messages say in more lines: the status line has no room for them.
    let lines: [MessageLine]

    /// - Parameters:
    ///   - text: one line, without the key hint of the offer.
    ///   - lines: what the messages say, too.
    package init(kind: Kind, text: String, offer: Offer? = nil, lines: [MessageLine] = []) {
        self.lines = lines
        self.kind = kind
        self.text = text
        self.offer = offer
    }

    /// Whether both have the same text.
    package static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.text == other.text && one.offer == other.offer
    }

    /// Whether it offers to undo or redo what it says.
    var canBeReversed: Bool { offer == .undo || offer == .redo }

    /// Whether it is about the keys, and tells nothing that happened.
    var isAboutKeys: Bool { offer == .help }
}

extension StatusMessage {
    /// A text was pasted where none is typed.
    static var refusedPaste: Self { Self(kind: .information, text: "Nothing to paste into", offer: .find) }

    /// A key without a meaning in a list.
    static func unusedKey(_ name: String) -> Self {
        Self(kind: .information, text: "\(name) does nothing here", offer: .help)
    }

    /// The form has what is stored.
    static var nothingToSave: Self { Self(kind: .information, text: "No changes to save", offer: .help) }

    /// Keys that waited for a list that did not come.
    package static var ignoredKeys: Self {
        Self(kind: .information, text: "The keys typed before the list were ignored")
    }

    /// Keys that waited for a write that failed or was cancelled.
    package static var ignoredWaitingKeys: Self {
        Self(kind: .information, text: "The keys typed while waiting were ignored")
    }

    /// A key without a meaning in the sort menu.
    package static var noSortKey: Self { Self(kind: .information, text: "Press one of the keys shown") }

    /// - Parameter isOn: whether the mouse is reported; nil for a terminal without a mouse.
    package static func mouse(isOn: Bool?) -> Self {
        let text =
            switch isOn {
            case true?: "Mouse on \u{2013} Shift-drag selects text with the terminal"
            case false?: "Mouse off \u{2013} the terminal selects text"
            case nil: "No mouse support on this screen"
            }
        return Self(kind: .information, text: text)
    }

    /// A command leaves hidden friends alone.
    static var hiddenMarks: Self { Self(kind: .information, text: "The marked friends are hidden by the filter") }

    /// A write was cancelled, here or in the form.
    static var cancelledWrite: Self {
        Self(kind: .problem, text: "Cancelled \u{2013} it may have been done anyway")
    }

    /// Some of what the server sent is not shown.
    static func unreadable(_ count: Int) -> Self {
        Self(kind: .problem, text: count.unreadableEntries)
    }

    static func copied(_ name: String, _ outcome: CopyOutcome) -> Self {
        switch outcome {
        case .sent: Self(kind: .success, text: "Copied \(name)")
        case .notTaken: Self(kind: .problem, text: "This terminal has no clipboard support")
        case .tooLong: Self(kind: .problem, text: "Too much text to copy at once")
        case .failed(let reason): Self(kind: .problem, text: "Nothing copied: \(reason)")
        }
    }

    /// What a series of writes has done, and what became of the rest.
    /// - Parameter lines: what the messages say, too; nil for the names of the friends.
    static func account(
        of result: WriteResult, _ done: String, offer: Offer, lines: [MessageLine]? = nil
    ) -> Self {
        let names: [MessageLine] = result.made.count > 1 ? [.text(result.madeNames)] : []
        let lines = lines ?? names
        guard let rest = result.restText else { return Self(kind: .success, text: done, offer: offer, lines: lines) }
        let nothing = result.unresolved.isEmpty ? "Nothing was done" : "Nothing was confirmed"
        let isNothing = result.made.isEmpty
        return Self(
            kind: .problem, text: "\(isNothing ? nothing : done), \(rest)", offer: isNothing ? nil : offer,
            lines: lines)
    }
}
