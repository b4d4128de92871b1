/// How many records an import has added, changed, and so on.
package struct ImportAccount: Equatable, Sendable {
    private var counts: [ImportRow.Result: Int] = [:]

    package init() {}

    package init(_ results: some Sequence<ImportRow.Result>) {
        for result in results { count(result) }
    }

    package subscript(result: ImportRow.Result) -> Int { counts[result] ?? 0 }

    package mutating func count(_ result: ImportRow.Result) { counts[result, default: 0] += 1 }

    /// What was done, as "12 added, 40 already there".
    package var text: String { text { $0.rawValue } }

    /// What would be done, as "12 to add, 40 already there".
    package var plan: String {
        text { result in
            switch result {
            case .added: "to add"
            case .changed: "to change"
            case .merged: "to merge"
            case .same, .skipped, .refused: result.rawValue
            }
        }
    }

    private func text(_ word: (ImportRow.Result) -> String) -> String {
        let parts = ImportRow.Result.allCases.filter { self[$0] > 0 }.map { result in
            "\(self[result]) \(result == .same ? "already there" : word(result))"
        }
        return parts.isEmpty ? "No friends" : parts.joined(separator: ", ")
    }
}
