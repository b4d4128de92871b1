import FriendsModel
import FriendsVCard

/// Reads the records of a file, in its order, as the file is read.
package struct RecordReader: Sendable {
    private let format: FileFormat
    private let columns: ColumnMap
    private let today: CalendarDay

    /// - Parameters:
    ///   - columns: what columns of a table mean. Other formats have none.
    ///   - today: decides about the century of years with two digits (``Birthday/year(_:today:)``).
    package init(_ format: FileFormat, columns: ColumnMap = ColumnMap(), today: CalendarDay = .today) {
        (self.format, self.columns, self.today) = (format, columns, today)
    }

    /// Passes on the records of a file, some at a time, before all of it is read.
    /// - Parameter nextChunk: the next bytes of the file; nil at its end.
    /// - Throws: what `nextChunk` or `receive` throws. Nothing is read after that.
    package func read(_ nextChunk: () throws -> [UInt8]?, _ receive: ([FriendRecord]) throws -> Void) throws {
        var source = format.source(columns, today)
        while let chunk = try nextChunk() {
            let records = source.read(chunk)
            if !records.isEmpty { try receive(records) }
        }
        let records = source.finish()
        if !records.isEmpty { try receive(records) }
    }

    /// The columns of a table, in its order; empty for other formats and for a file without a header.
    ///
    /// Unknown columns can be asked about before the file is read: ``FileColumn/isKnown``.
    /// - Parameter nextChunk: the next bytes of the file; nil at its end. Only the beginning is read.
    package func fileColumns<Failure>(
        _ nextChunk: () throws(Failure) -> [UInt8]?
    ) throws(Failure) -> [FileColumn] {
        guard format == .csv else { return [] }
        var decoder = UnicodeDecoder()
        var bytes: [UInt8] = []
        while bytes.count < TableLayout.headSize {
            guard let chunk = try nextChunk() else {
                decoder.finish(into: &bytes)
                return TableLayout(head: bytes, isWhole: true, columns)?.fileColumns ?? []
            }
            decoder.decode(chunk, into: &bytes)
        }
        return TableLayout(head: bytes, isWhole: false, columns)?.fileColumns ?? []
    }
}

/// What turns the bytes of a file in one format into records.
protocol RecordSource {
    /// Reads the next chunk, and returns the records that it completes.
    mutating func read(_ chunk: [UInt8]) -> [FriendRecord]
    /// Ends the file, and returns the last records.
    mutating func finish() -> [FriendRecord]
}

/// The records of vCards.
struct CardSource: RecordSource {
    private var reader = VCardReader()

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] { reader.read(chunk).map(FriendRecord.init) }

    mutating func finish() -> [FriendRecord] { reader.finish().map(FriendRecord.init) }
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
