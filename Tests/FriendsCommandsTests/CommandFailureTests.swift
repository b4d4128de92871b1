import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct CommandFailureTests {
    @Test(arguments: [
        (nil, "The server refused your token. Ask"),
        ("/t (--token-file)", "The server refused the token in /t (--token-file). Ask"),
    ])
    func `a refused token is named with its file`(origin: String?, message: String) {
        let failure = CommandFailure(.notDone(.tokenRefused(origin: origin)))
        #expect(failure.message.hasPrefix(message))
    }

    private static func column(_ header: String) -> FileColumn {
        FileColumn(header: header, sample: "x", isKnown: false)
    }

    @Test func `a column without a name is named in words`() {
        let unknown = CommandFailure.unknownColumns(["Size", ""].map(Self.column), of: "a.csv")
        #expect(unknown.message == "a.csv has columns that are not known: \u{201C}Size\u{201D}, one without a name.")
        #expect(unknown.details[1] == "--map '=note' stands for the columns without a name.")
        #expect(CommandFailure.unknownColumns([Self.column("Size")], of: "a.csv").details.count == 2)
        let columns = [FileColumn(header: "Size", sample: "", isKnown: true)]
        let missing = CommandFailure.missingColumn("", among: columns)
        #expect(missing.message == "--map: there is no name before the =, and no file has a column without a name.")
        #expect(
            missing.details == [
                "The columns are Size.", "Write the name of the column before the =, such as Spouse=note:spouse.",
            ])
        #expect(
            CommandFailure.missingColumn("x", among: columns).message.hasSuffix(
                "no file has a column \u{201C}x\u{201D}."))
    }

    @Test(arguments: [
        (FriendsClientError.notSignedIn, CommandStatus.refused, "--token-file FILE, or set FRIENDS_TOKEN_FILE."),
        (.tokenRefused(origin: nil), .refused, "Ask the operator of the server for a new one."),
        (.notFound, .nothingFound, "no such friend."),
        (.rejected([.init(part: .whole, reason: "a is bad")], reason: "x"), .refused, "A is bad."),
        (.rejected([], reason: "no"), .refused, "No."),
        (.rejected([], reason: nil), .refused, "The server rejected this. It did not say why."),
        (.conflict(current: .ada), .conflict, "Nothing was overwritten."),
        (
            .unreachable(reason: "nothing is listening on x:1"), .unreachable,
            "Nothing is listening on x:1. Check the address"
        ),
        (.unreachable(reason: "The database x is damaged. Restore a backup."), .unreachable, "Restore a backup."),
        (.timedOut(.read), .unreachable, "It stopped responding. Try again,"),
        (.untrusted(reason: "expired"), .unreachable, "Expired. Nothing was sent."),
        (.connectionLost(reason: "it closed"), .unreachable, "It closed."),
        (.unreadableResponse(reason: "html"), .unreachable, "Is this the address of a friends server?"),
        (.unavailable(status: "503", reason: nil), .unreachable, "It answered 503."),
        (.unavailable(status: "429 Slow", reason: nil), .unreachable, "It answered 429 Slow. Try again."),
        (.unavailable(status: "", reason: "The database is locked."), .unreachable, "The database is locked."),
        (.unavailable(status: "507 Insufficient Storage", reason: "The disk is full"), .refused, "The disk is full."),
        (.failed(status: "500", reason: nil), .refused, "It answered 500."),
        (.unexpectedStatus(status: "301 Moved", reason: "It redirected"), .unreachable, "301 Moved. It redirected."),
        (.notDone(.timedOut(.request)), .unreachable, "Nothing was changed on the server."),
        (.notDone(.failed(status: "", reason: "The disk is full")), .refused, "The disk is full."),
        (.snapshotTooOld, .refused, "Try again."), (.notOffered, .refused, "can’t do that."),
        (.cancelled, .refused, "Cancelled."),
    ])
    func `every failure has a status and a sentence`(error: FriendsClientError, status: CommandStatus, text: String) {
        let failure = CommandFailure(error)
        #expect(failure.status == status)
        #expect(
            failure.message.contains(text) && !failure.message.contains("\n") && failure.message.last == "."
                || failure.message.hasSuffix("?"), "\(failure.message)")
    }

    @Test(arguments: [
        (
            FriendsClientError.conflict(current: nil), FriendWrite.add(.ada, id: Friend.ID("x")),
            CommandStatus.conflict, "Another friend has the same id"
        ),
        (
            .conflict(current: nil), .delete(Friend.ID("x"), at: .init("1")), .conflict,
            "Someone else changed this friend"
        ),
        (.conflict(current: nil), .restore(Friend.ID("x"), details: .ada), .conflict, "It is already in the list"),
        (.notFound, .restore(Friend.ID("x"), details: .ada), .nothingFound, "It is no longer in the trash."),
        (
            .notFound, .update(Friend.ID("x"), FriendChanges(), from: .init("1")), .nothingFound,
            "Someone else deleted this friend in the meantime."
        ),
        (
            .timedOut(.connect), .add(.ada, id: Friend.ID("x")), .unreachable,
            "The server did not answer in time. The connection timed out."
        ),
    ])
    func `the failure of a write names the friend`(
        error: FriendsClientError, write: FriendWrite, status: CommandStatus, text: String
    ) {
        let failure = CommandFailure(error, of: write, .ada)
        #expect(failure.status == status && failure.message.hasPrefix("Ada Lovelace: \(text)"))
    }

    @Test func `statuses differ and are documented`() {
        let numbers = CommandStatus.allCases.map(\.rawValue)
        #expect(Set(numbers).count == numbers.count)
        for number in numbers { #expect(CommandStatus.summary.contains(" \(number) ")) }
        for number in [130, 141, 143] { #expect(CommandStatus.summary.contains(" \(number) ")) }
        // The status of a missing terminal.
        #expect(!numbers.contains(2))
    }
}
