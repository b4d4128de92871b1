import FriendsCardDAV
import FriendsFormats
import FriendsModel
@testable import FriendsSync
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct SyncTextTests {
    private func change(_ kind: SyncAccount.Kind, _ name: String) -> SyncAccount.Change {
        SyncAccount.Change(kind: kind, id: Friend.ID(name), name: name)
    }

    private func text(_ account: SyncAccount, isDryRun: Bool = false) -> SyncText {
        SyncText(account, of: "phone", isDryRun: isDryRun)
    }

    @Test func `nothing to do is one line`() {
        var account = SyncAccount()
        account.pairCount = 1
        #expect(text(account).lines == ["phone: nothing changed. Both have 1 friend."])
        #expect(text(account).warnings.isEmpty && !text(account).hasChanges && text(account).status == .done)
    }

    @Test func `changes are named and counted`() {
        var account = SyncAccount()
        account.here = [change(.added, "Ada"), change(.changed, "Bob")]
        account.there = [change(.deleted, "Eve")]
        account.pairCount = 2
        #expect(
            text(account).lines == [
                "Added here: Ada", "Changed here: Bob", "Deleted on the server: Eve",
                "phone: here 1 added, 1 changed; on the server 1 deleted. Both have 2 friends.",
            ])
        #expect(
            text(account, isDryRun: true).lines == [
                "Would add here: Ada", "Would change here: Bob", "Would delete on the server: Eve",
                "phone: here 1 added, 1 changed; on the server 1 deleted.",
            ])
    }

    @Test func `many changes are counted, and a dry run names all`() {
        var account = SyncAccount()
        account.here = (1...30).map { change(.added, "Name \($0)") }
        #expect(text(account).lines.count == 22)
        #expect(text(account).lines[20] == "And 10 more.")
        #expect(text(account, isDryRun: true).lines.count == 31)
    }

    @Test func `what a person may have to look at is said`() {
        var account = SyncAccount()
        let values = [("Phone Number", "1", "2"), ("Note", "", "2"), ("Note", "1", "")]
        account.conflicts = values.map { part, ours, theirs in
            let conflict = SyncConflict(place: .field(.phoneNumber), part: part, ours: ours, theirs: theirs, kept: nil)
            return SyncAccount.Conflict(id: Friend.ID("ada"), name: "Ada", conflict: conflict)
        }
        account.problems = [SyncAccount.Problem(name: "n.vcf", reason: "It is not a card")]
        account.leftAlone = [SyncAccount.Problem(name: "o.vcf", reason: "A friend needs a name")]
        account.shortened = ["Ada", "Bob"]
        account.groupCount = 1
        account.waitingCount = 2
        account.stop = .busy(nil)
        #expect(
            text(account).warnings == [
                "phone: Ada: Phone Number was changed on both sides. \u{201C}2\u{201D} of the server stays, and \u{201C}1\u{201D} became a line.",
                "phone: Ada: Note was changed on both sides. It was removed here; \u{201C}2\u{201D} of the server stays.",
                "phone: Ada: Note was changed on both sides. It was removed on the server; \u{201C}1\u{201D} stays.",
                "phone: n.vcf: It is not a card.",
                "phone: The server did not store everything of 2 cards, which stays here: Ada, Bob.",
                "phone: 1 card on the server is no friend, and stays as it is: o.vcf.",
                "phone: The name of 1 group on the server is a tag.",
                "phone: The server is busy, or limits the number of requests. Synchronise again to go on.",
                "phone: 2 changes were not sent yet.",
            ])
        #expect(text(account).status == .unreachable)
        account.stop = nil
        #expect(text(account).status == .refused)
    }

    @Test func `JSON has everything, and nothing for a terminal`() {
        var account = SyncAccount()
        account.here = [change(.added, "Ada\u{1B}[31m")]
        account.stop = .full(reason: "quota")
        var json = JSONText(head: "{\"accounts\":[")
        text(account).append(to: &json)
        json.endArray()
        let written = String(decoding: json.take(), as: UTF8.self)
        #expect(
            written.contains(
                "\"here\":[{\"change\":\"added\",\"id\":\"Ada\\u001b[31m\",\"name\":\"Ada\\u001b[31m\"}],\"there\":[]"))
        #expect(written.contains("\"stopped\":\"The server has no space left: quota\""))
        #expect(!written.contains("\u{1B}"))
    }

    @Test(arguments: [
        (SyncError.list(.notRunning(server: "a")), CommandStatus.unreachable),
        (.collection(.noAnswer(.timedOut(.read))), .unreachable), (.collection(.notSignedIn), .refused),
        (.collection(.unreadable(reason: "it is a web page")), .unreachable),
        (.state(SyncStateError("disk full")), .refused), (.manyDeletions(.here, count: 12, total: 12), .refused),
    ])
    func `failures have their status and a sentence`(_ error: SyncError, _ status: CommandStatus) {
        let failure = CommandFailure(error).named("phone")
        #expect(failure.status == status)
        #expect(failure.message.hasSuffix("."))
    }
}
