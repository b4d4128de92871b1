/// How a role appears: its colours and attributes.
package struct Look: Equatable, Sendable {
    /// What a terminal can do to characters beside colouring them.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
        /// Where the terminal has no italics the text is upright.
        package static let italic = Attributes(rawValue: 16)

        /// Those that are written with a name, in the order in which they are named to people.
        static let named: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("italic", .italic),
        ]
    }

    /// Nil is the terminal's own.
    package var foreground: Color?
    /// Nil is the terminal's own.
    package var background: Color?
    package var attributes: Attributes

    package init(foreground: Color? = nil, background: Color? = nil, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
