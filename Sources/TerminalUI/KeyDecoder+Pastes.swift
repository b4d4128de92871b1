/// Bracketed paste.
extension KeyDecoder {
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Continues a paste.
    mutating func readPaste(_ rest: inout ArraySlice<UInt8>) -> InputEvent? {
        while let start = rest.firstIndex(of: EscapeSequence.escape) {
            keep(rest[..<start])
            rest = rest[start...]
            if rest.starts(with: Self.pasteEnd) {
                rest = rest.dropFirst(Self.pasteEnd.count)
                defer { state = .ground }
                // All of it may already be delivered.
                if case .restOfPaste = state, pasted.isEmpty { return nil }
                return endPaste()
            }
            if Self.pasteEnd.starts(with: rest) {
                pending = Array(rest)
                rest = []
                return nil
            }
            keep(rest.prefix(1))
            rest = rest.dropFirst()
        }
        keep(rest)
        rest = []
        return nil
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        pasted += bytes.prefix(Self.pasteLimit - pasted.count)
    }

    mutating func endPaste() -> InputEvent {
        if pasted.count == Self.pasteLimit { dropCutCharacter() }
        defer { pasted = [] }
        return .paste(pastedText())
    }

    /// Delivers the text so far, without an incomplete character or end mark.
    mutating func stallPaste() -> [InputEvent] {
        var cut: [UInt8] = []
        if localeText == nil, pasted.count < Self.pasteLimit {
            let all = pasted
            dropCutCharacter()
            let last = all[pasted.count...]
            if case .incomplete = Self.utf8(last) { cut = Array(last) } else { pasted = all }
        }
        defer { pasted = cut }
        return pasted.isEmpty ? [] : [endPaste()]
    }

    /// Removes a last character that the limit has cut.
    private mutating func dropCutCharacter() {
        while let last = pasted.last, last >= 0x80 {
            pasted.removeLast()
            if last >= 0xC0 { break }
        }
    }

    private func pastedText() -> String {
        if localeText == nil { return String(decoding: pasted, as: UTF8.self) }
        var result = String.UnicodeScalarView()
        var rest = pasted[...]
        while !rest.isEmpty {
            if case .scalar(let scalar, let length) = text(rest) {
                result.append(scalar)
                rest = rest.dropFirst(max(1, length))
            } else {
                result.append("\u{FFFD}")
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }
}
