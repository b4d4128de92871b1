import FriendsFormats
import FriendsModel

extension RecordReader {
    /// The records of a file that arrives in chunks.
    func records(in bytes: [UInt8], chunkSize: Int = 1 << 16) -> [FriendRecord] {
        var rest = bytes[...]
        var records: [FriendRecord] = []
        do {
            try read({
                if rest.isEmpty { return nil }
                defer { rest = rest.dropFirst(chunkSize) }
                return Array(rest.prefix(chunkSize))
            }) { records += $0 }
        } catch {
            // Neither closure throws.
        }
        return records
    }

    func records(in text: String) -> [FriendRecord] { records(in: Array(text.utf8)) }
}

extension FriendRecord {
    /// The record in a text: the row, and the fields and lines or the problem.
    var text: String {
        switch content {
        case .success(let friend): "\(row): \(friend.details.text)"
        case .failure(let problem): "\(row)! \(problem.message)"
        }
    }
}

extension FriendDetails {
    /// The fields, and each line as `kind label: value`.
    var text: String {
        (FriendField.allCases.map { self[$0] } + lines.map { "\($0.kind.key) \($0.label): \($0.value)" })
            .joined(separator: "|")
    }
}
