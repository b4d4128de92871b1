import FoundationEssentials
import FriendsModel
import FriendsWire
import NIOHTTP1

extension HTTPFriendsClient {
    /// How many deleted friends are asked for: more than anybody goes through, and a moment's work for both ends.
    package static let trashSize = 10_000

    /// `GET /trash`, for the last ones of them.
    package func deleted() async throws(FriendsClientError) -> Trash {
        var request = Request(.GET, Interface.trashPath)
        request.query = "?\(Interface.limitParameter)=\(Self.trashSize)"
        let answer = try await transport.answer(to: request)
        // Other kinds of server have no such path.
        if [404, 405, 406, 410].contains(answer.status.code) {
            throw answer.isGenuineRefusal ? .notOffered : answer.foreignRefusal
        }
        return try await trash(from: answer.success())
    }

    /// Decodes away from the caller's actor, as a page.
    @concurrent
    private func trash(from answer: Answer) async throws(FriendsClientError) -> Trash {
        let document = try answer.decoded(as: TrashDocument.self, expected: "a list of deleted friends")
        guard document.isOfFriends else {
            throw .unreadableAnswer(reason: "the reply is not a list of deleted friends")
        }
        let friends = document.friends.compactMap(\.deletedFriend)
        return Trash(
            friends: friends,
            unreadableCount: document.unreadableCount + document.friends.count - friends.count,
            totalCount: answer.headers.first(name: Interface.totalCountHeader).flatMap(Int.init).filter { $0 >= 0 })
    }
}

extension DeletedFriendDocument {
    /// Nil when nobody can tell when it was deleted.
    fileprivate var deletedFriend: DeletedFriend? {
        guard let date = try? Date(deleted, strategy: .iso8601) else { return nil }
        return DeletedFriend(friend: friend, deletedAt: Int(date.timeIntervalSince1970))
    }
}
