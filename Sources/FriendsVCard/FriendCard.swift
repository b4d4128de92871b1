import FoundationEssentials
import FriendsModel

/// A friend as a card has it: the id, the details, and the rest, which is what the card holds beyond them.
///
/// The rest of an imported friend is its card. A friend that was not changed is exported as that card, byte for byte, and of a
/// changed one only the changed lines are written (Docs/Decisions/0031-vcards.md).
package struct FriendCard: Equatable, Sendable {
    package let id: Friend.ID
    package let details: FriendDetails
    package let rest: [UInt8]?

    package init(id: Friend.ID, details: FriendDetails, rest: [UInt8]? = nil) {
        self.id = id
        self.details = details
        self.rest = rest
    }
}

// MARK: - Import

extension FriendCard {
    /// A friend that was read from a card.
    package struct Import: Equatable, Sendable {
        package let friend: FriendCard
        /// What of the card is not shown.
        package let issues: [CardIssue]
    }

    /// Reads the friend of a card.
    package static func friend(of card: VCard) throws(CardRefusal) -> Import {
        let mapping = CardMapping(card)
        if mapping.isGroup { throw .group }
        if let problem = FriendDraft(mapping.details).wholeProblem { throw .invalid(problem) }
        // What is left out is reported beside the other issues, however many those are.
        var leftOut = CardIssues()
        let rest = rest(of: mapping, &leftOut)
        return Import(
            friend: FriendCard(id: mapping.id, details: mapping.details, rest: rest),
            issues: mapping.issues.all + leftOut.all)
    }

    /// The label that a card gives the phone number of its friend, which has none as a field; empty if the card has another
    /// number.
    package static func phoneLabel(in card: [UInt8], of number: String) -> String {
        guard let mapping = VCard(card).map(CardMapping.init), mapping.details.phoneNumber.isIdentical(to: number)
        else {
            return ""
        }
        return mapping.phoneLabel
    }

    /// The rest that makes the export the same card; nil if none is needed.
    private static func rest(of mapping: CardMapping, _ issues: inout CardIssues) -> [UInt8]? {
        if mapping.isOfThisProgram {
            let rest = mapping.foreignRest
            let isInLimit = (rest?.count ?? 0) <= Friend.maximumRestSize
            let friend = FriendCard(id: mapping.id, details: mapping.details, rest: rest)
            if isInLimit, rest.map({ VCard($0) == nil }) ?? true,
                friend.card(in: mapping.version) == mapping.card.bytes
            {
                return rest
            }
        }
        if mapping.card.bytes.count <= Friend.maximumRestSize { return mapping.card.bytes }
        return mapping.restInLimit(&issues)
    }
}

extension CardMapping {
    /// Whether the card is one of this program, which may need no rest.
    fileprivate var isOfThisProgram: Bool {
        lines.contains { $0.property == .product && $0.value.elementsEqual(CardWriter.product.utf8) }
    }

    /// What another program has stored with the friend.
    fileprivate var foreignRest: [UInt8]? {
        lines.first { $0.property == .rest }.flatMap { Data(base64Encoded: Data($0.value)) }.map(Array.init)
    }

    /// The card without as many of its largest lines as needed; nil if that is not enough.
    fileprivate func restInLimit(_ issues: inout CardIssues) -> [UInt8]? {
        let shown = Set(origins.map(\.line) + [nameLine, formattedNameLine, phoneLine].compactMap(\.self))
        let candidates = lines.indices.filter {
            !shown.contains($0) && ![.begin, .end, .version].contains(lines[$0].property)
        }
        var size = card.bytes.count
        var dropped: Set<Int> = []
        for index in candidates.sorted(by: { lines[$0].raw.count > lines[$1].raw.count }) {
            if size <= Friend.maximumRestSize { break }
            size -= lines[index].raw.count + ASCII.lineEnd.count
            dropped.insert(index)
            issues.report(lines[index], .leftOut(size: lines[index].raw.count))
        }
        // A line that is shown, in part, can be too large as well.
        guard size <= Friend.maximumRestSize else { return nil }
        return lines.indices.filter { !dropped.contains($0) }.flatMap { Array(lines[$0].raw) + ASCII.lineEnd }
    }
}

// MARK: - Export

extension FriendCard {
    /// The friend as a card.
    /// - Parameter version: nil for the version of the rest, or 4.0 without a rest. A card in another version is converted, and one in the
    ///   same version, too, as far as it is not in the syntax of that version.
    package func bytes(in version: VCard.Version? = nil) -> [UInt8] {
        let bytes = card(in: version)
        return version.flatMap { standard(bytes, $0) } ?? bytes
    }

    /// A card of the friend in the syntax of its version only; nil if it has that, or would be another friend.
    private func standard(_ bytes: [UInt8], _ version: VCard.Version) -> [UInt8]? {
        guard version > .v2, let card = VCard(bytes), !StandardCard.isStandard(card, version) else { return nil }
        let mapping = CardMapping(card)
        for marksPhones in [false, true] {
            let standard = StandardCard(mapping, of: id, version, marksPhones: marksPhones).bytes
            if isFriend(of: standard, from: mapping) { return standard }
        }
        return nil
    }

    /// The friend as a card, whose lines keep their bytes as far as possible.
    private func card(in version: VCard.Version?) -> [UInt8] {
        guard let rest, let card = VCard(rest) else {
            return CardComposition(self, nil, version ?? .v4).bytes
        }
        let mapping = CardMapping(card)
        if version ?? mapping.version == mapping.version {
            if has(mapping) { return card.bytes }
            if let bytes = CardEdit(self, mapping).bytes, isFriend(of: bytes, from: mapping) { return bytes }
        }
        let composed = CardComposition(self, mapping, version ?? mapping.version).bytes
        if isFriend(of: composed, from: mapping) { return composed }
        let marked = CardComposition(self, mapping, version ?? mapping.version, marksPhones: true).bytes
        if isFriend(of: marked, from: mapping) { return marked }
        // What the friend has not can be in lines that it does not show. They are kept as the rest of another program.
        return CardComposition(self, nil, version ?? .v4).bytes
    }

    /// Whether a card of any version is the export of the friend.
    package func isExported(as card: [UInt8]) -> Bool {
        guard let version = VCard(card)?.version else { return false }
        // Exports without a version keep the lines as they are.
        let bytes = self.card(in: version)
        return bytes == card || standard(bytes, version) == card
    }

    /// Whether a card is what an import takes of the export of the friend, which is too large for a rest.
    package func isExportedInPart(as card: [UInt8]) -> Bool {
        guard let version = VCard(card)?.version else { return false }
        let exported = bytes(in: version)
        guard exported.count > Friend.maximumRestSize, let whole = VCard(exported) else { return false }
        return (try? Self.friend(of: whole))?.friend.rest == card
    }

    /// Whether an import of the card would be this friend.
    /// - Parameter old: the card that was edited. What it has beyond the maximum of lines may follow the friend's lines where there
    ///   is room for it now.
    private func isFriend(of bytes: [UInt8], from old: CardMapping) -> Bool {
        VCard(bytes).map { has(CardMapping($0), allowsMore: old.firstHiddenLine != nil) } ?? false
    }

    private func has(_ mapping: CardMapping, allowsMore: Bool = false) -> Bool {
        guard mapping.id == id else { return false }
        var read = mapping.details(of: details)
        if read == details { return true }
        guard allowsMore else { return false }
        read.lines = Array(read.lines.prefix(details.lines.count))
        return read == details
    }
}
