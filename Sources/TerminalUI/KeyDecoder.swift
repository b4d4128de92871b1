/// Decodes terminal input into keys, pastes, mouse events and reports, across reads.
///
/// Unknown sequences are dropped as a whole: no part of one, and no part of a paste, ever becomes a key.
package struct KeyDecoder {
    /// A key of the terminal description.
    package struct Sequence: Equatable, Sendable {
        package let bytes: [UInt8]
        package let key: Key

        package init(bytes: [UInt8], key: Key) {
            self.bytes = bytes
            self.key = key
        }
    }

    /// The first character in the locale's encoding.
    package enum Text: Equatable, Sendable {
        case scalar(Unicode.Scalar, length: Int)
        /// The first byte is invalid.
        case invalid
        /// The character is incomplete.
        case incomplete
    }

    /// The incomplete input of the decoder.
    package enum Waiting: Equatable, Sendable {
        case nothing
        /// The Escape key, or the start of another key, whose rest arrives within some 25 ms.
        case escape
        /// The rest of a sequence or a character.
        case sequence
        /// The rest of a mouse event or a terminal report, after a timeout: it is still not a key.
        case restOfSequence
        /// The end of a paste.
        case paste
        /// The end of a stalled paste, whose text so far is delivered. The rest is still not a key: a slow connection
        /// stalls for seconds, so only a much longer timeout means that the end is lost.
        case restOfPaste
    }

    enum State {
        case ground, paste
        /// In a paste that ``settle()`` has delivered in part.
        case restOfPaste
        /// In a sequence that is too long for a key.
        case overlongSequence
        /// In a sequence whose start ``settle()`` has dropped.
        case restOfSequence
        /// In a string sequence: a report of the terminal.
        case string
    }

    /// The maximum size of a paste; the rest is dropped.
    package static let pasteLimit = 1 << 20

    private let keys: SequenceTable
    /// Nil for UTF-8.
    let localeText: ((ArraySlice<UInt8>) -> Text)?
    var state = State.ground
    /// Pending bytes: at most the start of one key, character or end mark.
    var pending: [UInt8] = []
    var pasted: [UInt8] = []

    /// - Parameters:
    ///   - keys: the keys of the terminal description, in addition to the common ones.
    ///   - text: decodes non-ASCII bytes in an encoding other than UTF-8.
    package init(keys: [Sequence] = [], text: ((ArraySlice<UInt8>) -> Text)? = nil) {
        self.keys = SequenceTable(keys)
        localeText = text
    }

    package var waiting: Waiting {
        switch state {
        case .paste: .paste
        case .restOfPaste: .restOfPaste
        case .overlongSequence, .string: .sequence
        case .restOfSequence: .restOfSequence
        case .ground:
            if pending.isEmpty {
                .nothing
            } else if pending.allSatisfy({ $0 < 0x20 }) || EscapeSequence.isStringStart(pending[...]) {
                .escape
            } else {
                .sequence
            }
        }
    }

    /// Decodes bytes and returns the completed events in order.
    package mutating func decode(_ bytes: [UInt8]) -> [InputEvent] {
        let input = pending.isEmpty ? bytes : pending + bytes
        pending = []
        var events: [InputEvent] = []
        var run = String.UnicodeScalarView()
        var rest = input[...]
        reading: while !rest.isEmpty {
            switch state {
            case .paste, .restOfPaste:
                if let event = readPaste(&rest) { events.append(event) }
            case .overlongSequence, .restOfSequence:
                skipSequence(&rest)
            case .string:
                skipString(&rest)
            case .ground:
                guard readGround(&rest, run: &run, into: &events) else { break reading }
            }
        }
        pending += rest
        Self.flush(&run, into: &events)
        return events
    }

    /// Handles the timeout of the incomplete input in ``waiting``.
    ///
    /// Delivers the text of a stalled paste, but the paste continues: its rest must not act as keys, and neither must
    /// the rest of a report. After another timeout the rest counts as lost, and input is keys again.
    package mutating func settle() -> [InputEvent] {
        if case .paste = state {
            state = .restOfPaste
            return stallPaste()
        }
        if case .ground = state, EscapeSequence.isPrivateStart(pending.prefix(3)) {
            pending = []
            state = .restOfSequence
            return []
        }
        defer {
            pending = []
            state = .ground
        }
        switch waiting {
        case .nothing, .sequence, .restOfSequence: return []
        case .paste, .restOfPaste: return pasted.isEmpty ? [] : [endPaste()]
        case .escape:
            if EscapeSequence.isStringStart(pending[...]) {
                return [.key(.alt(Character(Unicode.Scalar(pending[1]))))]
            }
            return pending.compactMap { EscapeSequence.controlKey($0).map(InputEvent.key) }
        }
    }

    // MARK: Keys and text

    func text(_ bytes: ArraySlice<UInt8>) -> Text {
        guard let first = bytes.first else { return .incomplete }
        if first < 0x80 { return .scalar(Unicode.Scalar(first), length: 1) }
        return localeText?(bytes) ?? Self.utf8(bytes)
    }

    /// Decodes one key or character. False when it is incomplete.
    private mutating func readGround(
        _ rest: inout ArraySlice<UInt8>, run: inout String.UnicodeScalarView, into events: inout [InputEvent]
    ) -> Bool {
        let first = rest[rest.startIndex]
        guard first < 0x20 || first == 0x7F else {
            switch text(rest) {
            case .scalar(let scalar, let length):
                if !(0x80...0x9F).contains(scalar.value) { run.append(scalar) }
                rest = rest.dropFirst(max(1, length))
            case .invalid: rest = rest.dropFirst()
            case .incomplete: return false
            }
            return true
        }
        Self.flush(&run, into: &events)
        switch sequence(at: rest) {
        case .incomplete: return false
        case .key(let key, let length):
            if let key { events.append(.key(key)) }
            rest = rest.dropFirst(length)
        case .event(let event, let length):
            events.append(event)
            rest = rest.dropFirst(length)
        case .begins(.paste, let length):
            pasted = []
            state = .paste
            rest = rest.dropFirst(length)
        case .begins(.string, let length):
            state = .string
            rest = rest.dropFirst(length)
        case .begins(.overlong, let length):
            state = .overlongSequence
            rest = rest.dropFirst(length)
        }
        return true
    }

    private func sequence(at rest: ArraySlice<UInt8>) -> EscapeSequence {
        switch keys.match(rest) {
        case .key(let key, let length): return .key(key, length: length)
        case .beginning: return .incomplete
        case .none: break
        }
        guard rest.first == EscapeSequence.escape else {
            return .key(rest.first.flatMap(EscapeSequence.controlKey), length: 1)
        }
        let after = rest.dropFirst()
        guard let second = after.first else { return .incomplete }
        if second == EscapeSequence.escape { return altSequence(after) }
        if second >= 0x80 {
            switch text(after) {
            case .scalar(let scalar, let length): return .key(.alt(Character(scalar)), length: 1 + length)
            case .invalid: return .key(nil, length: 2)
            case .incomplete: return .incomplete
            }
        }
        return EscapeSequence(rest)
    }

    /// ESC before a sequence is Alt on some terminals, else the Escape key.
    private func altSequence(_ inner: ArraySlice<UInt8>) -> EscapeSequence {
        guard let third = inner.dropFirst().first else { return .incomplete }
        guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else { return .key(Key(.escape), length: 1) }
        switch sequence(at: inner) {
        case .incomplete: return .incomplete
        case .key(let key?, let length): return .key(Key(key.code, key.modifiers.union(.alt)), length: length + 1)
        case .key(nil, let length): return .key(nil, length: length + 1)
        case .event, .begins: return .key(Key(.escape), length: 1)
        }
    }

    /// Splits text into grapheme clusters: an accent belongs to its letter.
    private static func flush(_ run: inout String.UnicodeScalarView, into events: inout [InputEvent]) {
        guard !run.isEmpty else { return }
        for character in String(run) { events.append(.key(.character(character))) }
        run = String.UnicodeScalarView()
    }

    // MARK: Other sequences

    private mutating func skipSequence(_ rest: inout ArraySlice<UInt8>) {
        guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) || EscapeSequence.aborts($0) }) else {
            rest = []
            return
        }
        state = .ground
        rest = rest[(rest[end] == EscapeSequence.escape ? end : end + 1)...]
    }

    private mutating func skipString(_ rest: inout ArraySlice<UInt8>) {
        guard let end = rest.firstIndex(where: { $0 == 0x07 || EscapeSequence.aborts($0) }) else {
            rest = []
            return
        }
        state = .ground
        // The string terminator, ESC \, is a sequence without a meaning, which the ground state drops.
        rest = rest[(rest[end] == EscapeSequence.escape ? end : end + 1)...]
    }
}
