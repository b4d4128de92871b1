import CNcurses
import Glibc
import TerminalUI

/// The terminfo description of the terminal: its name, its keys and the capabilities that ncurses does not handle.
struct TerminalDescription {
    /// The terminal type for ncurses.
    let name: String
    /// Whether the type is a substitute for an unknown one in TERM.
    let isFallback: Bool
    /// The key sequences.
    let keys: [KeyDecoder.Sequence]
    /// Enables and disables bracketed paste; empty without support.
    let pasteOn: [UInt8]
    let pasteOff: [UInt8]
    /// Enables and disables mouse reports (modes 1002 and 1006); empty without a mouse.
    let mouseOn: [UInt8]
    let mouseOff: [UInt8]
    /// Enables keypad mode, which ncurses disables itself.
    let keypadOn: [UInt8]
    /// Resets all attributes.
    let resetAttributes: [UInt8]

    /// Whether the terminal ignores unknown sequences. One without bracketed paste may show them as text.
    var passesOverUnknownSequences: Bool { !pasteOn.isEmpty }

    /// Looks up the terminal type. `initscr` would exit for an unknown one.
    init(term: String?) throws(ScreenError) {
        guard let term, !term.isEmpty else { throw .noTerminalType }
        if Self.describe(term) {
            (name, isFallback) = (term, false)
        } else if Self.isLikeXterm(term), let substitute = Self.substitutes(for: term).first(where: Self.describe) {
            (name, isFallback) = (substitute, true)
        } else {
            throw .unknownTerminal(term)
        }
        defer { terminal_forget() }
        guard Self.string("cup") != nil else { throw .dumbTerminal(term) }
        pasteOn = Self.string("BE") ?? []
        pasteOff = Self.string("BD") ?? []
        let hasMouse = Self.string("kmous") != nil
        mouseOn = hasMouse ? Array("\u{1B}[?1002h\u{1B}[?1006h".utf8) : []
        mouseOff = hasMouse ? Array("\u{1B}[?1006l\u{1B}[?1002l".utf8) : []
        keypadOn = Self.string("smkx") ?? []
        resetAttributes = Self.string("sgr0") ?? []
        keys = Self.plainKeys.compactMap { name, key in
            Self.string(name).map { KeyDecoder.Sequence(bytes: $0, key: key) }
        }
    }

    /// A name with a slash would be a path outside of the database.
    private static func describe(_ name: String) -> Bool {
        !name.contains("/") && terminal_describe(name)
    }

    /// A string capability without padding delays.
    private static func string(_ capability: String) -> [UInt8]? {
        guard let text = terminal_string(capability) else { return nil }
        var bytes: [UInt8] = []
        var rest = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }[...]
        while let byte = rest.first {
            if rest.starts(with: Array("$<".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static func substitutes(for term: String) -> [String] {
        (term.hasPrefix("tmux-") ? ["screen-256color"] : []) + ["xterm-256color", "xterm"]
    }

    /// Xterm-compatible terminals, whose descriptions are often not installed.
    private static func isLikeXterm(_ name: String) -> Bool {
        let families = [
            "xterm-", "alacritty", "foot", "ghostty", "kitty", "wezterm", "rio", "contour", "konsole", "vte", "gnome",
            "iterm", "st-", "tmux-",
        ]
        return families.contains { name.hasPrefix($0) }
    }

    /// The terminfo names of the keys. The decoder knows xterm's sequences with modifiers; other terminals define their own.
    private static let plainKeys: [(String, Key)] = {
        var keys: [(String, Key)] = [
            ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
            ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
            ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kent", Key(.enter)), ("kcbt", Key(.tab, .shift)),
            ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
        ]
        let extended: [(String, Key.Code)] = [
            ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
            ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
        ]
        for (name, code) in extended {
            keys.append((name, Key(code, .shift)))
            for number: UInt8 in 3...8 { keys.append(("\(name)\(number)", Key(code, .init(rawValue: number - 1)))) }
        }
        for number in 1...12 { keys.append(("kf\(number)", Key(.function(number)))) }
        return keys
    }()
}
