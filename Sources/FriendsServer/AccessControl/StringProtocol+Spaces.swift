extension StringProtocol {
    /// The value of a header field without the spaces and tabs around it (RFC 9110, 5.6.3).
    var trimmingSpaces: SubSequence {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }
        return end.map { start[...$0] } ?? start
    }
}
