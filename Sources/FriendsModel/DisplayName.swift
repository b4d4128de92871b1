/// The display name beside the first and the last name: "Tante Ute", "Dr. John Q. Public".
extension FriendDetails {
    /// Whether a display name says no more than the first and the last name, in either order.
    package func isPlainName(_ text: String) -> Bool {
        // Most cards have it like that.
        if !text.isEmpty, hasName, text.isIdentical(to: fullName) { return true }
        let (first, last, letters) = (Self.letters(firstName), Self.letters(lastName), Self.letters(text))
        return !letters.isEmpty && [first + last, last + first].contains { $0.isIdentical(to: letters) }
    }

    /// A display name after a change of the names: a name that it has is replaced by the new one, and the rest of it stays.
    /// - Parameter old: the friend before.
    package func displayName(_ text: String, following old: FriendDetails) -> String {
        // Chinese names have no spaces.
        let isPlain = old.isPlainName(text)
        var changes: [(place: Range<String.Index>, name: String)] = []
        for field in FriendField.nameFields.sorted(by: { old[$0].count > old[$1].count }) where !old[field].isEmpty {
            // First and last name were in each other's field: the display name had them right.
            if !isPlain, FriendField.nameFields.contains(where: { self[$0].isIdentical(to: old[field]) }) { continue }
            // Without one of its words, what is left would be no name.
            if self[field].isEmpty { return text }
            let place = text.ranges(of: old[field]).first { range in
                (isPlain || text.isWordBoundary(range)) && !changes.contains { $0.place.overlaps(range) }
            }
            // "Dr. Eva" in "Dr. Eva Klug" is there already.
            let isThere =
                !isPlain
                && text.ranges(of: self[field]).contains { range in
                    text.isWordBoundary(range) && place.map { range.contains($0) } ?? false
                }
            if let place, !isThere { changes.append((place, self[field])) }
        }
        var result = text
        for change in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
            result.replaceSubrange(change.place, with: change.name)
        }
        return result.trimmed
    }

    /// The details with display names that follow the names, unless they were changed themselves.
    /// - Parameter old: the friend before.
    package func withDisplayName(following old: FriendDetails) -> FriendDetails {
        guard lines.contains(where: { $0.kind == .name }),
            FriendField.nameFields.contains(where: { !self[$0].isIdentical(to: old[$0]) })
        else { return self }
        var result = self
        for (index, line) in lines.enumerated() where line.kind == .name && old.lines.contains(line) {
            let name = displayName(line.value, following: old)
            // Without its only word there would be no display name.
            if !name.isEmpty { result.lines[index].value = name }
        }
        return result
    }

    /// The text without white space and commas. Each code point counts for itself: a name can begin with a combining mark.
    private static func letters(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { letters, scalar in
            if !scalar.properties.isWhitespace, scalar != "," { letters += scalar.properties.lowercaseMapping }
        }
    }
}

extension String {
    /// Whether a place of the text is not a part of a longer word.
    fileprivate func isWordBoundary(_ range: Range<Index>) -> Bool {
        let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
        let after = range.upperBound < endIndex ? self[range.upperBound] : nil
        return ![before, after].compactMap(\.self).contains { $0.isLetter || $0.isNumber }
    }
}
