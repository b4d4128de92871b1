import FriendsModel
import FriendsWire
import NIOCore
import NIOHTTP1

extension HTTPFriendsClient {
    /// `GET /friends?since=`.
    package func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        let request = try Request(Interface.friendsPath, since: snapshot)
        let answer = try await transport.answer(to: request)
        let changes = try await changes(from: answer.offered())
        server.learnThatItKeepsHistory()
        return changes
    }

    /// Decodes away from the caller's actor, as a page.
    @concurrent
    private func changes(from answer: Answer) async throws(FriendsClientError) -> ListChanges {
        do throws(FriendsClientError) {
            return try ListChanges(answer)
        } catch {
            // A server that does not know the parameter answers with the list.
            let list = try? answer.decoded(as: FriendListDocument.self, expected: "a list of friends")
            throw list?.isOfFriends == true ? .notOffered : error
        }
    }

    /// `GET /events`, without a limit of time for the whole. It is not made again when the stream breaks: the caller
    /// knows whether that is wanted, and since when.
    @concurrent
    package func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        var request = try Request(Interface.eventsPath, since: snapshot)
        request.headers.replaceOrAdd(name: "Accept", value: Interface.eventStreamMediaType)
        let (opened, answer) = try await transport.open(request)
        guard var stream = opened else {
            if try answer.offered().isForeign {
                throw .unreadableAnswer(reason: "the reply is not a stream of events")
            }
            // Whatever it is, it is no stream of events.
            throw .notOffered
        }
        var last = snapshot
        var stands = false
        while let piece = try await stream.next() {
            guard case .event(let event) = piece else {
                if stands { await receive(.alive) }
                continue
            }
            switch EventType(rawValue: event.type) {
            case .connected:
                server.learnThatItKeepsHistory()
                stands = true
                await receive(.connected)
            case .changes:
                let changes = try ListChanges(
                    Answer(
                        status: .ok, headers: [:], body: .success(ByteBuffer(bytes: event.data)),
                        hadToken: answer.hadToken))
                // What was handed over already is not handed over twice.
                guard changes.snapshot != last else { continue }
                last = changes.snapshot
                await receive(.changes(changes))
            case .reset:
                throw .snapshotTooOld
            case nil:
                continue
            }
        }
    }
}

extension Request {
    /// The request for what comes after a snapshot.
    /// - Throws: ``FriendsClientError/notOffered`` for a snapshot of another kind of server.
    fileprivate init(_ path: String, since snapshot: FriendPage.Snapshot) throws(FriendsClientError) {
        guard let position = snapshot.position else { throw .notOffered }
        self.init(.GET, path)
        query = "?\(Interface.sinceParameter)=\(position.percentEncoded)"
    }
}

extension Answer {
    /// The answer when it is a success, of a server that has a record of changes.
    fileprivate func offered() throws(FriendsClientError) -> Answer {
        // An error page of something in between does not say what the server offers.
        if [400, 404, 405, 406, 410].contains(status.code), !isGenuineRefusal { throw foreignRefusal }
        switch status.code {
        case 410: throw .snapshotTooOld
        case 400, 404, 405, 406: throw .notOffered
        default: return try success()
        }
    }
}

extension ListChanges {
    fileprivate init(_ answer: Answer) throws(FriendsClientError) {
        let document = try answer.decoded(as: ListChangesDocument.self, expected: "a list of changes")
        // What an entry was that cannot be read is not known; the list says which friends there are.
        guard document.changed.unreadableCount == 0 else { throw .snapshotTooOld }
        self.init(
            changed: document.changed.friends, deleted: document.deleted.map(Friend.ID.init),
            snapshot: FriendPage.Snapshot(position: document.position))
    }
}
