import FriendsCardDAV
import FriendsVCard
import Synchronization

/// An address book in memory, whose server can change, refuse and lose what it gets.
final class MemoryBook: CardCollection {
    struct Behaviour {
        /// What becomes of a card that is stored.
        var stores: @Sendable ([UInt8]) -> [UInt8] = { $0 }
        /// Fails a call before it does anything; the number counts the calls.
        var fails: @Sendable (Call, Int) -> CollectionError? = { _, _ in nil }
        /// Fails a write after it was made.
        var losesAnswer: @Sendable (Call, Int) -> CollectionError? = { _, _ in nil }
        /// The cards that are missing in its answers.
        var leavesOut: Set<String> = []
        /// Whether it knows what has changed since a position.
        var hasPositions = true
        /// Whether a position is made of the content: the same one for the same cards.
        var hasContentPositions = false
        /// Whether an answer about several cards lacks their lines `X-PET`.
        var canConvert = false
    }

    enum Call: Equatable {
        case changes, cards, create, replace, delete
    }

    struct Stored: Equatable {
        var bytes: [UInt8]
        var etag: String
    }

    struct State {
        var cards: [String: Stored] = [:]
        /// The names in the order of their changes.
        var log: [String] = []
        /// How long the log was at a position.
        var logs: [String: Int] = [:]
        var count = 0
        var calls: [Call] = []
        var behaviour = Behaviour()
    }

    let state = Mutex(State())

    var cards: [String: Stored] { state.withLock(\.cards) }
    /// The calls that write.
    var writes: [Call] { state.withLock { $0.calls.filter { [.create, .replace, .delete].contains($0) } } }

    func set(_ change: (inout Behaviour) -> Void) { state.withLock { change(&$0.behaviour) } }

    // MARK: - What someone else does

    func put(_ text: String, _ name: String) {
        state.withLock { $0.store(Array(text.replacing("\n", with: "\r\n").utf8), name) }
    }

    func remove(_ name: String) { state.withLock { $0.remove(name) } }

    func text(_ name: String) -> String? {
        cards[name].map { String(decoding: $0.bytes, as: UTF8.self).replacing("\r\n", with: "\n") }
    }

    // MARK: - Calls

    private func begin(_ call: Call) throws(CollectionError) {
        let (behaviour, number) = state.withLock { state in
            state.calls.append(call)
            return (state.behaviour, state.calls.count)
        }
        if let error = behaviour.fails(call, number) { throw error }
    }

    private func end(_ call: Call) throws(CollectionError) {
        let error = state.withLock { $0.behaviour.losesAnswer(call, $0.calls.count) }
        if let error { throw error }
    }

    func changes(since position: CollectionPosition?) async throws(CollectionError) -> CollectionChanges {
        try begin(.changes)
        return state.withLock { state in
            func reference(_ name: String) -> CardReference? {
                state.cards[name].map { CardReference(name: name, path: "/book/\(name)", etag: $0.etag) }
            }
            let now = CollectionPosition(state.position)
            state.logs[now.rawValue] = state.log.count
            guard state.behaviour.hasPositions, let start = position.flatMap({ state.logs[$0.rawValue] }) else {
                return CollectionChanges(
                    changed: state.cards.keys.sorted().compactMap(reference), isWhole: true,
                    position: state.behaviour.hasPositions ? now : nil)
            }
            let names = position == now ? [] : Set(state.log[start...]).sorted()
            return CollectionChanges(
                changed: names.compactMap(reference), removed: names.filter { state.cards[$0] == nil },
                isWhole: false, position: now)
        }
    }

    func cards(
        _ references: [CardReference]
    ) async throws(CollectionError) -> [String: Result<StoredCard, CollectionError>] {
        try begin(.cards)
        var results: [String: Result<StoredCard, CollectionError>] = [:]
        let leftOut = state.withLock(\.behaviour.leavesOut)
        for reference in references where !leftOut.contains(reference.name) {
            results[reference.name] = stored(reference).map { .success(converted($0)) } ?? .failure(.notFound)
        }
        return results
    }

    private func stored(_ reference: CardReference) -> StoredCard? {
        cards[reference.name].map { card in
            StoredCard(
                CardReference(name: reference.name, path: reference.path, etag: card.etag), card.bytes,
                isOriginal: true)
        }
    }

    private func converted(_ card: StoredCard) -> StoredCard {
        guard state.withLock(\.behaviour.canConvert) else { return card }
        let text = String(decoding: card.bytes, as: UTF8.self).replacing(/X-PET:.*\r\n/, with: "")
        return StoredCard(card.reference, Array(text.utf8), isOriginal: false)
    }

    func original(_ card: StoredCard) async throws(CollectionError) -> StoredCard {
        if card.isOriginal { return card }
        guard let stored = stored(card.reference) else { throw .notFound }
        return stored
    }

    func create(_ card: [UInt8], id: String) async throws(CollectionError) -> StoredCard {
        try begin(.create)
        let reference = CardReference(name: "\(id).vcf", path: "/book/\(id).vcf", etag: nil)
        let isNew = state.withLock { state in
            guard state.cards[reference.name] == nil else { return false }
            state.store(state.behaviour.stores(card), reference.name)
            return true
        }
        guard isNew else { throw .changed }
        try end(.create)
        return try readBack(reference, card)
    }

    func replace(_ reference: CardReference, by card: [UInt8]) async throws(CollectionError) -> StoredCard {
        try begin(.replace)
        let wasSame = state.withLock { state in
            guard state.cards[reference.name]?.etag == reference.etag else { return false }
            state.store(state.behaviour.stores(card), reference.name)
            return true
        }
        guard wasSame else { throw .changed }
        try end(.replace)
        return try readBack(reference, card)
    }

    private func readBack(_ reference: CardReference, _ card: [UInt8]) throws(CollectionError) -> StoredCard {
        guard let stored = stored(reference) else { throw .notFound }
        return StoredCard(
            stored.reference, stored.bytes, isOriginal: true,
            isShortened: CardUnion.saysMore(card, than: stored.bytes))
    }

    func delete(_ reference: CardReference) async throws(CollectionError) {
        try begin(.delete)
        let error: CollectionError? = state.withLock { state in
            guard let card = state.cards[reference.name] else { return .notFound }
            guard card.etag == reference.etag else { return .changed }
            state.remove(reference.name)
            return nil
        }
        if let error { throw error }
        try end(.delete)
    }
}

extension MemoryBook.State {
    fileprivate var position: String {
        guard behaviour.hasContentPositions else { return "\(log.count)" }
        return cards.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.bytes.count)" }.joined(separator: ",")
    }

    fileprivate mutating func store(_ bytes: [UInt8], _ name: String) {
        count += 1
        cards[name] = MemoryBook.Stored(bytes: bytes, etag: "\"\(count)\"")
        log.append(name)
    }

    fileprivate mutating func remove(_ name: String) {
        if cards.removeValue(forKey: name) != nil { log.append(name) }
    }
}
