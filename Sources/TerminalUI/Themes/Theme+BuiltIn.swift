extension Theme {
    /// The default theme: the terminal's own background and text, and its colours that are readable on dark and light
    /// backgrounds.
    package static let standard = Theme(name: "default") { style in
        Look(foreground: color(of: style), attributes(of: style))
    }

    /// White, yellow and cyan on black, by palette numbers that users do not redefine.
    package static let highContrast = Theme(name: "high-contrast") { style in
        Look(foreground: strongColor(of: style), background: .palette(16), attributes(of: style))
    }

    /// A theme without colours.
    package static let mono = Theme(name: "mono") { style in
        Look(attributes(of: style))
    }

    private static let all = [standard, highContrast, mono]

    /// The names of the built-in themes.
    package static let names = all.map(\.name)

    /// The built-in theme of a name.
    package static func named(_ name: String) -> Theme? {
        all.first { $0.name == name }
    }

    /// The attributes that all themes share and that make roles distinguishable without colours.
    private static func attributes(of style: Style) -> Look.Attributes {
        switch style {
        case .plain, .overlay: []
        case .title, .header, .button, .problem, .success, .key: .bold
        case .selected: .reverse
        case .marked: .bold
        case .markedSelected: [.bold, .reverse]
        case .match: [.bold, .underline]
        case .matchSelected: [.bold, .underline, .reverse]
        case .hint, .disabledButton, .backdrop: .dim
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
            .focusedButton, .disabledButton, .overlay, .backdrop:
            nil
        }
    }

    private static func strongColor(of style: Style) -> Color {
        switch style {
        case .selected, .match, .matchSelected, .focusedField, .focusedButton, .problem: .palette(226)
        case .marked, .markedSelected, .key: .palette(51)
        case .plain, .title, .header, .hint, .success, .field, .button, .disabledButton, .overlay, .backdrop:
            .palette(231)
        }
    }
}
