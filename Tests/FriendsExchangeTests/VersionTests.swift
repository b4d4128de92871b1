import FriendsFormats
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsExchange

/// Records of tables, of our JSON and of our own cards, which have no base. Their version tells whether they are newer.
@Suite(.timeLimit(.minutes(10)))
struct VersionTests {
    private static let here = Friend.friend(
        "x", "Ada", "Lovelace", "+44 1",
        lines: [.line(.email, "a@example.org", id: "1"), .line(.note, "here", id: "2")], version: "7")
    private static let file = FriendDetails(
        firstName: "Augusta", phoneNumber: "+44 2",
        lines: [
            .line(.note, "file", id: "2"), .line(.email, "a@example.org", id: "other"), .line(.tag, "work", id: "3"),
        ])

    @Test func `texts that began from the friend as it is replace others, and nothing is removed`() throws {
        var stored = StoredFriends([Self.here])
        let record = FriendRecord.plain("x", Self.file, version: Self.here.version)
        #expect(stored.import([record]) == ImportAccount([.changed]))
        let friend = try #require(stored.friend("x"))
        #expect(
            friend.details
                == FriendDetails(
                    firstName: "Augusta", lastName: "Lovelace", phoneNumber: "+44 2",
                    lines: [
                        .line(.email, "a@example.org", id: "1"), .line(.note, "file", id: "2"),
                        .line(.tag, "work", id: "3"),
                    ]))
        // The version is another one now.
        let before = stored
        #expect(friend.version != Self.here.version && stored.import([record]) == ImportAccount([.same]))
        #expect(stored == before)
    }

    @Test(arguments: [nil, "6", ""])
    func `texts that can be older replace nothing, and what lacks is added`(version: String?) throws {
        var stored = StoredFriends([Self.here])
        let record = FriendRecord.plain("x", Self.file, version: version.map { Friend.Version($0) })
        #expect(stored.import([record]) == ImportAccount([.changed]))
        let details = try #require(stored.friend("x")?.details)
        #expect(details.fullName == "Ada Lovelace" && details.phoneNumber == "+44 1")
        #expect(Array(details.lines.prefix(2)) == Self.here.details.lines)
        #expect(
            details.lines.dropFirst(2).map { "\($0.kind.key):\($0.label)=\($0.value)" } == [
                "note:name=Augusta", "phone:=+44 2", "note:=file", "tag:=work",
            ])
        #expect(Set(details.lines.map(\.id)).count == details.lines.count)
        let before = stored
        #expect(stored.import([record]) == ImportAccount([.same]))
        #expect(stored == before)
    }

    /// Another database counts its changes as well, and so does a backup that was put back.
    @Test(
        arguments: [("1f3a9c2e", "0badcafe"), ("1f3a9c2e", nil), (nil, "1f3a9c2e"), (nil, nil)] as [(String?, String?)])
    func `the version of another history replaces nothing`(list: String?, file: String?) throws {
        let stored = StoredFriends([Self.here])
        let record = FriendRecord.plain("x", Self.file, version: Self.here.version, history: file)
        let update = try #require(stored.plan([record], in: list).rows[0].update)
        let details = update.details
        #expect(details.fullName == "Ada Lovelace" && details.phoneNumber == "+44 1")
        #expect(details.lines.starts(with: Self.here.details.lines))
        #expect(details.lines.dropFirst(2).map(\.value) == ["Augusta", "+44 2", "file", "work"])
    }

    @Test func `empty fields are filled by texts that can be older`() {
        var stored = StoredFriends([.friend("x", "Ada", "", "")])
        stored.import([.plain("x", .ada)])
        #expect(stored.friends[0].details == .ada)
    }

    @Test func `a line of the file is not lost to another one with its text`() {
        let here = Friend.friend("x", "Ada", "", "", lines: [.line(.note, "one", id: "1")], version: "7")
        var stored = StoredFriends([here])
        let file = FriendDetails(
            firstName: "Ada", lines: [.line(.note, "one", id: "2"), .line(.note, "two", id: "1")])
        let record = FriendRecord.plain("x", file, version: here.version)
        stored.import([record])
        #expect(Set(stored.friends[0].details.values(of: .note)) == ["one", "two"])
        #expect(stored.import([record]) == ImportAccount([.same]))
    }

    // MARK: JSON, which has a card as well

    private func stored(_ rows: String...) -> StoredFriends {
        var stored = StoredFriends()
        stored.import([card(rows)])
        return stored
    }

    private func card(_ rows: [String]) -> FriendRecord {
        let text = ["BEGIN:VCARD", "VERSION:4.0", "UID:ada"] + rows + ["END:VCARD", ""]
        return [FriendRecord].cards(text.joined(separator: "\n"))[0]
    }

    /// What JSON says of the only friend.
    private func exported(_ stored: StoredFriends, _ change: (inout FriendDetails) -> Void = { _ in }) -> FriendRecord {
        let friend = stored.friends[0]
        var details = friend.details
        change(&details)
        return .plain("ada", details, rest: stored.rests[friend.id], version: friend.version)
    }

    @Test func `JSON that was edited changes the friend, and its card stays`() {
        var stored = stored("FN:Ada", "TEL:+44 1")
        stored.edit(0) { $0.phoneNumber = "+44 2" }
        let rests = stored.rests
        // The text of the card again.
        let record = exported(stored) { $0.phoneNumber = "+44 1" }
        #expect(stored.import([record]) == ImportAccount([.changed]))
        #expect(stored.friends[0].details.phoneNumber == "+44 1" && stored.rests == rests)
        #expect(stored.import([record]) == ImportAccount([.same]))
    }

    @Test func `JSON from before a newer card brings nothing back`() {
        var stored = stored("FN:Ada", "TEL:+44 1", "X-A:old")
        let old = exported(stored)
        let oldEdited = exported(stored) { $0.firstName = "Augusta" }
        stored.import([card(["FN:Ada", "TEL:+44 2", "X-A:new"])])
        let rests = stored.rests
        for record in [old, oldEdited] {
            stored.import([record])
            let details = stored.friends[0].details
            #expect(details.firstName == "Ada" && details.phoneNumber == "+44 2" && stored.rests == rests)
            #expect(details.values(of: .phone) == ["+44 1"])
            #expect(stored.import([record]) == ImportAccount([.same]))
        }
    }

    @Test func `JSON from before an edit brings nothing back`() {
        var stored = stored("FN:Ada", "TEL:+44 1")
        let old = exported(stored)
        stored.edit(0) { $0.phoneNumber = "+44 2" }
        let before = stored
        #expect(stored.import([old]) == ImportAccount([.same]))
        #expect(stored == before)
    }

    /// They were edited before the file was written.
    @Test func `details that are newer than their card are not lost`() {
        var stored = stored("FN:Ada", "TEL:+44 1")
        let rests = stored.rests
        var details = stored.friends[0].details
        details.lines = [.line(.tag, "x")]
        let record = FriendRecord.plain("ada", details, rest: rests[Friend.ID("ada")])
        #expect(stored.import([record]) == ImportAccount([.changed]))
        #expect(stored.friends[0].details.values(of: .tag) == ["x"] && stored.rests == rests)
        #expect(stored.import([record]) == ImportAccount([.same]))
    }

    /// Two people had the same card, and one of them has imported a newer one since.
    @Test(arguments: ["0badcafe", nil])
    func `JSON of another history replaces no card`(history: String?) throws {
        let other = stored("FN:Ada", "TEL:+44 1", "X-A:old")
        var stored = StoredFriends()
        stored.import([card(["FN:Ada", "TEL:+44 2", "X-A:new"])])
        let (friend, rests) = (stored.friends[0], stored.rests)
        #expect(friend.version == other.friends[0].version)
        let record = FriendRecord.plain(
            "ada", other.friends[0].details, rest: other.rests[friend.id], version: friend.version, history: history)
        stored.import([record])
        #expect(stored.friends[0].details.phoneNumber == "+44 2")
        // The card is the same; what it lacks is behind it.
        let rest = stored.rests[friend.id] ?? []
        #expect(CardUnion.withoutOthers(rest) == rests[friend.id])
        #expect(String(decoding: rest, as: UTF8.self).contains("X-A:old\r\n"))
        #expect(stored.import([record]) == ImportAccount([.same]))
    }

    @Test func `JSON without a version replaces no card`() {
        var stored = stored("FN:Ada", "X-A:new")
        let rests = stored.rests
        var details = stored.friends[0].details
        details.lastName = "King"
        let record = FriendRecord.plain("ada", details, rest: [UInt8]("BEGIN:VCARD\r\n".utf8))
        #expect(stored.import([record]) == ImportAccount([.changed]))
        #expect(stored.friends[0].details.lastName == "King" && stored.rests == rests)
        let before = stored
        #expect(
            stored.plan([record]).rows[0].issues == [
                "The card was left out: it can\u{2019}t be joined with the one that the friend has"
            ])
        stored.import([record])
        #expect(stored == before)
    }
}
