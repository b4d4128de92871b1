import FriendsModel
import FriendsVCard

/// Reads the records of a file, in its order, as the file is read.
package struct RecordReader: Sendable {
    private let format: FileFormat

    package init(_ format: FileFormat) {
        self.format = format
    }

    /// Passes on the records of a file, some at a time, before all of it is read.
    /// - Parameter nextChunk: the next bytes of the file; nil at its end.
    /// - Throws: what `nextChunk` or `receive` throws. Nothing is read after that.
    package func read(_ nextChunk: () throws -> [UInt8]?, _ receive: ([FriendRecord]) throws -> Void) throws {
        switch format {
        case .vcard:
            var reader = VCardReader()
            while let chunk = try nextChunk() { try pass(reader.read(chunk), receive) }
            try pass(reader.finish(), receive)
        }
    }

    private func pass(_ cards: [VCardReader.Record], _ receive: ([FriendRecord]) throws -> Void) throws {
        if !cards.isEmpty { try receive(cards.map(FriendRecord.init)) }
    }
}

extension FriendRecord {
    fileprivate init(_ record: VCardReader.Record) {
        row = record.row
        switch record.card {
        case .failure(let damage): content = .failure(RecordProblem(damage.message))
        case .success(let card):
            do throws(CardRefusal) {
                let read = try FriendCard.friend(of: card)
                content = .success(
                    RecordedFriend(
                        id: read.friend.id, details: read.friend.details, rest: read.friend.rest,
                        issues: read.issues.map(\.message)))
            } catch {
                content = .failure(RecordProblem(error.message))
            }
        }
    }
}
