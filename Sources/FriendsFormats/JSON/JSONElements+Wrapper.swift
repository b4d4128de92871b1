import Foundation
import FriendsModel

/// The object around the friends, with the version of the format and the history of the friends' versions.
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
            // All our keys are shorter.
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

    /// Whether the object is the one around the friends, as its first key says. A friend has a version as well, which is a text.
    /// Nil if more bytes are needed.
    private var isWrapper: Bool? {
        guard let start = input.place(behindSpaceAt: input.index + 1), let key = input.text(at: start) else {
            return nil
        }
        guard key.value == "version" else { return key.value == "friends" || key.value == "history" }
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
            let member = Member(rawValue: key.value)
            if member == nil { found.append(Element(row: input.row, content: .damaged)) }
            input.move(to: value)
            place = .value(of: member)
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

    mutating func readValue(of member: Member?) -> Bool {
        guard let end = endOfElement() else {
            return isAtEnd || input.count > Self.maximumSize ? fail(.wrappedArray) : false
        }
        let value = input.bytes[input.index..<end]
        switch member {
        // After damaged input, this can be a member of a friend.
        case .version where version == nil:
            version = (Int(String(decoding: value, as: UTF8.self).trimmed), input.row)
        // After the version, friends are passed on as they are read, so a later history would be known for some of them only.
        case .history where history == nil && (version == nil || !hasFriends):
            history = try? JSONDecoder().decode(String.self, from: Data(value))
        case .version, .history, nil: break
        }
        scanner = ElementScanner()
        input.move(to: end)
        place = .wrapper
        return true
    }
}
