import DAVTestSupport
import FriendsCardDAV
import FriendsDAV
import HTTPTransport
import TestSupport

/// Runs a collection against a server with these cards, and stops both.
@discardableResult
func withBook<Result>(
    _ behaviour: Behaviour = Behaviour(), cards: [String: String] = Books.three,
    limits: ClientLimits = DAVClient.limits,
    clock: SkippingClock = SkippingClock(), _ body: (FakeDAVServer, DAVCollection) async throws -> Result
) async throws -> Result {
    try await withDAVServer(behaviour, cards: cards, limits: limits, clock: clock) { server, client in
        try await body(server, DAVCollection(server.book, client))
    }
}

enum Books {
    /// Names that servers spell in several ways, among others.
    static let three = Dictionary(uniqueKeysWithValues: names.map { ($0, cardText($0, "Ada & <\($0)>")) })
    static let names = ["a.vcf", "it's@\u{E9}+.vcf", "z 1.vcf"]

    static func many(_ count: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0).vcf", cardText("\($0)", "Ada \($0)")) })
    }
}

extension DAVCollection {
    /// The references of all cards.
    var references: [CardReference] { get async throws { try await changes(since: nil).changed } }

    /// The reference of a card.
    func reference(_ name: String) async throws -> CardReference? { try await references.first { $0.name == name } }

    /// The texts of all cards, or the errors that they have.
    func texts(_ references: [CardReference]) async throws -> [String: Result<String, CollectionError>] {
        try await cards(references).mapValues { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
    }
}

/// The error of a call; nil for a success.
func error<Value>(of call: () async throws(CollectionError) -> Value) async -> CollectionError? {
    do throws(CollectionError) {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
