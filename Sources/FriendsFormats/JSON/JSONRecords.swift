import Foundation
import FriendsModel

/// Reads the friends of JSON as it arrives: an array of friends, one in an object with a version, or friends by themselves.
///
/// Foundation parses each friend, so that the file is never in memory as a whole. Behind damage, quotation marks and brackets
/// do not tell where a friend begins, so nothing behind it is read.
struct JSONRecords {
    /// The maximum size of a friend, in bytes: several times the size of one with the largest texts and rest.
    private static let maximumSize = 32 << 20
    /// The maximum size of a key around the friends with the white space at it, in bytes.
    private static let maximumKeySize = 1 << 16

    private enum Place: Equatable {
        /// Before the first byte.
        case start
        /// In the object with the version, the history and the friends: before a key, or after a value.
        case wrapper
        /// At the value of a key beside the friends.
        case value(of: String)
        /// Between friends.
        case friends(in: Enclosure)
        /// Behind the whole value.
        case end
        /// Nothing more is read.
        case damage
    }

    /// What encloses the friends.
    private enum Enclosure {
        case array
        /// An array in the object with the version.
        case wrappedArray
        /// Nothing: one friend, or one on each line.
        case none
    }

    /// Whether the friends are in an object that can have a version.
    private(set) var isVersioned = false
    /// The version of the format, with the row; its value is nil if it is no number. Nil if it was not received.
    private(set) var version: (value: Int?, row: Int)?
    /// The id of the history in which the versions of the friends were made; nil if it was not received.
    private(set) var history: String?

    /// Whether a friend was reached.
    private var hasFriends = false
    private var input = JSONInput()
    private var isAtEnd = false
    private var place = Place.start
    private var found: [FriendRecord] = []
    /// The value that is being received.
    private var scanner = ValueScanner()

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        if place != .damage { input.append(chunk) }
        return records()
    }

    mutating func finish() -> [FriendRecord] {
        isAtEnd = true
        return records()
    }

    private mutating func records() -> [FriendRecord] {
        while place != .damage, readPart() {}
        input.removeRead()
        defer { found = [] }
        return found
    }

    /// Reads the next part.
    /// - Returns: false if more bytes are needed.
    private mutating func readPart() -> Bool {
        input.skipSpace()
        guard let byte = input.next else {
            if isAtEnd, ![.start, .end, .friends(in: .none)].contains(place) { return fail() }
            return false
        }
        switch place {
        case .start: return begin(byte)
        case .wrapper: return readMember(byte)
        case .value(let key): return readValue(of: key)
        case .friends(let enclosure): return readFriends(byte, in: enclosure)
        case .end, .damage: return fail()
        }
    }

    private mutating func fail() -> Bool {
        report("This is not JSON, and what follows it was not read", endsFile: true)
        place = .damage
        input = JSONInput()
        return true
    }

    private mutating func report(_ problem: String, endsFile: Bool = false) {
        found.append(FriendRecord(row: input.row, content: .failure(RecordProblem(problem, endsFile: endsFile))))
    }

    /// Waits for the rest of a part, unless it is too long already.
    private mutating func wait(upTo size: Int) -> Bool {
        isAtEnd || input.count > size ? fail() : false
    }

    // MARK: - The object around the friends

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["):
            input.advance()
            place = .friends(in: .array)
        case UInt8(ascii: "{"):
            guard let start = input.place(behindSpaceAt: input.index + 1), let member = member(at: start)
            else { return wait(upTo: Self.maximumKeySize) }
            // A friend has a version as well, which is a text.
            isVersioned =
                member.key == "version"
                ? input.bytes[member.value] != UInt8(ascii: "\"") : ["friends", "history"].contains(member.key)
            if isVersioned { input.advance() }
            place = isVersioned ? .wrapper : .friends(in: .none)
        default: place = .friends(in: .none)
        }
        return true
    }

    /// The key at a place, and where its value begins; nil if that was not received or is too far away.
    private func member(at start: Int) -> (key: String, value: Int)? {
        input.member(at: start).flatMap { $0.value - input.index <= Self.maximumKeySize ? $0 : nil }
    }

    private mutating func readMember(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","): input.advance()
        case UInt8(ascii: "}"):
            input.advance()
            place = .end
        default:
            guard let member = member(at: input.index) else { return wait(upTo: Self.maximumKeySize) }
            guard member.value > input.index else { return fail() }
            input.move(to: member.value)
            place = .value(of: member.key)
            if member.key == "friends" {
                guard input.next == UInt8(ascii: "[") else { return fail() }
                input.advance()
                place = .friends(in: .wrappedArray)
            }
        }
        return true
    }

    private mutating func readValue(of key: String) -> Bool {
        guard let end = endOfValue() else { return wait(upTo: Self.maximumSize) }
        guard let value = value(upTo: end) else { return fail() }
        switch key {
        case "version": version = version ?? (value as? Int, input.row)
        // After the version, friends are passed on as they are read, so a later history would be known for some of them only.
        case "history": if version == nil || !hasFriends { history = history ?? value as? String }
        default: report("Unknown key \u{201C}\(key)\u{201D}")
        }
        input.move(to: end)
        place = .wrapper
        return true
    }

    // MARK: - Friends

    private mutating func readFriends(_ byte: UInt8, in enclosure: Enclosure) -> Bool {
        switch byte {
        case UInt8(ascii: ","): input.advance()
        case UInt8(ascii: "]") where enclosure != .none:
            input.advance()
            place = enclosure == .wrappedArray ? .wrapper : .end
        default:
            hasFriends = true
            guard let end = endOfValue() else { return wait(upTo: Self.maximumSize) }
            guard let value = value(upTo: end) else { return fail() }
            let name = JSONScanner.repeatedName(in: Array(input.bytes[input.index..<end]))
            let friend = Result { () throws(RecordProblem) in
                if let name { throw RecordProblem("\u{201C}\(name.dropFirst())\u{201D} is there twice") }
                return try RecordedFriend(json: value)
            }
            found.append(FriendRecord(row: input.row, content: friend))
            input.move(to: end)
        }
        return true
    }

    /// The end of the value at the next byte; nil if it was not received.
    private mutating func endOfValue() -> Int? {
        guard let end = scanner.end(in: input.bytes, from: input.index) else { return nil }
        scanner = ValueScanner()
        return end
    }

    /// What `JSONSerialization` makes of the next bytes; nil if they are damaged.
    private func value(upTo end: Int) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(input.bytes[input.index..<end]), options: .fragmentsAllowed)
    }
}
