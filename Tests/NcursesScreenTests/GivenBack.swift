import Foundation
import TerminalTestSupport
import Testing

/// What switches a mode on and off, on xterm.
private let modes = [
    ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1002h", "\u{1B}[?1002l"),
    ("\u{1B}[?1006h", "\u{1B}[?1006l"), ("\u{1B}[?1h\u{1B}=", "\u{1B}[?1l\u{1B}>"),
    ("\u{1B}[22;0;0t", "\u{1B}[23;0;0t"),
]

/// The terminal is as it was before the program.
/// - Parameter isSurelyEntered: whether the program has surely shown its screen.
/// - Returns: what stands on the normal screen since.
@discardableResult
func expectGivenBack(
    _ terminal: PseudoTerminal, isSurelyEntered: Bool = true, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    try expectGivenBack(
        terminal.remains, isSurelyEntered: isSurelyEntered, what, sourceLocation: sourceLocation)
}

@discardableResult
func expectGivenBack(
    _ remains: PseudoTerminal.Remains, isSurelyEntered: Bool = true, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    #expect(
        areEqual(remains.settings, remains.settingsBefore), "\(what): the settings", sourceLocation: sourceLocation)
    let text = remains.text
    for (on, off) in modes {
        let (entered, left) = (text.ranges(of: on), text.ranges(of: off))
        #expect(entered.count == left.count, "\(what): \(off.debugDescription)", sourceLocation: sourceLocation)
        if let entered = entered.last, let left = left.last {
            #expect(entered < left, "\(what): \(off.debugDescription) is the last", sourceLocation: sourceLocation)
        }
    }
    guard isSurelyEntered || text.contains(modes[0].0) else { return text }
    #expect(modes.allSatisfy { text.contains($0.0) }, sourceLocation: sourceLocation)
    let shown = try #require(text.range(of: "\u{1B}[?25h", options: .backwards))
    let hidden = try #require(text.range(of: "\u{1B}[?25l", options: .backwards))
    #expect(hidden.lowerBound < shown.lowerBound, sourceLocation: sourceLocation)
    let left = try #require(text.range(of: "\u{1B}[?1049l", options: .backwards))
    return String(text[left.upperBound...])
}

/// Whether two settings are the same in every bit that means something: a copy need not keep what lies between.
func areEqual(_ one: termios, _ other: termios) -> Bool {
    func numbers(_ settings: termios) -> [tcflag_t] {
        [
            settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag, tcflag_t(settings.c_line),
            settings.c_ispeed, settings.c_ospeed,
        ]
    }
    return numbers(one) == numbers(other) && one.specialCharacters == other.specialCharacters
}

extension termios {
    var specialCharacters: [UInt8] { withUnsafeBytes(of: c_cc, Array.init) }
}

extension Range where Bound: Comparable {
    fileprivate static func < (one: Range, other: Range) -> Bool { one.lowerBound < other.lowerBound }
}

extension Unicode.Scalar {
    /// Whether a terminal could obey it, or it hides or reorders text.
    var isUnsafe: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
