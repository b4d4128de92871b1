/// How every role looks. Only the screen turns that into what the terminal understands.
///
/// Two roles that must be told apart never differ by their colours alone, whatever a person has made of the theme: see
/// ``Look/isToldApart(from:)``.
package struct Theme: Equatable, Sendable {
    package let name: String
    /// By the raw value of the role.
    private var looks: [Look]

    /// A theme with those looks, in which what must be told apart can be.
    init(name: String, look: (Style) -> Look) {
        self.name = name
        looks = Style.allCases.map(look)
        tellApart()
    }

    /// The look of a role.
    package private(set) subscript(style: Style) -> Look {
        get { looks[Int(style.rawValue)] }
        set { looks[Int(style.rawValue)] = newValue }
    }

    /// The theme with other looks of some roles. Where these differ from others by their colours alone, attributes are
    /// added or taken away until they do not.
    package func replacing(_ others: [Style: Look]) -> Theme {
        others.isEmpty ? self : Theme(name: name) { others[$0] ?? self[$0] }
    }

    // MARK: Telling roles apart

    /// The roles whose difference says something that nothing else on the screen does. The words of a success are not
    /// those of a problem, and a title stands where titles stand.
    static let toldApart: [(Style, Style)] = [
        (.plain, .selected), (.plain, .marked), (.plain, .markedSelected), (.selected, .marked),
        (.selected, .markedSelected), (.marked, .markedSelected), (.plain, .match), (.selected, .matchSelected),
        (.marked, .match), (.markedSelected, .matchSelected), (.match, .matchSelected), (.plain, .hint),
        (.selected, .hint), (.problem, .hint), (.field, .focusedField), (.field, .hint), (.focusedField, .hint),
        (.button, .focusedButton), (.button, .disabledButton), (.focusedButton, .disabledButton),
    ]

    /// What is tried to make a difference, the plainest first: each is turned on, or off where it is on.
    private static let differences: [Look.Attributes] =
        [.bold, .underline, [.bold, .underline], .reverse] + (1..<16).map(Look.Attributes.init)

    /// Goes through the roles in order and gives each that looks like one before it, but must not, another look. There
    /// are more differences than roles that one is to be told from.
    private mutating func tellApart() {
        for style in Style.allCases {
            let others = Self.toldApart.compactMap { one, other in
                one == style ? other : other == style ? one : nil
            }.filter { $0.rawValue < style.rawValue }
            func isToldApart(_ look: Look) -> Bool { others.allSatisfy { look.isToldApart(from: self[$0]) } }
            let look = self[style]
            guard !isToldApart(look) else { continue }
            let candidates = Self.differences.map { difference in
                var other = look
                other.attributes.formSymmetricDifference(difference)
                return other
            }
            if let candidate = candidates.first(where: isToldApart) { self[style] = candidate }
        }
    }
}

extension Look {
    /// Whether somebody who sees no colours can tell the looks apart, and somebody who sees them as well. Italics do not
    /// count: many a terminal has none.
    package func isToldApart(from other: Look) -> Bool {
        attributes.subtracting(.italic) != other.attributes.subtracting(.italic) && !isShown(like: other)
    }

    /// Whether the looks are the same to the eye although one has its colours reversed: black on white, and white on black
    /// reversed.
    private func isShown(like other: Look) -> Bool {
        attributes.symmetricDifference(other.attributes).subtracting(.italic) == .reverse
            && foreground != nil && background != nil && foreground == other.background
            && background == other.foreground
    }
}
