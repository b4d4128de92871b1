/// An account in words.
extension ImportAccount {
    /// What was done, as "12 added, 40 already there".
    package var text: String { text(\.doneWord) }

    /// What would be done, as "12 to add, 40 already there".
    package var plan: String { text(\.planWord) }

    private func text(_ word: (ImportRow.Result) -> String) -> String {
        let parts = ImportRow.Result.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \(word($0))" }
        return parts.isEmpty ? "No friends" : parts.joined(separator: ", ")
    }
}

extension ImportRow.Result {
    fileprivate var doneWord: String { self == .same ? "already there" : rawValue }

    fileprivate var planWord: String {
        switch self {
        case .added: "to add"
        case .changed: "to change"
        case .merged: "to merge"
        case .same, .skipped, .refused: doneWord
        }
    }
}
