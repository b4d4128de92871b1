/// The cards of an address book, with its history.
struct BookContents: Sendable {
    struct Card: Sendable {
        var bytes: [UInt8]
        /// Which change of the book made it.
        var revision: Int

        var etag: String { "\"r\(revision)\"" }
    }

    private(set) var cards: [String: Card] = [:]
    /// The names that were changed, the oldest first. Each change has a number, from 1.
    private var history: [String] = []

    var revision: Int { history.count }

    mutating func put(_ bytes: [UInt8], at name: String) {
        history.append(name)
        cards[name] = Card(bytes: bytes, revision: revision)
    }

    mutating func remove(_ name: String) {
        history.append(name)
        cards[name] = nil
    }

    /// The names that were changed after a revision, each once, with the revision of its last change.
    func changes(since revision: Int) -> [(name: String, revision: Int)] {
        var latest: [String: Int] = [:]
        for (index, name) in history.enumerated().dropFirst(revision) { latest[name] = index + 1 }
        return latest.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
    }
}
