import FriendsModel
import FriendsVCard

/// Reads the records of a file, in its order, as the file is read.
package struct RecordReader: Sendable {
    /// What the sources of some formats need beside the bytes of a file.
    struct Context: Sendable {
        let columns: ColumnMap
        let today: CalendarDay
        let groups: GroupCards
    }

    private let format: FileFormat
    private let context: Context

    /// - Parameters:
    ///   - columns: what columns of a table mean. Other formats have none.
    ///   - today: decides about the century of years with two digits (``Birthday/year(_:today:)``).
    ///   - groups: the groups of the people in vCards.
    package init(
        _ format: FileFormat, columns: ColumnMap = ColumnMap(), today: CalendarDay = .today,
        groups: GroupCards = GroupCards()
    ) {
        self.format = format
        context = Context(columns: columns, today: today, groups: groups)
    }

    /// Passes on the records of a file, some at a time, before all of it is read.
    /// - Parameter nextChunk: the next bytes of the file; nil at its end.
    /// - Throws: what `nextChunk` or `receive` throws. Nothing is read after that.
    package func read(_ nextChunk: () throws -> [UInt8]?, _ receive: ([FriendRecord]) throws -> Void) throws {
        var source = format.source(context)
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
                return TableLayout(head: bytes, isWhole: true, context.columns)?.fileColumns ?? []
            }
            decoder.decode(chunk, into: &bytes)
        }
        return TableLayout(head: bytes, isWhole: false, context.columns)?.fileColumns ?? []
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
    private let groups: GroupCards
    private var reader = VCardReader()

    init(groups: GroupCards) { self.groups = groups }

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] { records(reader.read(chunk)) }

    mutating func finish() -> [FriendRecord] { records(reader.finish()) }

    private func records(_ records: [VCardReader.Record]) -> [FriendRecord] {
        records.compactMap { FriendRecord($0, groups) }
    }
}

extension FriendRecord {
    /// Nil for a group that the cards of its members keep.
    fileprivate init?(_ record: VCardReader.Record, _ groups: GroupCards) {
        row = record.row
        switch record.card {
        case .failure(let damage): content = .failure(RecordProblem(damage.message))
        case .success(let card):
            do throws(CardRefusal) {
                let read = try FriendCard.friend(of: groups.card(withGroupsOf: card))
                content = .success(
                    RecordedFriend(
                        id: read.friend.id, details: read.friend.details, rest: read.friend.rest,
                        issues: read.issues.map(\.message)))
            } catch {
                guard error == .group else {
                    content = .failure(RecordProblem(error.message))
                    return
                }
                guard let name = groups.nameOfEmptyGroup(card) else { return nil }
                content = .failure(
                    RecordProblem(
                        "The group \u{201C}\(name)\u{201D} has no members in what is imported", isNoPerson: true))
            }
        }
    }
}
