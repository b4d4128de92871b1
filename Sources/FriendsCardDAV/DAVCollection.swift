import FriendsDAV
import FriendsXML
import Synchronization

/// An address book of a CardDAV server. What servers do in different ways is decided here (Docs/CardDAV.md).
package struct DAVCollection: CardCollection {
    let client: DAVClient
    let address: DAVAddress
    /// What was learned of the server.
    let knowledge = Knowledge()

    package init(_ address: DAVAddress, _ client: DAVClient) {
        self.address = address.asFolder
        self.client = client
    }

    final class Knowledge: Sendable {
        struct State {
            /// The number of cards whose size was not the one that the server says, also when they were read alone.
            var wrongSizes = 0
        }

        let state = Mutex(State())
    }

    // MARK: - Changes

    /// The beginning of a position that is a token of the server, and of one that is a mark of its whole state.
    private static let (token, tag) = ("token ", "tag ")
    /// A server that answers with a part of the changes says so. One that always does would never end.
    private static let maximumParts = 1_000
    /// The status of a collection of which an answer has a part only.
    private static let cutStatus = 507

    package func changes(since position: CollectionPosition?) async throws(CollectionError) -> CollectionChanges {
        do throws(DAVError) {
            if let position, let token = position.text(after: Self.token) {
                if let changes = try await changes(sinceToken: token) { return changes }
                return try await whole()
            }
            return try await whole(unless: position)
        } catch {
            throw CollectionError(error)
        }
    }

    /// The changes since a token; nil if the server does not know it.
    private func changes(sinceToken token: String) async throws(DAVError) -> CollectionChanges? {
        var changes = CollectionChanges(changed: [], isWhole: false)
        var token = token
        for _ in 0..<Self.maximumParts {
            let answer: Multistatus
            do throws(DAVError) {
                answer = try await client.report(Self.syncRequest(token), of: address)
            } catch {
                switch error {
                case .refused(let refusal) where refusal.isBusy: throw error
                // Each server refuses an unknown token in its own way, one of them with 500. The whole list says the rest.
                case .refused, .unreadable: return nil
                case .noAnswer, .notSignedIn, .elsewhere: throw error
                }
            }
            guard let next = answer.syncToken, answer.isComplete else { return nil }
            // There are more changes after the next token.
            let isCut = answer.resources.contains { $0.status == Self.cutStatus }
            for resource in answer.resources where resource.status != Self.cutStatus {
                if let reference = reference(resource) {
                    changes.changed.append(reference)
                } else if resource.isGone, resource.address != address {
                    changes.removed.append(resource.address.name)
                }
            }
            changes.position = CollectionPosition(Self.token + next)
            if !isCut { return changes.withoutRepetitions }
            guard next != token else { return nil }
            token = next
        }
        return nil
    }

    /// A limit is not sent: some servers cut the list, and hand out the last token.
    private static func syncRequest(_ token: String) -> XMLElement {
        XMLElement(
            DAVNames.syncCollection,
            [
                XMLElement(DAVNames.syncToken, text: token), XMLElement(DAVNames.syncLevel, text: "1"),
                XMLElement(DAVNames.prop, [XMLElement(DAVNames.etag)]),
            ])
    }

    /// All cards.
    /// - Parameter position: the position of the last known state, of a server without tokens. Nothing has changed if it is the same.
    private func whole(unless position: CollectionPosition? = nil) async throws(DAVError) -> CollectionChanges {
        // Its own state is read before the cards: what changes in between is read again next time.
        let own = try await client.properties(
            [DAVNames.resourceType, DAVNames.syncToken, DAVNames.collectionTag], of: address
        ).answer
        guard let properties = own.resources.first(where: { $0.address == address }) ?? own.resources.first,
            properties.status.map({ $0 / 100 == 2 }) ?? true
        else { throw .unreadable(reason: "the reply is not about this address book") }
        // Cards that are stored elsewhere can become folders.
        guard properties.isA(DAVNames.addressBook) else { throw .unreadable(reason: "its address is no address book") }
        let token = properties.text(DAVNames.syncToken).map { CollectionPosition(Self.token + $0) }
        let tag = properties.text(DAVNames.collectionTag).map { CollectionPosition(Self.tag + $0) }
        if token == nil, let tag, tag == position {
            return CollectionChanges(changed: [], isWhole: false, position: tag)
        }
        let list = try await client.properties([DAVNames.etag, DAVNames.resourceType], of: address, hasMembers: true)
        // The answer about a collection has the collection: without it, the answer is about something else.
        guard list.answer.resources.contains(where: { $0.isA(DAVNames.collection) }) else {
            throw .unreadable(reason: "the reply is not about this address book")
        }
        guard list.answer.isComplete, !list.answer.resources.contains(where: { $0.status == Self.cutStatus }) else {
            throw .unreadable(reason: "the reply lacks some of the cards")
        }
        let references = list.answer.resources.compactMap(reference)
        return CollectionChanges(changed: references, isWhole: true, position: token ?? tag).withoutRepetitions
    }

    /// The card of an answer, also one that the server cannot read; nil for the collection itself, folders in it, and what is gone.
    private func reference(_ resource: Multistatus.Resource) -> CardReference? {
        guard resource.address != address, !resource.isA(DAVNames.collection), !resource.address.path.hasSuffix("/"),
            !resource.address.name.isEmpty, !resource.isGone
        else { return nil }
        return CardReference(
            name: resource.address.name, path: resource.address.path, etag: resource.text(DAVNames.etag))
    }

    func address(of reference: CardReference) -> DAVAddress { DAVAddress(address.server, path: reference.path) }
}

extension DAVError.Refusal {
    /// Whether the server refuses every request for a while.
    fileprivate var isBusy: Bool { status == 429 || status == 503 }
}

extension CollectionPosition {
    fileprivate func text(after start: String) -> String? {
        rawValue.hasPrefix(start) ? String(rawValue.dropFirst(start.count)) : nil
    }
}

extension CollectionChanges {
    /// The changes with each card once: what is said last is true.
    fileprivate var withoutRepetitions: CollectionChanges {
        var result = self
        let latest = Dictionary(changed.map { ($0.name, $0) }) { _, last in last }
        guard latest.count < changed.count || !removed.isEmpty else { return self }
        var named: Set<String> = []
        result.changed = changed.compactMap { named.insert($0.name).inserted ? latest[$0.name] : nil }
        result.removed = Array(Set(removed).subtracting(named)).sorted()
        return result
    }
}
