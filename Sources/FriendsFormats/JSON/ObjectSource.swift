import FriendsVCard

/// The records of our JSON: `{"version":1,"history":"…","friends":[…]}`, an array of friends, or one friend.
///
/// The friends are parsed one by one, so that the file is never in memory as a whole and a damaged friend affects no other one.
struct ObjectSource: RecordSource {
    /// The newest version of the format that is known.
    private static let version = 1

    private var decoder = UnicodeDecoder()
    private var elements = JSONElements()
    /// What waits for the version, which can come last.
    private var held: [FriendRecord] = []
    /// How many of them at most.
    private static let maximumHeldCount = 100_000
    private var isVersionReported = false

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.decode(chunk, into: &bytes)
        return records(of: elements.read(bytes), isAtEnd: false)
    }

    mutating func finish() -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.finish(into: &bytes)
        let found = elements.read(bytes) + elements.finish()
        return records(of: found, isAtEnd: true)
    }

    private mutating func records(of elements: [JSONElements.Element], isAtEnd: Bool) -> [FriendRecord] {
        let records = elements.map(Self.record)
        guard self.elements.isVersioned else { return records }
        held += records
        guard let version = self.elements.version else {
            // Without one, it has the first version.
            return isAtEnd || held.count > Self.maximumHeldCount ? takeHeld() : []
        }
        if version.value == Self.version { return takeHeld() }
        held = []
        let isFirst = !isVersionReported
        isVersionReported = true
        guard isFirst else { return [] }
        let message =
            (version.value ?? 0) > Self.version
            ? "The file has version \(version.value ?? 0) of the format, and this program knows versions up to \(Self.version)"
                + ": use a newer version of friends" : "The version of the format is not a number that is known"
        return [FriendRecord(row: version.row, content: .failure(RecordProblem(message)))]
    }

    /// Removes and returns the records that have waited, with the history of their versions.
    private mutating func takeHeld() -> [FriendRecord] {
        defer { held = [] }
        guard let history = elements.history else { return held }
        return held.map { record in
            FriendRecord(
                row: record.row,
                content: record.content.map { friend in
                    var friend = friend
                    friend.version?.history = history
                    return friend
                })
        }
    }

    private static func record(_ element: JSONElements.Element) -> FriendRecord {
        func failure(_ problem: RecordProblem) -> FriendRecord {
            FriendRecord(row: element.row, content: .failure(problem))
        }
        switch element.content {
        case .damaged: return failure(RecordProblem("This is not JSON"))
        case .damagedToEnd: return failure(RecordProblem("This is not JSON, and what follows it was not read"))
        case .value(let value):
            do throws(RecordProblem) {
                return FriendRecord(row: element.row, content: .success(try RecordedFriend(json: value)))
            } catch {
                return failure(error)
            }
        }
    }
}
