import Foundation

/// Divides JSON into the elements of its array, as it arrives: an array of friends, one in an object with a version, or friends by
/// themselves. Foundation parses each element, so that a damaged one affects no other one.
struct JSONElements {
    struct Element {
        /// The number of the line at which it begins, counted from 1.
        let row: Int
        let content: Content
    }

    enum Content {
        /// What `JSONSerialization` makes of it.
        case value(Any)
        case damaged
        /// It is damaged, and nothing could be read behind it.
        case damagedToEnd
    }

    /// The maximum size of an element, in bytes: several times the size of a friend with the largest texts and rest.
    static let maximumSize = 32 << 20
    /// The maximum size of a key around the elements with the white space at it, in bytes.
    static let maximumKeySize = 1 << 16

    enum Place: Equatable {
        /// Before the first byte.
        case start
        /// In the object with the version, the history and the friends: before a key, or after a value.
        case wrapper
        /// At the value of a key beside the elements; nil for an unknown key.
        case value(of: Member?)
        /// Between elements.
        case elements(Enclosure)
        /// Skipping damaged input up to the next friend.
        case damage(Damage)
        /// Behind the whole value.
        case end
    }

    /// What the object around the friends has beside them.
    enum Member: String {
        case version, history
    }

    /// What encloses the elements.
    enum Enclosure {
        /// An array.
        case array
        /// An array in the object with the version.
        case wrappedArray
        /// Nothing: one object, or one on each line.
        case none
    }

    /// Damage behind which the next friend is looked for.
    struct Damage: Equatable {
        let row: Int
        let enclosure: Enclosure
        /// Whether an object was passed over, which can be a friend.
        var hasObjects = false
    }

    /// Whether the friends are in an object that can have a version.
    var isVersioned = false
    /// The version of the format, with the row; its value is nil if it is no number. Nil if it was not received.
    var version: (value: Int?, row: Int)?
    /// The id of the history in which the versions of the friends were made; nil if it was not received.
    var history: String?
    /// Whether a friend was reached.
    var hasFriends = false

    var input = JSONInput()
    var isAtEnd = false
    var place = Place.start
    var found: [Element] = []
    /// The element that is being received.
    var scanner = ElementScanner()
    var beginning = FriendBeginning()
    /// Whether an element ends where the next friend begins, at the latest: in our exports, and after damaged input.
    var endsAtNextFriend = false

    mutating func read(_ chunk: [UInt8]) -> [Element] {
        input.append(chunk)
        return elements()
    }

    mutating func finish() -> [Element] {
        isAtEnd = true
        return elements()
    }

    private mutating func elements() -> [Element] {
        while readPart() {}
        input.removeRead()
        defer { found = [] }
        return found
    }

    /// Reads the next part.
    /// - Returns: false if more bytes are needed.
    private mutating func readPart() -> Bool {
        if case .damage(let damage) = place { return findFriend(behind: damage) }
        input.skipSpace()
        guard let byte = input.next else {
            if isAtEnd, ![.start, .end, .elements(.none)].contains(place) {
                found.append(Element(row: input.row, content: .damaged))
                place = .end
            }
            return false
        }
        switch place {
        case .start: return begin(byte)
        case .wrapper: return readMember(byte)
        case .value(let member): return readValue(of: member)
        case .elements(let enclosure): return readElements(byte, enclosure)
        case .damage: return false
        case .end: return fail(.none, canBegin: true)
        }
    }

    // MARK: - Elements

    private mutating func readElements(_ byte: UInt8, _ enclosure: Enclosure) -> Bool {
        switch byte {
        case UInt8(ascii: ","): input.advance()
        case UInt8(ascii: "]") where enclosure != .none:
            input.advance()
            place = enclosure == .wrappedArray ? .wrapper : .end
        default:
            hasFriends = true
            if byte == UInt8(ascii: "{") { beginning.indentation = beginning.indentation ?? input.blanks }
            return readElement(enclosure)
        }
        return true
    }

    private mutating func readElement(_ enclosure: Enclosure) -> Bool {
        guard let end = endOfElement() else {
            return isAtEnd || input.count > Self.maximumSize ? fail(enclosure) : false
        }
        let range = input.index..<end
        if let value = try? JSONSerialization.jsonObject(
            with: Data(input.bytes[range]), options: .fragmentsAllowed)
        {
            found.append(Element(row: input.row, content: .value(value)))
        } else {
            // Its quotation marks or brackets can belong to several friends.
            let beginning = beginning
            let hasFriend = input.bytes.withUnsafeBufferPointer { beginning.firstFriend(in: range, of: $0) != nil }
            if range.isEmpty || hasFriend { return fail(enclosure) }
            found.append(Element(row: input.row, content: .damaged))
        }
        input.move(to: end)
        scanner = ElementScanner()
        return true
    }

    /// Scans the element at `index`, from where it was scanned last.
    mutating func endOfElement() -> Int? {
        var scanner = scanner
        defer { self.scanner = scanner }
        let next = endsAtNextFriend ? beginning : nil
        return input.bytes.withUnsafeBufferPointer { bytes in
            scanner.end(in: bytes, from: input.index, before: next, isWhole: isAtEnd)
        }
    }

    // MARK: - Damage

    /// Looks for the next friend.
    /// - Parameter canBegin: whether the next byte can begin it.
    mutating func fail(_ enclosure: Enclosure, canBegin: Bool = false) -> Bool {
        scanner = ElementScanner()
        endsAtNextFriend = true
        let isObject = input.next == UInt8(ascii: "{")
        if isObject, canBegin {
            found.append(Element(row: input.row, content: .damaged))
            place = .elements(enclosure)
        } else {
            place = .damage(Damage(row: input.row, enclosure: enclosure))
            // The damaged object is not one that is passed over.
            if isObject { input.advance() }
        }
        return true
    }

    private mutating func findFriend(behind damage: Damage) -> Bool {
        let result = input.bytes.withUnsafeBufferPointer {
            beginning.search(from: input.index, in: $0, isWhole: isAtEnd)
        }
        var damage = damage
        damage.hasObjects =
            damage.hasObjects || input.bytes[input.index..<result.end].contains(UInt8(ascii: "{"))
        input.move(to: result.end)
        if result.friend != nil {
            found.append(Element(row: damage.row, content: .damaged))
            place = .elements(damage.enclosure)
            return true
        }
        place = .damage(damage)
        if isAtEnd {
            found.append(Element(row: damage.row, content: damage.hasObjects ? .damagedToEnd : .damaged))
            place = .end
        }
        return false
    }
}
