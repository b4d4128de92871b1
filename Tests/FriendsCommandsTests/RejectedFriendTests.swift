import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

/// One friend of a series whom the server does not take.
@Suite(.timeLimit(.minutes(10)))
struct RejectedFriendTests {
    /// A server without batches that answers the deletion of one friend with an error.
    private struct Server: PartialClient {
        let refused: Friend.ID
        let error: FriendsClientError

        func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
            if id == refused { throw error }
        }
    }

    @Test(
        arguments: [
            (.rejected([], reason: "No"), true), (.notFound, true), (.conflict(current: nil), true),
            (.timedOut(.connect), false),
            (.cancelled, false),
        ] as [(FriendsClientError, Bool)])
    func `a series goes on after an error of one friend`(error: FriendsClientError, goesOn: Bool) async {
        let writes = [Friend].numbered(3).map { FriendWrite.delete($0.id, at: $0.version) }
        let series = await WriteSeries.made(writes, on: Server(refused: writes[1].id, error: error))
        #expect(series.results == (goesOn ? [.success(nil), .failure(error), .success(nil)] : [.success(nil)]))
        #expect(series.stop == (goesOn ? nil : error))
    }
}
