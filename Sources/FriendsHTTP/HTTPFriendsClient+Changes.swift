import FriendsModel
import FriendsWire
import HTTPTransport
import NIOCore
import NIOHTTP1

extension HTTPFriendsClient {
    /// `GET /friends?since=`.
    package func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        let request = try Request(Interface.friendsPath, since: snapshot)
        let response = try await transport.response(to: request)
        let changes = try await changes(from: response.offered())
        server.noteHistory()
        return changes
    }

    /// Decodes off the caller's actor, like a page.
    @concurrent
    private func changes(from response: Response) async throws(FriendsClientError) -> ListChanges {
        do throws(FriendsClientError) {
            return try ListChanges(response)
        } catch {
            // A server without the parameter answers with the list.
            let list = try? response.decoded(as: FriendListDocument.self, expected: "a list of friends")
            throw list?.isOfFriends == true ? .notOffered : error
        }
    }

    package func history(of snapshot: FriendPage.Snapshot) -> String? { snapshot.history }

    /// `GET /events`, without a request timeout. A broken stream is not opened again here: the caller decides that.
    @concurrent
    package func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        var request = try Request(Interface.eventsPath, since: snapshot)
        request.headers.replaceOrAdd(name: "Accept", value: Interface.eventStreamMediaType)
        let (response, body) = try await transport.open(request)
        guard response.isEventStream else {
            if try response.offered().isForeign {
                throw .unreadableResponse(reason: "the reply is not a stream of events")
            }
            throw .notOffered
        }
        var stream = EventStream(body, maximumEventSize: transport.limits.maximumResponseSize)
        var last = snapshot
        var isConnected = false
        while let piece = try await stream.next() {
            guard case .event(let event) = piece else {
                if isConnected { await receive(.alive) }
                continue
            }
            switch EventType(rawValue: event.type) {
            case .connected:
                server.noteHistory()
                isConnected = true
                await receive(.connected)
            case .changes:
                let changes = try ListChanges(
                    Response(
                        status: .ok, headers: [:], body: .success(ByteBuffer(bytes: event.data)),
                        authorizationOrigin: response.authorizationOrigin))
                // Each change is delivered once.
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
    /// The request for the changes since a snapshot.
    /// - Throws: ``FriendsClientError/notOffered`` for a snapshot of another kind of server.
    fileprivate init(_ path: String, since snapshot: FriendPage.Snapshot) throws(FriendsClientError) {
        guard let position = snapshot.position else { throw .notOffered }
        self.init(forJSON: .GET, path)
        query = "?\(Interface.sinceParameter)=\(position.percentEncoded)"
    }
}

extension Response {
    fileprivate var isEventStream: Bool {
        let mediaType = headers.first(name: "Content-Type").map { String($0.prefix { $0 != ";" }) }
        return status == .ok && mediaType?.trimmed.lowercased() == Interface.eventStreamMediaType
    }

    /// The response if it is a success of a server with a history.
    fileprivate func offered() throws(FriendsClientError) -> Response {
        // The error page of a proxy does not say what the server offers.
        if [400, 404, 405, 406, 410].contains(status.code), !isGenuineRefusal { throw foreignRefusal }
        switch status.code {
        case 410: throw .snapshotTooOld
        case 400, 404, 405, 406: throw .notOffered
        default: return try success()
        }
    }
}

extension ListChanges {
    fileprivate init(_ response: Response) throws(FriendsClientError) {
        let document = try response.decoded(as: ChangesDocument.self, expected: "a list of changes")
        // An unreadable entry could be any friend, so the list has to be loaded.
        guard document.changed.unreadableCount == 0 else { throw .snapshotTooOld }
        self.init(
            changed: document.changed.friends, deleted: document.deleted.map(Friend.ID.init),
            snapshot: FriendPage.Snapshot(position: document.position))
    }
}
