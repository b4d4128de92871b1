extension Theme {
    /// What there is without being asked for: the terminal's own background and text, and of its own colours those that can
    /// be read on dark and on light.
    package static let standard = Theme(name: "default") { style in
        Look(foreground: color(of: style), attributes(of: style))
    }

    /// White, yellow and cyan on black: by numbers whose shades nobody changes, and which need no looking for.
    package static let highContrast = Theme(name: "high-contrast") { style in
        Look(foreground: strongColor(of: style), background: .palette(16), attributes(of: style))
    }

    /// No colours at all.
    package static let mono = Theme(name: "mono") { style in
        Look(attributes(of: style))
    }

    private static let all = [standard, highContrast, mono]

    /// The names of the themes that come with the program.
    package static let names = all.map(\.name)

    /// The theme of that name, or nil when none comes with the program.
    package static func named(_ name: String) -> Theme? {
        all.first { $0.name == name }
    }

    /// What is the same in all of them, and what says all that has to be said.
    private static func attributes(of style: Style) -> Look.Attributes {
        switch style {
        case .plain, .overlay: []
        case .title, .header, .button, .problem, .success, .key: .bold
        case .selected: .reverse
        case .marked: .bold
        case .markedSelected: [.bold, .reverse]
        case .match: [.bold, .underline]
        case .matchSelected: [.bold, .underline, .reverse]
        case .hint, .disabledButton: .dim
        case .field: .underline
        case .focusedField: [.bold, .underline]
        case .focusedButton: [.bold, .reverse]
        }
    }

    private static func color(of style: Style) -> Color? {
        switch style {
        case .problem: .red
        case .success: .green
        case .key: .cyan
        case .marked, .markedSelected: .magenta
        case .plain, .title, .header, .selected, .match, .matchSelected, .hint, .field, .focusedField, .button,
            .focusedButton, .disabledButton, .overlay:
            nil
        }
    }

    private static func strongColor(of style: Style) -> Color {
        switch style {
        case .selected, .match, .matchSelected, .focusedField, .focusedButton, .problem: .palette(226)
        case .marked, .markedSelected, .key: .palette(51)
        case .plain, .title, .header, .hint, .success, .field, .button, .disabledButton, .overlay: .palette(231)
        }
    }
}
