/// Suggests a known name for an unknown one.
package enum Suggestion {
    /// The name that starts with the given one, else the one with the smallest edit distance, within a tolerance.
    package static func nearest(to name: String, among names: [String]) -> String? {
        // Names are short, so a long text has no near one.
        guard name.count <= 40 else { return nil }
        if name.count > 1, let longer = names.first(where: { $0.hasPrefix(name.lowercased() + "-") }) { return longer }
        let tolerated = max(1, min(name.count / 3, 3))
        let nearest = names.map { ($0, distance(name.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
        guard let (found, distance) = nearest, distance <= tolerated else { return nil }
        return found
    }

    /// The Damerau-Levenshtein distance (restricted).
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, character) in one.enumerated() {
            var current = [row + 1]
            for (column, candidate) in other.enumerated() {
                var best = min(
                    last[column] + (character == candidate ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, character == other[column - 1], one[row - 1] == candidate {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
