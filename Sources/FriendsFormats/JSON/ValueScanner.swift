/// Finds the end of a JSON value: it counts the brackets that are not in texts. It continues where the received bytes ended.
struct ValueScanner {
    private var offset = 0
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    /// The end of the value that begins at `start`; nil if it was not received.
    mutating func end(in bytes: [UInt8], from start: Int) -> Int? {
        while start + offset < bytes.count {
            let byte = bytes[start + offset]
            if isInText {
                isInText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The end of what encloses a number ends the number.
                    if depth == 0 { return start + offset }
                    depth -= 1
                    if depth == 0 { return start + offset + 1 }
                case UInt8(ascii: ","): if depth == 0 { return start + offset }
                default: break
                }
            }
            offset += 1
        }
        return nil
    }
}
