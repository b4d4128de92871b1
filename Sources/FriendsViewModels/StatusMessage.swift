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
