/// The prepared statements of one session: the ones that were used last, up to a limit.
struct StatementCache {
    struct Key: Hashable {
        let sql: String
        /// The types of the parameters.
        let types: [UInt32]
    }

    private struct Entry {
        let name: String
        var lastUse: Int
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var useCount = 0
    private var nameCount = 0

    init(capacity: Int) { self.capacity = capacity }

    /// The name of a statement that is prepared.
    mutating func name(of key: Key) -> String? {
        useCount += 1
        entries[key]?.lastUse = useCount
        return entries[key]?.name
    }

    /// A name for a statement that is about to be prepared.
    mutating func newName() -> String {
        nameCount += 1
        return "statement_\(nameCount)"
    }

    /// Adds a prepared statement.
    /// - Returns: the name of the statement that has to go, the one that has not been used for longest.
    mutating func insert(_ name: String, for key: Key) -> String? {
        var evicted: String?
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
            evicted = oldest.value.name
        }
        useCount += 1
        entries[key] = Entry(name: name, lastUse: useCount)
        return evicted
    }

    mutating func removeAll() { entries = [:] }
}
