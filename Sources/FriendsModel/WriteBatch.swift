/// Writes that are sent together: few enough that the progress is seen, and that a cancelled series leaves few unresolved;
/// and small enough for a request, also on a slow connection.
package struct WriteBatch: Sendable {
    /// The maximum number of writes.
    package static let maximumCount = 500
    /// The maximum size of several writes in a request, in bytes. One write alone can be larger, up to the limit of the
    /// server: a rest can have 16 MiB.
    package static let maximumSize = 2 << 20

    package private(set) var writes: [FriendWrite] = []
    private var size = 0

    package init() {}

    /// A batch with its first write.
    package init(_ first: FriendWrite) { _ = append(first) }

    /// Appends a write, unless it belongs into the next batch.
    /// - Returns: whether it was appended. The first one always is.
    package mutating func append(_ write: FriendWrite) -> Bool {
        let newSize = size + write.requestSize
        guard writes.isEmpty || (writes.count < Self.maximumCount && newSize <= Self.maximumSize) else { return false }
        writes.append(write)
        size = newSize
        return true
    }
}

extension FriendWrite {
    /// At most how many bytes it takes in a request.
    package var requestSize: Int {
        switch self {
        case .add(let details, _, let rest), .addToTrash(let details, _, let rest):
            FriendField.allCases.reduce(Self.overhead) { $0 + Self.size(of: details[$1]) }
                + Self.size(of: details.lines)
                + Self.size(of: rest)
        case .update(_, let changes, let rest, _), .updateAndDelete(_, let changes, let rest, _):
            changes.values.values.reduce(Self.overhead) { $0 + Self.size(of: $1) } + Self.size(of: changes.lines ?? [])
                + Self.size(of: rest)
        case .delete, .erase, .purge, .restore: Self.overhead
        }
    }

    /// The size of ids, a version, names and punctuation.
    private static let overhead = 512
    private static let lineOverhead = 192

    /// JSON escapes quotation marks, backslashes and line feeds.
    private static func size(of text: String) -> Int { 2 * text.utf8.count }

    private static func size(of lines: [FriendLine]) -> Int {
        lines.reduce(0) { $0 + lineOverhead + size(of: $1.label) + size(of: $1.value) }
    }

    /// In Base64.
    private static func size(of rest: [UInt8]?) -> Int { rest.map { ($0.count + 2) / 3 * 4 } ?? 0 }
}
