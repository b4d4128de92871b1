/// The look of a role: colours and attributes.
package struct Look: Equatable, Sendable {
    /// Text attributes.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
        /// Some terminals show it as plain text.
        package static let italic = Attributes(rawValue: 16)

        /// The attributes with a name, in documentation order.
        static let named: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("italic", .italic),
        ]
    }

    /// Nil for the terminal's default.
    package var foreground: Color?
    /// Nil for the terminal's default.
    package var background: Color?
    package var attributes: Attributes

    package init(foreground: Color? = nil, background: Color? = nil, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
