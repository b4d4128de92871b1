import FoundationEssentials
import FriendsModel
import FriendsWire
import NIOCore
import NIOHTTP1

/// The writes. Where the answer does not say what came of one, the friend is asked for before anything is said
/// (Docs/Decisions/0021-answers-of-others.md).
extension HTTPFriendsClient {
    /// `POST /friends`. When the answer has no friend in it, what was sent is what there is, at the version in its `ETag`.
    package func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        var request = Request(.POST, Interface.friendsPath)
        try request.write(FriendFieldsDocument(details, id: id), as: Interface.jsonMediaType)
        request.isRepeatable = server.keepsIDs
        let answer = try await transport.answer(to: request)
        // The first servers of this kind give a friend an id of their own.
        let outcome = answer.outcome(of: id) { friend in
            (friend.id == id || !server.keepsIDs) && friend.details.isStoredForm(of: details)
        }
        switch outcome {
        case .done(let friend):
            return friend ?? Friend(id: id, version: answer.version, details: details)
        case .refused(.conflict(let current?)) where answer.status == .conflict && current.details == details:
            // That it is there already is what was wanted.
            return current
        case .refused(let error):
            throw error
        case .unknown(let error, let mayBeDone):
            if let found = try await present(id, orThrow: error) { return try found.holding(details) }
            // Where ids are not kept it can be there under another one.
            if mayBeDone { throw server.keepsIDs ? answer.notDone(error) : error }
            throw .rejected([], reason: "It answered \(answer.statusLine)")
        }
    }

    /// `PATCH /friends/{id}` with the changed fields alone, on condition that the version is the same (`If-Match`).
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        var request = Request(.PATCH, try Request.path(of: id))
        try request.require(version)
        try request.write(FriendFieldsDocument(changes), as: Interface.mergePatchMediaType)
        let answer = try await transport.answer(to: request)
        let outcome = answer.outcome(of: id) { friend in
            guard friend.id == id else { return false }
            if changes.isMade(in: friend.details) { return true }
            // A server that stores another form of a text makes a new version all the same.
            let isChanged = friend.version != version || version.rawValue.isEmpty
            return isChanged && friend.details.isStoredForm(of: changes.applied(to: friend.details))
        }
        switch outcome {
        case .done(let friend):
            return friend
        case .refused(.conflict(let current?)) where answer.lostReply != nil && changes.isMade(in: current.details):
            // When the reply to an earlier attempt was lost, the change that is in the way can be this very one.
            return current
        case .refused(let error):
            throw error
        case .unknown(let error, let mayBeDone):
            guard let found = try await present(id, orThrow: error) else { throw .notFound }
            if mayBeDone, changes.isMade(in: found.details) { return found }
            throw found.version == version ? answer.notDone(error) : .conflict(current: found)
        }
    }

    /// `DELETE /friends/{id}`, on condition that the version is the same (`If-Match`).
    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        var request = Request(.DELETE, try Request.path(of: id))
        try request.require(version)
        let answer = try await transport.answer(to: request)
        switch answer.outcome(of: id, isExpected: { $0.id == id }) {
        case .done:
            return
        case .refused(.notFound) where answer.lostReply != nil:
            // It is the attempt whose reply was lost that has deleted the friend.
            return
        case .refused(let error):
            throw error
        case .unknown(let error, let mayBeDone):
            guard let found = try await present(id, orThrow: error) else {
                if mayBeDone { return }
                throw .notFound
            }
            throw found.version == version ? answer.notDone(error) : .conflict(current: found)
        }
    }

    /// `POST /trash/{id}/restore`; where there is no such friend, or no trash, the friend is added anew.
    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        var request = Request(.POST, try Request.path(of: id, in: Interface.trashPath) + Interface.restoreSuffix)
        request.isRepeatable = true
        let answer = try await transport.answer(to: request)
        let isMissing = [404, 405].contains(answer.status.code)
        // Whatever it was that said so: nothing is believed of it but what comes of the addition.
        if isMissing, answer.isGenuineRefusal || answer.lostReply == nil { return try await add(details, id: id) }
        switch answer.outcome(of: id, isExpected: { $0.id == id }) {
        case .done(let friend):
            return friend ?? Friend(id: id, version: answer.version, details: details)
        case .refused(.conflict(let current?)) where answer.status == .conflict && current.details == details:
            return current
        case .refused(let error):
            throw error
        case .unknown(let error, let mayBeDone):
            if let found = try await present(id, orThrow: error) { return try found.holding(details) }
            if isMissing { return try await add(details, id: id) }
            if mayBeDone { throw answer.notDone(error) }
            throw .rejected([], reason: "It answered \(answer.statusLine)")
        }
    }

    /// The friend as it is now, or nil when the server says that there is none.
    /// - Parameter unknown: what is thrown when it does not say so either.
    private func present(
        _ id: Friend.ID, orThrow unknown: FriendsClientError
    ) async throws(FriendsClientError) -> Friend? {
        do {
            return try await friend(id)
        } catch .notFound {
            return nil
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw unknown
        }
    }
}

extension Friend {
    /// The friend, when it is what was to be stored.
    fileprivate func holding(_ details: FriendDetails) throws(FriendsClientError) -> Friend {
        guard self.details == details else { throw .conflict(current: self) }
        return self
    }
}

extension FriendChanges {
    fileprivate func isMade(in details: FriendDetails) -> Bool { applied(to: details) == details }
}

extension FriendDetails {
    /// Whether a server may have made these details of the others: texts are trimmed, normalised, written in another
    /// case, and phone numbers in another format.
    fileprivate func isStoredForm(of sent: FriendDetails) -> Bool {
        self == sent || FriendField.allCases.allSatisfy { self[$0].essence == sent[$0].essence }
    }
}

extension String {
    /// The text without what a server may change of it, to be compared by canonical equivalence.
    fileprivate var essence: String {
        let scalars = unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation, .mathSymbol, .control, .format:
                false
            default: !scalar.properties.isWhitespace
            }
        }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }
}

extension Request {
    /// Puts a document into the body of a request that writes.
    fileprivate mutating func write(
        _ document: FriendFieldsDocument, as mediaType: String
    ) throws(FriendsClientError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(document) else {
            throw .rejected([], reason: "The text cannot be written as JSON")
        }
        body = ByteBuffer(bytes: json)
        headers.add(name: "Content-Type", value: mediaType)
    }
}
