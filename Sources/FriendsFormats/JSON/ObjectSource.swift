import FriendsVCard

/// The records of our JSON: `{"version":1,"history":"…","friends":[…]}`, an array of friends, or one friend.
///
/// The friends are parsed one by one, so that the file is never in memory as a whole. The first damage ends it.
struct ObjectSource: RecordSource {
    /// The newest version of the format that is known.
    private static let version = 1

    private var decoder = UnicodeDecoder()
    private var friends = JSONRecords()
    /// What waits for the version, which can come last.
    private var held: [FriendRecord] = []
    /// How many of them at most.
    private static let maximumHeldCount = 100_000
    private var isVersionReported = false

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.decode(chunk, into: &bytes)
        return passOn(friends.read(bytes), isAtEnd: false)
    }

    mutating func finish() -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.finish(into: &bytes)
        return passOn(friends.read(bytes) + friends.finish(), isAtEnd: true)
    }

    /// The records that need not wait for the version.
    private mutating func passOn(_ records: [FriendRecord], isAtEnd: Bool) -> [FriendRecord] {
        guard friends.isVersioned else { return records }
        held += records
        guard let version = friends.version else {
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
        guard let history = friends.history else { return held }
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
}
