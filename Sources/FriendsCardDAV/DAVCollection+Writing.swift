import FriendsDAV
import FriendsVCard

extension DAVCollection {
    private static let contentType = "text/vcard; charset=utf-8"

    package func create(_ card: [UInt8], id: String) async throws(CollectionError) -> StoredCard {
        let address = address.appending("\(id).vcf")
        let reference: CardReference
        do throws(DAVError) {
            let (stored, etag) = try await client.put(card, as: Self.contentType, at: address, .absent)
            // A server may choose another name.
            let place = stored.isIn(self.address) && !stored.name.isEmpty ? stored : address
            reference = CardReference(name: place.name, path: place.path, etag: etag)
        } catch {
            throw CollectionError(error)
        }
        return try await repaired(stored(reference), as: card)
    }

    package func replace(
        _ reference: CardReference, by card: [UInt8]
    ) async throws(CollectionError) -> StoredCard {
        try await repaired(stored(put(card, in: reference)), as: card)
    }

    /// - Returns: the reference with the new version, if the server says it.
    private func put(
        _ card: [UInt8], in reference: CardReference
    ) async throws(CollectionError) -> CardReference {
        let etag = try reference.condition
        do throws(DAVError) {
            let new = try await client.put(card, as: Self.contentType, at: address(of: reference), .version(etag)).etag
            return CardReference(name: reference.name, path: reference.path, etag: new)
        } catch {
            throw CollectionError(error)
        }
    }

    /// The card as the server has it, written once more if something is missing: some servers cut a text at a comma, unless it has a
    /// backslash before it.
    private func repaired(_ stored: StoredCard, as card: [UInt8]) async throws(CollectionError) -> StoredCard {
        guard CardUnion.saysMore(card, than: stored.bytes) else { return stored }
        var stored = stored
        if let escaped = VCard.escapingCommas(in: card, lackedBy: stored.bytes) {
            do throws(CollectionError) {
                stored = try await self.stored(put(escaped, in: stored.reference))
            } catch {
                // The card is stored in any case, and how is known.
            }
        }
        return StoredCard(
            stored.reference, stored.bytes, isOriginal: stored.isOriginal,
            isShortened: CardUnion.saysMore(card, than: stored.bytes))
    }

    package func delete(_ reference: CardReference) async throws(CollectionError) {
        let etag = try reference.condition
        do throws(DAVError) {
            try await client.delete(address(of: reference), version: etag)
        } catch {
            throw CollectionError(error)
        }
    }
}

extension CardReference {
    /// The version for a condition.
    /// - Throws: an error without a version, and for a text that would be another condition or another header.
    fileprivate var condition: String {
        get throws(CollectionError) {
            guard let etag, etag != "*", etag.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .unreadable(reason: "the server does not say which state of the card it has")
            }
            return etag
        }
    }
}
