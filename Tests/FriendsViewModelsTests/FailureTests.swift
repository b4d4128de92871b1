import FriendsModel
import FriendsViewModels
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    static let ada = Friend.ada.details
    static let offline = FriendsClientError.unreachable(reason: "127.0.0.1:1 refused the connection")

    /// The table of texts, word for word.
    @Test(arguments: [
        (Operation.load, FriendsClientError.notSignedIn, "Please log in to load your friends."),
        (.load, .notFound, "Could not complete request, please try again."),
        (.load, offline, "Loading failed, check network connection."),
        (.load, .failed(status: "500 Internal Server Error", reason: nil), "Loading failed, check network connection."),
        (.add(ada), .notSignedIn, "Please log in to add friends."),
        (.add(ada), .notFound, "Failed to add friend. Please try again."),
        (.add(ada), offline, "Could not connect to server. Check your network and try again later."),
        (
            .add(ada), .failed(status: "500", reason: nil),
            "Could not connect to server. Check your network and try again later."
        ),
        (.update(ada), .notSignedIn, "Please log in to update friends."),
        (.update(ada), .notFound, "Failed to update friend. Please try again."),
        (.update(ada), offline, "Could not connect to server. Check your network and try again later."),
        (.delete(ada), .notSignedIn, "Please log in to remove friends."),
        (.delete(ada), .notFound, "Friend not found."),
        (.delete(ada), offline, "Could not connect to server. Check your network and try again later."),
        (.loadTrash, .notSignedIn, "Please log in to see deleted friends."),
        (.loadTrash, .notFound, "Could not complete request, please try again."),
        (.loadTrash, offline, "Loading failed, check network connection."),
        (.loadTrash, .notOffered, "This server cannot do that."),
        (.restore(ada), .tokenRefused, "Please log in to restore friends."),
        (.restore(ada), .notFound, "Friend not found."),
        (.restore(ada), offline, "Could not connect to server. Check your network and try again later."),
    ])
    func headingsAreThoseOfTheTable(operation: FriendsViewModels.Operation, error: FriendsClientError, text: String) {
        #expect(Failure(error, during: operation).heading == text)
    }

    @Test(arguments: [
        (Operation.add(ada), "Could not add Ada Lovelace."), (.update(ada), "Failed to update information."),
        (.delete(ada), "Could not remove Ada Lovelace."),
        (.undo([.added(.ada)]), "Could not undo the addition of Ada Lovelace."),
        (.redo([.deleted(.ada)]), "Could not redo the deletion of Ada Lovelace."),
        (.restore(ada), "Could not restore Ada Lovelace."),
    ])
    func theSecondLineSaysWhatWasBeingDone(operation: FriendsViewModels.Operation, text: String) {
        for error: FriendsClientError in [.notSignedIn, .tokenRefused, .notFound, Self.offline, .timedOut(.connection)]
        {
            #expect(Failure(error, during: operation).lines.first == text)
        }
    }

    @Test(arguments: [
        (FriendsClientError.timedOut(.nextPiece), "The server did not answer in time."),
        (.connectionLost(reason: "it broke"), "The connection to the server broke."),
        (.untrusted(reason: "it is self-signed"), "The server could not prove who it is."),
        (.unreadableAnswer(reason: "it is no JSON"), "The server\u{2019}s answer could not be understood."),
        (.unavailable(status: "507", reason: nil), "The server cannot do this now."),
        (.rejected([], reason: "no"), "The server did not accept this."),
        (.conflict(current: nil), "Somebody else has changed this friend meanwhile."),
    ])
    func whatHasItsOwnReasonSaysSo(error: FriendsClientError, heading: String) {
        for operation: FriendsViewModels.Operation in [.load, .add(Self.ada), .update(Self.ada), .delete(Self.ada)] {
            #expect(Failure(error, during: operation).heading == heading)
        }
    }

    /// Only somebody who knows that does not do the same thing again in another way.
    @Test func whoseReplyWasLostIsToldThatItMayHaveHappened() {
        let doubt = "It may have happened all the same: Retry finds out."
        for error: FriendsClientError in [
            .timedOut(.nextPiece), .timedOut(.wholeCall), .connectionLost(reason: "it broke"),
            .failed(status: "504 Gateway Timeout", reason: nil), .unreadableAnswer(reason: "it is no JSON"),
        ] {
            for operation: FriendsViewModels.Operation in [
                .add(Self.ada), .update(Self.ada), .delete(Self.ada), .undo([.added(.ada)]), .redo([.deleted(.ada)]),
            ] {
                #expect(Failure(error, during: operation).lines.last == doubt)
            }
            #expect(!Failure(error, during: .load).lines.contains(doubt))
        }
        // What could not be asked a second time may have been done by the first.
        let second = Failure(.unreachable(reason: "refused"), during: .delete(Self.ada), isInDoubt: true)
        #expect(second.lines.last == doubt)
        for error: FriendsClientError in [
            .timedOut(.connection), .unreachable(reason: "refused"), .unavailable(status: "429", reason: nil),
        ] {
            #expect(!Failure(error, during: .add(Self.ada)).lines.contains(doubt))
        }
    }

    @Test func whatTheServerSaysOfItselfIsEnough() {
        let busy = Failure(
            .unavailable(status: "503 Service Unavailable", reason: "Try again in a second."), during: .load)
        #expect(busy.lines == ["Try again in a second."])
        let silent = Failure(.unavailable(status: "503 Service Unavailable", reason: nil), during: .load)
        #expect(silent.lines == ["It answered 503 Service Unavailable."])
    }

    @Test func howToLogInDependsOnWhetherThereWasAToken() {
        for operation: FriendsViewModels.Operation in [.load, .add(Self.ada), .delete(Self.ada), .undo([.added(.ada)])]
        {
            let missing = Failure(.notSignedIn, during: operation)
            let refused = Failure(.tokenRefused, during: operation)
            #expect(refused.heading == missing.heading)
            #expect(missing.lines.last?.contains("Start friends with --token-file FILE") == true)
            #expect(refused.lines.last?.contains("does not accept the token of --token-file") == true)
        }
    }

    @Test func aReasonIsASentence() {
        #expect(
            Failure(.untrusted(reason: "it is self-signed"), during: .load).lines.first == "It is self-signed.")
        #expect(Failure(Self.offline, during: .load).lines == ["127.0.0.1:1 refused the connection."])
    }

    @Test func retryIsOfferedWhereItMayHelp() {
        let hopeless: [FriendsClientError] = [
            .notSignedIn, .tokenRefused, .notFound, .rejected([], reason: nil), .conflict(current: nil),
            .untrusted(reason: ""),
        ]
        for error in hopeless { #expect(!Failure(error, during: .load).canRetry) }
        let hopeful: [FriendsClientError] = [
            Self.offline, .timedOut(.wholeCall), .failed(status: "502", reason: nil),
            .unavailable(status: "503", reason: nil), .unreadableAnswer(reason: ""),
            .connectionLost(reason: ""),
        ]
        for error in hopeful { #expect(Failure(error, during: .load).canRetry) }
    }
}
