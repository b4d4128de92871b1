extension Friend.ID {
    /// The rule of ``init(validating:)``, for error messages.
    package static let rule = "Id must be 1 to 64 of the characters A-Z a-z 0-9 . _ ~ - and not . or .. alone"

    /// Validates an id that a client has chosen. Nil if it is not valid in a path.
    package init?(validating text: String) {
        let isUnreserved = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isUnreserved, (1...64).contains(text.utf8.count), text != ".", text != ".." else { return nil }
        self.init(text)
    }
}
