/// The looks of all roles, which the screen translates for the terminal.
///
/// Roles that must be distinguishable never differ by colours alone, in customized themes as well: see
/// ``Look/isToldApart(from:)``.
package struct Theme: Equatable, Sendable {
    package let name: String
    /// By the raw value of the role.
    private var looks: [Look]

    /// A theme with distinguishable roles.
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

    /// Replaces the looks of some roles. Adds or removes attributes where roles would differ by colours alone.
    package func replacing(_ others: [Style: Look]) -> Theme {
        others.isEmpty ? self : Theme(name: name) { others[$0] ?? self[$0] }
    }

    // MARK: Distinguishable roles

    /// The roles that only their look distinguishes. Success and problem differ by their words, a title by its position.
    static let toldApart: [(Style, Style)] = [
        (.plain, .selected), (.plain, .marked), (.plain, .markedSelected), (.selected, .marked),
        (.selected, .markedSelected), (.marked, .markedSelected), (.plain, .match), (.selected, .matchSelected),
        (.marked, .match), (.markedSelected, .matchSelected), (.match, .matchSelected), (.plain, .hint),
        (.selected, .hint), (.problem, .hint), (.field, .focusedField), (.field, .hint), (.focusedField, .hint),
        (.button, .focusedButton), (.button, .disabledButton), (.focusedButton, .disabledButton),
    ]

    /// The attributes to toggle for a difference, the least intrusive first.
    private static let differences: [Look.Attributes] =
        [.bold, .underline, [.bold, .underline], .reverse] + (1..<16).map(Look.Attributes.init)

    /// Changes each role that is not distinguishable from an earlier one. There are more attributes than conflicts.
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
    /// Whether the looks are distinguishable with and without colours. Italics do not count: many terminals lack them.
    package func isToldApart(from other: Look) -> Bool {
        attributes.subtracting(.italic) != other.attributes.subtracting(.italic) && !isShown(like: other)
    }

    /// Whether the looks are visually equal although one is reversed: black on white, and white on black reversed.
    private func isShown(like other: Look) -> Bool {
        attributes.symmetricDifference(other.attributes).subtracting(.italic) == .reverse
            && foreground != nil && background != nil && foreground == other.background
            && background == other.foreground
    }
}
