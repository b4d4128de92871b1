import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
    static let ada = Friend.ada.details
    static let offline = FriendsClientError.unreachable(reason: "no route to 127.0.0.1:1")

    /// What is said of an operation: to who is not logged in, when the thing is gone, and when there is no connection.
    static let operations: [(operation: FriendsList.Operation, login: String, gone: String, network: String)] = [
        (
            .load, "Please log in to load your friends.", "Could not complete request, please try again.",
            "Loading failed, check network connection."
        ),
        (
            .loadTrash, "Please log in to see deleted friends.", "Could not complete request, please try again.",
            "Loading failed, check network connection."
        ),
        (.add(ada), "Please log in to add friends.", "Failed to add friend. Please try again.", network),
        (.update(ada), "Please log in to update friends.", "Failed to update friend. Please try again.", network),
        (.delete(ada), "Please log in to remove friends.", "Friend not found.", network),
        (.deleteSeveral(3), "Please log in to remove friends.", "Friend not found.", network),
        (.undo([.added(.ada)]), "Please log in to change friends.", "Friend not found.", network),
        (.redo([.deleted(.ada)]), "Please log in to change friends.", "Friend not found.", network),
        (.restore(ada), "Please log in to restore friends.", "Friend not found.", network),
    ]
    private static let network = "Could not connect to server. Check your network and try again later."

    enum Heading: Sendable { case login, gone, network, own(String) }

    private static let serverProblem = "The server had a problem. Try again later."
    private static let unreadable = "The server\u{2019}s reply could not be understood."

    /// Every kind of error, its heading, and whether the same may work the next time.
    static let errors: [(error: FriendsClientError, heading: Heading, canRetry: Bool)] = [
        (.notSignedIn, .login, false), (.tokenRefused(origin: nil), .login, false), (.notFound, .gone, false),
        (.rejected([], reason: "no"), .own("The server rejected this."), false),
        (.conflict(current: nil), .own("Someone else changed this friend in the meantime."), false),
        (offline, .network, true), (.notRunning(server: "127.0.0.1:1"), .own("The server isn\u{2019}t running."), true),
        (.timedOut(.connect), .own("The server did not answer in time."), true),
        (.timedOut(.read), .own("The server did not answer in time."), true),
        (.timedOut(.request), .own("The server did not answer in time."), true),
        (.untrusted(reason: "it is self-signed"), .own("The identity of the server could not be verified."), false),
        (.connectionLost(reason: "it broke"), .own("The connection to the server broke."), true),
        (.unreadableResponse(reason: "it is no JSON"), .own(unreadable), true),
        (.notDone(.unreadableResponse(reason: "it is no JSON")), .own(unreadable), true),
        (.notDone(offline), .network, true),
        (.unavailable(status: "429 Too Many Requests", reason: nil), .own("The server is busy or unavailable."), true),
        (.unavailable(status: "503 Service Unavailable", reason: nil), .own(serverProblem), true),
        (.unavailable(status: "507 Insufficient Storage", reason: "It is full"), .own(serverProblem), true),
        (.failed(status: "500 Internal Server Error", reason: nil), .own(serverProblem), true),
        (.failed(status: "599", reason: "no"), .own(serverProblem), true),
        // The embedded server: the database in this process.
        (.failed(status: "", reason: "It is damaged"), .own("The database had a problem."), true),
        (.notDone(.failed(status: "", reason: "It is full")), .own("The database had a problem."), true),
        (.unavailable(status: "", reason: "It is locked"), .own("The database is busy."), true),
        (
            .unexpectedStatus(status: "302 Found", reason: nil), .own("The server answered with an unexpected status."),
            true
        ),
        (.snapshotTooOld, .own("The list has changed too much."), true),
        (.notOffered, .own("This server can\u{2019}t do that."), false), (.cancelled, .own("Cancelled."), true),
    ]

    /// The table of texts, word for word, for every error of every operation.
    @Test(arguments: errors, operations)
    func headingsAreThoseOfTheTable(
        _ row: (error: FriendsClientError, heading: Heading, canRetry: Bool),
        _ texts: (operation: FriendsList.Operation, login: String, gone: String, network: String)
    ) {
        let failure = Failure(row.error, during: texts.operation)
        switch row.heading {
        case .login: #expect(failure.heading == texts.login)
        case .gone: #expect(failure.heading == texts.gone)
        case .network: #expect(failure.heading == texts.network)
        case .own(let heading): #expect(failure.heading == heading)
        }
        // Whoever is told to try again can, and reads nothing that says otherwise.
        let isTriedAgain = failure.heading.lowercased().contains("please try again")
        #expect(failure.canRetry == (row.canRetry || isTriedAgain))
        #expect(failure.lines.allSatisfy { $0 != "" })
        let text = failure.lines.map(\.words).joined(separator: " ")
        #expect(!(text.contains("anyway") && text.contains("Nothing was changed")))
        #expect(!text.contains("network") || row.error == Self.offline)
    }

    @Test(arguments: [
        (Operation.add(ada), "Could not add Ada Lovelace."), (.update(ada), "Failed to update information."),
        (.delete(ada), "Could not remove Ada Lovelace."),
        (.undo([.added(.ada)]), "Could not undo the addition of Ada Lovelace."),
        (.redo([.deleted(.ada)]), "Could not redo the deletion of Ada Lovelace."),
        (.restore(ada), "Could not restore Ada Lovelace."),
    ])
    func `the first line says what was being done`(operation: FriendsList.Operation, text: String) {
        for error: FriendsClientError in [
            .notSignedIn, .tokenRefused(origin: nil), .notFound, Self.offline, .timedOut(.connect),
        ] {
            #expect(Failure(error, during: operation).lines.first == .text(text))
        }
    }

    @Test(arguments: [
        ("it is full", "It is full."), ("It is full.", "It is full."), ("is it full?", "Is it full?"),
        ("127.0.0.1 is full!", "127.0.0.1 is full!"),
    ])
    func `a reason ends in one mark`(reason: String, line: String) {
        let failure = Failure(.unavailable(status: "429", reason: reason), during: .load)
        #expect(failure.lines.contains(.text(line)))
    }

    /// Only somebody who knows that does not do the same thing again in another way.
    @Test func `a lost response says that it may have been done`() {
        func advice(_ operation: FriendsList.Operation) -> MessageLine {
            switch operation {
            case .add, .update: "It may have been saved anyway. Retry to find out."
            case .delete: "It may have been deleted anyway. Retry to find out."
            default: "It may have been done anyway. Retry to find out."
            }
        }
        for error: FriendsClientError in [
            .timedOut(.read), .timedOut(.request), .connectionLost(reason: "it broke"),
            .failed(status: "504 Gateway Timeout", reason: nil), .unreadableResponse(reason: "it is no JSON"),
        ] {
            for operation: FriendsList.Operation in [
                .add(Self.ada), .update(Self.ada), .delete(Self.ada), .undo([.added(.ada)]), .redo([.deleted(.ada)]),
            ] {
                #expect(Failure(error, during: operation).lines.last == advice(operation))
            }
            #expect(!Failure(error, during: .load).text.contains("anyway"))
        }
        // What could not be asked a second time may have been done by the first.
        let second = Failure(.unreachable(reason: "refused"), during: .delete(Self.ada), mayHaveBeenDone: true)
        #expect(second.lines.last == advice(.delete(Self.ada)))
        for error: FriendsClientError in [
            .timedOut(.connect), .unreachable(reason: "refused"), .unavailable(status: "429", reason: nil),
            .notDone(.unreadableResponse(reason: "it is no JSON")),
        ] {
            #expect(!Failure(error, during: .add(Self.ada)).text.contains("anyway"))
        }
    }

    @Test func `the server's own reason is shown`() {
        let busy = Failure(
            .unavailable(status: "503 Service Unavailable", reason: "Try again in a second."), during: .load)
        #expect(busy.lines == ["The server is busy or unavailable.", "Try again in a second."])
        let silent = Failure(.unavailable(status: "503 Service Unavailable", reason: nil), during: .load)
        #expect(silent.lines == ["The server is busy or unavailable.", "It answered 503 Service Unavailable."])
        let failed = Failure(.failed(status: "500 Oops", reason: "The disk is gone"), during: .add(Self.ada))
        #expect(failed.lines.dropFirst().starts(with: ["It answered 500 Oops.", "The disk is gone."]))
    }

    @Test func `a write that was not done is reported so`() {
        let failure = Failure(.notDone(.unreadableResponse(reason: "the reply is a web page")), during: .add(Self.ada))
        #expect(
            failure.lines == [
                "Could not add Ada Lovelace.", "The reply is a web page.", "Is this the address of a friends server?",
                "Nothing was changed on the server.",
            ])
    }

    @Test func `the parts of a merge are counted only when one of them was made`() {
        let merged = Friend.ada.changed { $0.phoneNumber = "99" }
        let steps: [UndoHistory.Step] = [.updated(from: .ada, to: merged), .deleted(.grace)]
        var series = WriteSeries(steps, WriteOptions(isAtomic: true))
        func lines(of operation: FriendsList.Operation) -> [MessageLine] {
            WriteResult(series).failurePrompt(during: operation).lines
        }
        func end(_ result: Result<Friend?, FriendsClientError>) {
            for call in series.next(1) { series.end(.init(call: call, result: result)) }
        }
        end(.failure(.unavailable(status: "503", reason: nil)))
        for operation in [FriendsList.Operation.merge(merged.details), .redo(steps)] {
            #expect(!lines(of: operation).contains("0 of 2 done, 2 left."))
        }
        #expect(lines(of: .updateSeveral(2)).contains("0 of 2 done, 2 left."))
        series.begin()
        end(.success(merged))
        end(.failure(.unavailable(status: "503", reason: nil)))
        #expect(lines(of: .merge(merged.details)).contains("1 of 2 done, 1 left."))
    }

    @Test func `the login advice depends on the token`() {
        for operation: FriendsList.Operation in [.load, .add(Self.ada), .delete(Self.ada), .undo([.added(.ada)])] {
            let missing = Failure(.notSignedIn, during: operation)
            let refused = Failure(.tokenRefused(origin: "~/token (--token-file)"), during: operation)
            #expect(refused.heading == missing.heading)
            #expect(missing.lines.last?.words.hasPrefix("Put your token in a file that only you can read.") == true)
            #expect(
                refused.lines.suffix(2) == [
                    "The server refused the token in ~/token (--token-file).",
                    "Ask the operator of the server for a new one.",
                ])
        }
    }

    @Test func aReasonIsASentence() {
        #expect(
            Failure(.untrusted(reason: "it is self-signed"), during: .load).lines.first == "It is self-signed.")
        #expect(Failure(Self.offline, during: .load).lines == ["No route to 127.0.0.1:1."])
    }

    @Test func `who is not saved is named when the server is not running`() {
        let error = FriendsClientError.notRunning(server: "127.0.0.1:1")
        for operation: FriendsList.Operation in [.add(Self.ada), .update(Self.ada)] {
            #expect(
                Failure(error, during: operation).lines
                    == ["Not saved: Ada Lovelace.", "There is no server at 127.0.0.1:1."])
            let again = Failure(error, during: operation, mayHaveBeenDone: true).lines
            #expect(!again.contains("Not saved: Ada Lovelace."), "an earlier attempt may have saved it")
        }
        #expect(
            Failure(error, during: .delete(Self.ada)).lines
                == ["Could not remove Ada Lovelace.", "There is no server at 127.0.0.1:1."])
    }

    @Test func `a reason that repeats the status is said once`() {
        let error = FriendsClientError.failed(status: "500 Internal Server Error", reason: "Internal Server Error")
        #expect(Failure(error, during: .load).lines == ["It answered 500 Internal Server Error."])
    }
}

extension Failure {
    fileprivate var text: String { lines.map(\.words).joined(separator: " ") }
}
