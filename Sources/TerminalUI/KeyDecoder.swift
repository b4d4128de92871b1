/// Turns the bytes that a terminal sends into keys, pasted text and the like, however they are cut into reads.
///
/// What it does not know it swallows whole: no part of an unknown sequence, and nothing of a paste, is ever a key.
package struct KeyDecoder {
    /// A key as a description of a terminal gives it.
    package struct Sequence: Equatable, Sendable {
        package let bytes: [UInt8]
        package let key: Key

        package init(bytes: [UInt8], key: Key) {
            self.bytes = bytes
            self.key = key
        }
    }

    /// What begins some text in the encoding of the locale.
    package enum Text: Equatable, Sendable {
        case scalar(Unicode.Scalar, length: Int)
        /// The first byte is not text in this encoding.
        case invalid
        /// More bytes are needed.
        case incomplete
    }

    /// What the decoder has begun and cannot end without more bytes.
    package enum Waiting: Equatable, Sendable {
        case nothing
        /// The Escape key, or the beginning of another key: a person cannot type the rest within some 25 ms.
        case escape
        /// The rest of a sequence or of a character that no key begins with.
        case sequence
        /// The rest of what no person can have begun, the mouse or an answer of the terminal, after a silence: it is still
        /// no key.
        case restOfSequence
        /// The end of a paste.
        case paste
        /// The end of a paste that stalled: what it had brought is delivered, and what comes is still no key. A slow
        /// connection stalls for seconds, so only a much longer silence means that the end is lost.
        case restOfPaste
    }

    enum State {
        case ground, paste
        /// Inside a paste of which ``settle()`` has delivered a part.
        case restOfPaste
        /// Inside a sequence that is too long to be a key.
        case overlongSequence
        /// Inside a sequence whose beginning ``settle()`` has dropped.
        case restOfSequence
        /// Inside a text that a program is meant to read: an answer of the terminal.
        case string
    }

    /// So much of a paste is kept; the rest is dropped up to its end.
    package static let pasteLimit = 1 << 20

    private let keys: SequenceTable
    /// Nil for UTF-8.
    let localeText: ((ArraySlice<UInt8>) -> Text)?
    var state = State.ground
    /// Bytes that mean nothing yet: at most the beginning of one key, character or end mark.
    var pending: [UInt8] = []
    var pasted: [UInt8] = []

    /// - Parameters:
    ///   - keys: those of the terminal's description, known beside the ones that nearly all terminals send.
    ///   - text: decodes the bytes that are not ASCII, in an encoding other than UTF-8.
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

    /// The events that these bytes complete, in order.
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

    /// What was begun is all there is: no byte has come for as long as ``waiting`` makes sense.
    ///
    /// What a paste has brought is delivered here too, but the paste goes on: its rest must not act as keys, and neither
    /// must that of what no person can have begun. When that rest does not come either, it is lost, and the keyboard is
    /// given back.
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

    /// Reads one key or character. False when it is not complete.
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

    /// ESC before a sequence is Alt on some terminals; before anything else it is the Escape key.
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

    /// A run of text acts by what a reader calls characters: an accent belongs to the letter it came with.
    private static func flush(_ run: inout String.UnicodeScalarView, into events: inout [InputEvent]) {
        guard !run.isEmpty else { return }
        for character in String(run) { events.append(.key(.character(character))) }
        run = String.UnicodeScalarView()
    }

    // MARK: What is not a key

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
        // The string's end, ESC \, is itself a sequence that means nothing: the ground state swallows it.
        rest = rest[(rest[end] == EscapeSequence.escape ? end : end + 1)...]
    }
}
