/// Where the value of a setting comes from, the weakest first.
package enum Source: Equatable, Sendable {
    /// Nobody has said anything.
    case standard
    /// The settings file.
    case file
    /// The variable of that name.
    case variable(String)
    /// The option of that name.
    case option(String)

    /// The greater goes before the smaller one.
    var rank: Int {
        switch self {
        case .standard: 0
        case .file: 1
        case .variable: 2
        case .option: 3
        }
    }
}

/// The value of a setting, and where it comes from.
package struct Sourced<Value: Equatable & Sendable>: Equatable, Sendable {
    package var value: Value
    package var source: Source

    package init(_ value: Value, _ source: Source = .standard) {
        self.value = value
        self.source = source
    }
}
