import FriendsDAV
import FriendsVCard
import FriendsXML

extension DAVCollection {
    /// The number of cards in one request: more are hardly faster.
    private static let batchSize = 100
    /// What a card is asked for as. A server may convert it without a version.
    private static let mediaType = "text/vcard"

    package func cards(
        _ references: [CardReference]
    ) async throws(CollectionError) -> [String: Result<StoredCard, CollectionError>] {
        var results: [String: Result<StoredCard, CollectionError>] = [:]
        var rest = references[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batchSize)
            rest = rest.dropFirst(batch.count)
            for (name, result) in try await cards(in: batch) { results[name] = result }
        }
        return results
    }

    /// The cards of one request. A batch that fails is halved, until the card that is the reason stands alone.
    private func cards(
        in batch: ArraySlice<CardReference>
    ) async throws(CollectionError) -> [String: Result<StoredCard, CollectionError>] {
        guard batch.count > 1 else {
            guard let reference = batch.first else { return [:] }
            return [reference.name: try await alone(reference)]
        }
        let answer: Multistatus
        do throws(DAVError) {
            answer = try await client.report(Self.multiget(batch), of: address)
        } catch {
            let error = CollectionError(error)
            // A slow answer is one of these failures as well.
            if error.isForAllCards, !error.isTimeout { throw error }
            let middle = batch.startIndex + batch.count / 2
            var results = try await cards(in: batch[..<middle])
            for (name, result) in try await cards(in: batch[middle...]) { results[name] = result }
            return results
        }
        var results: [String: Result<StoredCard, CollectionError>] = [:]
        let named = Dictionary(batch.map { ($0.name, $0) }) { first, _ in first }
        for resource in answer.resources {
            guard let reference = named[resource.address.name],
                let data = resource.properties[DAVNames.addressData]?.text, VCard(data.utf8) != nil
            else { continue }
            results[reference.name] = .success(try await card(reference, Array(data.utf8), resource))
        }
        // Some servers leave out what they do not have: only the answer about this card alone says that it is gone.
        for reference in batch where results[reference.name] == nil {
            results[reference.name] = try await alone(reference)
        }
        return results
    }

    private static func multiget(_ references: ArraySlice<CardReference>) -> XMLElement {
        let properties = [DAVNames.etag, DAVNames.contentLength, DAVNames.addressData].map { XMLElement($0) }
        return XMLElement(
            DAVNames.multiget,
            [XMLElement(DAVNames.prop, properties)]
                + references.map { XMLElement(DAVNames.href, text: $0.path) })
    }

    /// The card of an answer about several. Its line ends may be others than those on the server.
    private func card(
        _ reference: CardReference, _ bytes: [UInt8], _ resource: Multistatus.Resource
    ) async throws(CollectionError) -> StoredCard {
        let etag = resource.text(DAVNames.etag) ?? reference.etag
        let card = StoredCard(
            CardReference(name: reference.name, path: reference.path, etag: etag), VCard(bytes)?.bytes ?? bytes,
            isOriginal: false)
        // Some servers convert a card of version 4.0 unless they are asked for it, and say the size of what is stored.
        guard let size = resource.text(DAVNames.contentLength).flatMap({ Int($0) }),
            !Self.sizes(of: bytes).contains(size), knowledge.state.withLock({ $0.wrongSizes < 3 })
        else { return card }
        if case .success(let original) = try await alone(card.reference, "\(Self.mediaType); version=4.0"),
            Self.sizes(of: original.bytes).contains(size)
        {
            return original
        }
        knowledge.state.withLock { $0.wrongSizes += 1 }
        return card
    }

    /// The sizes that a text has with the line ends of either kind.
    private static func sizes(of bytes: [UInt8]) -> Set<Int> {
        let feeds = bytes.count { $0 == UInt8(ascii: "\n") }
        let returns = bytes.count { $0 == UInt8(ascii: "\r") }
        let bare = bytes.count - returns
        return [bytes.count, bare, bare + feeds]
    }

    /// One card, read by its own request.
    /// - Throws: what is true for all cards.
    private func alone(
        _ reference: CardReference, _ mediaType: String = Self.mediaType
    ) async throws(CollectionError) -> Result<StoredCard, CollectionError> {
        do throws(DAVError) {
            let (bytes, etag) = try await client.content(of: address(of: reference), accepting: mediaType)
            guard let card = VCard(bytes) else {
                return .failure(.unreadable(reason: "the server has something else than a card"))
            }
            return .success(
                StoredCard(
                    CardReference(name: reference.name, path: reference.path, etag: etag ?? reference.etag),
                    card.bytes, isOriginal: true))
        } catch {
            let error = CollectionError(error)
            if error.isForAllCards { throw error }
            return .failure(error)
        }
    }

    package func original(_ card: StoredCard) async throws(CollectionError) -> StoredCard {
        if card.isOriginal { return card }
        let plain = try await alone(card.reference).get()
        // A server that can convert may have done it, in either direction. The version with more lines lacks nothing.
        guard case .success(let newer) = try await alone(card.reference, "\(Self.mediaType); version=4.0") else {
            return plain
        }
        return newer.lineCount > plain.lineCount ? newer : plain
    }

    /// Reads back what was written: an ETag in the answer to a write does not prove that the card was stored as it was sent.
    /// - Parameter reference: with the version in the answer to the write, if it had one.
    /// - Throws: ``CollectionError/changed`` if someone else has written since.
    func stored(_ reference: CardReference) async throws(CollectionError) -> StoredCard {
        let unread = CardReference(name: reference.name, path: reference.path, etag: nil)
        // This answer can be a refusal; the write was not refused.
        guard case .success(let card) = try await alone(unread) else {
            throw .unreadable(reason: "the server does not show the card that it has stored")
        }
        guard let written = reference.etag else { return card }
        if let etag = card.reference.etag, etag != written { throw .changed }
        return StoredCard(reference, card.bytes, isOriginal: true)
    }
}

extension StoredCard {
    fileprivate var lineCount: Int { VCard(bytes)?.lines.count ?? 0 }
}

extension CollectionError {
    /// Whether no other card can be read either. No space for an answer, and an answer that is too large, are those of some cards.
    fileprivate var isForAllCards: Bool {
        switch self {
        case .full, .noAnswer(.unreadableResponse): false
        default: isForAll
        }
    }

    fileprivate var isTimeout: Bool {
        switch self {
        case .noAnswer(.timedOut(.read)), .noAnswer(.timedOut(.request)): true
        default: false
        }
    }
}
