import FriendsModel

/// The object around the friends, with the version of the format.
extension JSONElements {
    /// Reads the first byte.
    mutating func begin(_ byte: UInt8) -> Bool {
        guard byte == UInt8(ascii: "{") else {
            let isArray = byte == UInt8(ascii: "[")
            if isArray { input.advance() }
            place = .elements(isArray ? .array : .none)
            return true
        }
        guard let isWrapper = isWrapper else {
            // A key that is too long is none of ours.
            guard isAtEnd || isKeyTooLong else { return false }
            place = .elements(.none)
            return true
        }
        if isWrapper {
            input.advance()
            isVersioned = true
        }
        place = isWrapper ? .wrapper : .elements(.none)
        return true
    }

    /// Whether the object is that around the friends, as its first key says. A friend has a version as well, which is a text.
    /// Nil if more bytes are needed.
    private var isWrapper: Bool? {
        guard let start = input.place(behindSpaceAt: input.index + 1), let key = input.text(at: start) else {
            return nil
        }
        guard key.value == "version" else { return key.value == "friends" }
        guard let colon = input.place(behindSpaceAt: key.end) else { return nil }
        return input.place(behindSpaceAt: colon + 1).map { input.bytes[$0] != UInt8(ascii: "\"") }
    }

    /// Whether what is waited for is longer than a key of ours.
    private var isKeyTooLong: Bool { input.count > Self.maximumKeySize }

    /// Reads a key of the object around the friends.
    mutating func readMember(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","): input.advance()
        case UInt8(ascii: "}"):
            input.advance()
            place = .end
        case UInt8(ascii: "\""):
            guard let key = input.text(at: input.index), let colon = input.place(behindSpaceAt: key.end),
                let value = input.place(behindSpaceAt: colon + 1)
            else { return isAtEnd || isKeyTooLong ? fail(.wrappedArray) : false }
            guard input.bytes[colon] == UInt8(ascii: ":"), value - input.index <= Self.maximumKeySize else {
                return fail(.wrappedArray)
            }
            if key.value == "friends", input.bytes[value] == UInt8(ascii: "[") { return beginArray(value) }
            if key.value != "version" { found.append(Element(row: input.row, content: .damaged)) }
            input.move(to: value)
            place = .value(isVersion: key.value == "version")
        default: return fail(.wrappedArray, canBegin: true)
        }
        return true
    }

    private mutating func beginArray(_ start: Int) -> Bool {
        guard isAtEnd || input.bytes.count > start + 2 else { return false }
        // Our exports begin in this way.
        let isExport = input.bytes[(start + 1)...].starts(with: [UInt8(ascii: "\n"), UInt8(ascii: "{")])
        if isExport, input.row == 1 { endsAtNextFriend = true }
        input.move(to: start + 1)
        place = .elements(.wrappedArray)
        return true
    }

    mutating func readValue(isVersion: Bool) -> Bool {
        guard let end = endOfElement() else {
            return isAtEnd || input.count > Self.maximumSize ? fail(.wrappedArray) : false
        }
        // Behind damage, a member of a friend can be here.
        if isVersion, version == nil {
            let text = String(decoding: input.bytes[input.index..<end], as: UTF8.self)
            version = (Int(text.trimmed), input.row)
        }
        scanner = ElementScanner()
        input.move(to: end)
        place = .wrapper
        return true
    }
}
