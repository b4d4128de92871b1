import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport
import NIOCore
import NIOHTTP1

/// The writes. When the outcome of one is unknown, the friend is read to find out
/// (Docs/Decisions/0021-foreign-responses.md).
extension HTTPFriendsClient {
    /// `POST /friends`. Without a friend in the response, the result is what was sent, with the version in the `ETag`.
    package func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        var request = Request(forJSON: .POST, Interface.friendsPath)
        try request.write(FriendRequest(details, id: id, rest: rest), as: Interface.jsonMediaType)
        request.isRepeatable = server.keepsIDs
        // A command that only adds has read no list, so it does not know yet whether the server keeps ids.
        let response = try await transport.response(to: request) { deadline in
            guard server.isUnknown else { return false }
            let request = Self.request(forPageAfter: nil, size: Self.firstPageSize)
            let outcome = await transport.outcome(of: request, isFirst: false, before: deadline)
            if let response = try? outcome.get().success(), let page = try? await page(from: response, after: nil) {
                server.learn(from: page)
            }
            return server.keepsIDs
        }
        return try await added(details, id: id, rest: rest, by: response)
    }

    /// Returns the friend according to the response to an addition.
    func added(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?, by response: Response
    ) async throws(FriendsClientError) -> Friend {
        // The first servers of this kind choose the ids themselves.
        let outcome = response.outcome(of: id) { friend in
            (friend.id == id || !server.keepsIDs) && friend.details.isStoredForm(of: details)
        }
        switch outcome {
        case .done(let friend):
            return friend ?? Friend(id: id, version: response.version, details: details)
        case .refused(let error):
            // It may have been added before.
            if case .conflict(let current?) = error, response.status == .conflict, current.details == details,
                try await hasRest(rest, id, orThrow: error)
            {
                return current
            }
            throw error
        case .unknown(let error, let mayHaveBeenDone):
            if let found = try await present(id, orThrow: error) { return try found.holding(details, rest: rest) }
            // A server that does not keep ids may have it with another one.
            if mayHaveBeenDone { throw server.keepsIDs ? response.notDone(error) : error }
            throw .rejected([], reason: "It answered \(response.statusLine)")
        }
    }

    /// `PATCH /friends/{id}` with the changed fields only, if the version is the same (`If-Match`).
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        var request = Request(forJSON: .PATCH, try Request.path(of: id))
        try request.require(version)
        try request.write(FriendRequest(changes, rest: rest), as: Interface.mergePatchMediaType)
        return try await updated(id, with: changes, rest: rest, from: version, by: transport.response(to: request))
    }

    /// Returns the friend according to the response to an update; nil if the response is empty.
    func updated(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version,
        by response: Response
    ) async throws(FriendsClientError) -> Friend? {
        let outcome = response.outcome(of: id) { friend in
            guard friend.id == id else { return false }
            if changes.isMade(in: friend.details) { return true }
            // A server may store another form of a text, with a new version.
            let isChanged = friend.version != version || version.rawValue.isEmpty
            return isChanged && friend.details.isStoredForm(of: changes.applied(to: friend.details))
        }
        switch outcome {
        case .done(let friend):
            return friend
        case .refused(let error):
            // The conflicting change can come from an earlier attempt whose response was lost.
            if case .conflict(let current?) = error, response.lostResponse != nil, changes.isMade(in: current.details),
                try await hasRest(rest, id, orThrow: error)
            {
                return current
            }
            throw error
        case .unknown(let error, let mayHaveBeenDone):
            guard let found = try await present(id, orThrow: error) else { throw .notFound }
            if mayHaveBeenDone, changes.isMade(in: found.friend.details), try found.hasRest(rest) {
                return found.friend
            }
            throw found.friend.version == version ? response.notDone(error) : .conflict(current: found.friend)
        }
    }

    /// `DELETE /friends/{id}`, if the version is the same (`If-Match`).
    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        var request = Request(forJSON: .DELETE, try Request.path(of: id))
        try request.require(version)
        try await deleted(id, at: version, by: transport.response(to: request))
    }

    /// Checks the response to a deletion. Throws unless the friend was deleted.
    func deleted(
        _ id: Friend.ID, at version: Friend.Version, by response: Response
    ) async throws(FriendsClientError) {
        switch response.outcome(of: id, isExpected: { $0.id == id }) {
        case .done:
            return
        case .refused(.notFound) where response.lostResponse != nil:
            // The attempt whose response was lost has deleted the friend.
            return
        case .refused(let error):
            throw error
        case .unknown(let error, let mayHaveBeenDone):
            guard let found = try await present(id, orThrow: error)?.friend else {
                if mayHaveBeenDone { return }
                throw .notFound
            }
            throw found.version == version ? response.notDone(error) : .conflict(current: found)
        }
    }

    /// `POST /trash/{id}/restore`; without such a friend, or without a trash, the friend is added.
    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        let path = try Request.path(of: id, in: Interface.trashPath) + Interface.restoreSuffix
        var request = Request(forJSON: .POST, path)
        request.isRepeatable = true
        return try await restored(id, details: details, by: transport.response(to: request))
    }

    /// Returns the friend according to the response to a restoration.
    func restored(
        _ id: Friend.ID, details: FriendDetails, by response: Response
    ) async throws(FriendsClientError) -> Friend {
        let isMissing = [404, 405].contains(response.status.code)
        // Also after a refusal that is not genuine: the outcome of the addition counts.
        if isMissing, response.isGenuineRefusal || response.lostResponse == nil {
            return try await add(details, id: id)
        }
        switch response.outcome(of: id, isExpected: { $0.id == id }) {
        case .done(let friend):
            return friend ?? Friend(id: id, version: response.version, details: details)
        case .refused(.conflict(let current?)) where response.status == .conflict && current.details == details:
            return current
        case .refused(let error):
            throw error
        case .unknown(let error, let mayHaveBeenDone):
            if let found = try await present(id, orThrow: error) { return try found.holding(details) }
            if isMissing { return try await add(details, id: id) }
            if mayHaveBeenDone { throw response.notDone(error) }
            throw .rejected([], reason: "It answered \(response.statusLine)")
        }
    }

    /// Whether the friend has the rest that was sent; true if none was.
    /// - Parameter refusal: the error if there is no such friend, or the server does not answer.
    private func hasRest(
        _ rest: [UInt8]?, _ id: Friend.ID, orThrow refusal: FriendsClientError
    ) async throws(FriendsClientError) -> Bool {
        guard rest != nil else { return true }
        return try await present(id, orThrow: refusal)?.hasRest(rest) ?? false
    }

    /// The current state of the friend; nil if the server says that it does not exist.
    /// - Parameter unknown: the error if the server does not answer that either.
    private func present(
        _ id: Friend.ID, orThrow unknown: FriendsClientError
    ) async throws(FriendsClientError) -> WholeFriendDocument? {
        do {
            return try await whole(id)
        } catch .notFound {
            return nil
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw unknown
        }
    }
}

extension WholeFriendDocument {
    /// Whether it is the rest that was sent; true if none was.
    fileprivate func hasRest(_ rest: [UInt8]?) throws(FriendsClientError) -> Bool {
        guard let rest else { return true }
        return try restBytes() ?? [] == rest
    }

    /// The friend, if it has these details, and this rest if one is given.
    fileprivate func holding(
        _ details: FriendDetails, rest: [UInt8]? = nil
    ) throws(FriendsClientError) -> Friend {
        guard friend.details == details, try hasRest(rest) else { throw .conflict(current: friend) }
        return friend
    }
}

extension FriendChanges {
    func isMade(in details: FriendDetails) -> Bool { applied(to: details) == details }
}

extension FriendDetails {
    /// Whether a server may store the sent details in this form: with trimmed or normalised texts, another case, and
    /// another phone number format.
    fileprivate func isStoredForm(of sent: FriendDetails) -> Bool {
        self == sent
            || FriendField.allCases.allSatisfy { self[$0].essence == sent[$0].essence }
                && lines.count == sent.lines.count
                && zip(lines, sent.lines).allSatisfy { $0.isStoredForm(of: $1) }
    }
}

extension FriendLine {
    fileprivate func isStoredForm(of sent: FriendLine) -> Bool {
        id == sent.id && kind == sent.kind && label.essence == sent.label.essence
            && value.essence == sent.value.essence
    }
}

extension String {
    /// The part of the text that a server does not change, compared by canonical equivalence.
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
    /// Sets the body.
    mutating func write(
        _ document: some Encodable, as mediaType: String
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
