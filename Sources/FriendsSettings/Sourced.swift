/// The origin of a setting, the weakest first.
package enum Source: Equatable, Sendable {
    /// The default.
    case standard
    /// The settings file.
    case file
    /// An environment variable.
    case variable(String)
    /// A command-line option.
    case option(String)

    /// A source with a higher rank overrides a lower one.
    var rank: Int {
        switch self {
        case .standard: 0
        case .file: 1
        case .variable: 2
        case .option: 3
        }
    }
}

/// The value of a setting and its origin.
package struct Sourced<Value: Equatable & Sendable>: Equatable, Sendable {
    package var value: Value
    package var source: Source

    package init(_ value: Value, _ source: Source = .standard) {
        self.value = value
        self.source = source
    }
}
