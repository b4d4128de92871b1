import DAVTestSupport
import FriendsCardDAV
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsSync

/// A fault at each request of a synchronisation: nobody is lost, nobody is there twice, and the next one brings both sides together.
@Suite(.timeLimit(.minutes(10)))
struct ServerFaultTests {
    @Test(arguments: ServerFault.all)
    func `a fault at any request loses and doubles nobody`(_ fault: ServerFault) async throws {
        for (extent, hasTokens) in fault.extents {
            for (place, request) in try await requests(hasTokens).enumerated() where fault.isAbout(request) {
                try await FaultyBook.with(hasTokens, "\(request.method) \(place), tokens: \(hasTokens)") { book in
                    book.inject(fault, extent, at: place)
                    try await book.syncPerhapsInVain()
                    book.endFault()
                    try await book.expectNothingLost()
                    try await book.expectBothHaveAll(
                        at: FaultyBook.now + (fault.isSeenADayLater ? FaultyBook.day : 0))
                }
            }
        }
    }

    @Test(arguments: [(true, false), (true, true), (false, true)])
    func `a kill at any request loses and doubles nobody`(hasTokens: Bool, isAfterwards: Bool) async throws {
        for (place, request) in try await requests(hasTokens).enumerated() {
            let words = "\(request.method) \(place), tokens: \(hasTokens), done: \(isAfterwards)"
            try await FaultyBook.with(hasTokens, words) { book in
                book.kill(at: place, isAfterwards: isAfterwards)
                try await book.syncPerhapsInVain()
                book.endFault()
                try await book.expectNothingLost()
                try await book.expectBothHaveAll()
            }
        }
    }

    @Test(arguments: [true, false])
    func `a kill at any write of the state loses and doubles nobody`(hasTokens: Bool) async throws {
        let count = try await FaultyBook.with(hasTokens, "") { book in
            let begun = book.sides.state.writeCount
            try await book.sync()
            return book.sides.state.writeCount - begun
        }
        #expect(count > 5)
        for place in 1...count {
            try await FaultyBook.with(hasTokens, "write \(place), tokens: \(hasTokens)") { book in
                let begun = book.sides.state.writeCount
                book.sides.state.fail { $0 >= begun + place }
                try await book.syncPerhapsInVain()
                book.endFault()
                try await book.expectNothingLost()
                try await book.expectBothHaveAll()
            }
        }
    }

    /// The requests of a synchronisation without a fault.
    private func requests(_ hasTokens: Bool) async throws -> [DAVRequest] {
        try await FaultyBook.with(hasTokens, "") { book in
            try await book.sync()
            let requests = book.server.requests
            try await book.expectBothHaveAll()
            return requests
        }
    }
}

/// A list and a book on a server that were synchronised, and then changed on both sides.
private struct FaultyBook {
    static let (now, day) = (1_000_000, 86_400)
    private static let ids = ["ada", "bob", "eve", "max", "tom", "una"]
    /// What was typed, and not deleted or replaced by someone who saw it.
    private static let values =
        ["555 0001", "555 0002", "old ada", "old bob", "old max", "old tom", "new eve", "new una", "Newton", "Thereza"]
        + ids.map { "pet of \($0)" }

    let server: FakeDAVServer
    let sides: Sides
    let collection: DAVCollection
    let hasTokens: Bool
    /// Where the fault is.
    let place: Comment

    static func with<Result>(
        _ hasTokens: Bool, _ place: String, _ body: (FaultyBook) async throws -> Result
    ) async throws -> Result {
        let cards = ids.map { ("\($0).vcf", cardText($0, $0, ["NOTE:old \($0)", "X-PET:pet of \($0)"])) }
        return try await withDAVServer(
            Behaviour { $0.hasSyncCollection = hasTokens }, cards: Dictionary(uniqueKeysWithValues: cards)
        ) { server, client in
            let book = FaultyBook(
                server: server, sides: try Sides(), collection: DAVCollection(try server.book, client),
                hasTokens: hasTokens, place: Comment(rawValue: place))
            try await book.sync()
            try await book.change()
            server.forgetRequests()
            return try await body(book)
        }
    }

    private func change() async throws {
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.edit("una") { $0.phoneNumber = "555 0002" }
        try await sides.add("new", "Newton")
        try await sides.delete("bob")
        for id in ["eve", "una"] {
            server.put(try #require(server.card(at: "\(id).vcf")).replacing("old", with: "new"), at: "\(id).vcf")
        }
        server.put(cardText("there", "Thereza"), at: "there.vcf")
        server.remove("tom.vcf")
    }

    // MARK: - Synchronisations

    @discardableResult
    func sync(comparesAll: Bool = false, at time: Int = now) async throws -> SyncAccount {
        var options = SyncOptions()
        options.comparesAll = comparesAll
        return try await SyncRunner(sides.list, collection, sides.state, options, now: { time }).run()
    }

    func syncPerhapsInVain() async throws {
        do { try await sync() } catch is SyncError {}
    }

    func inject(_ fault: ServerFault, _ extent: ServerFault.Extent, at place: Int) {
        let isFaulty: @Sendable (DAVRequest) -> Bool = { [server] request in
            fault.isAbout(request) && extent.includes(server.requests, from: place)
        }
        server.willAnswer { [server, hasTokens] request in
            let isFaulty = isFaulty(request)
            server.change { behaviour in
                behaviour = Behaviour { $0.hasSyncCollection = hasTokens }
                if isFaulty { fault.behaviour(&behaviour) }
            }
            return isFaulty ? fault.reply : nil
        }
        // What was answered instead is not sent in another way as well.
        server.willSend { isFaulty($0) && fault.reply == nil ? fault.sent($0, $1) : $1 }
    }

    /// Nothing is written or answered any more from a request on.
    func kill(at place: Int, isAfterwards: Bool) {
        server.willAnswer { [server, state = sides.state] _ in
            let count = server.requests.count
            guard count > place else { return nil }
            state.fail { _ in true }
            return isAfterwards && count == place + 1 ? nil : .lost
        }
        server.willSend { [server] in server.requests.count > place ? .lost : $1 }
    }

    func endFault() {
        server.willAnswer { _ in nil }
        server.willSend { $1 }
        server.change { [hasTokens] behaviour in behaviour = Behaviour { $0.hasSyncCollection = hasTokens } }
        sides.state.fail { _ in false }
    }

    // MARK: - Promises

    private var cards: [String: String] {
        Dictionary(uniqueKeysWithValues: server.names.map { ($0, server.card(at: $0) ?? "") })
    }

    /// Every value is somewhere, and everybody once at most.
    func expectNothingLost() async throws {
        let (friends, cards) = (try await sides.friends(), self.cards)
        let kept = try await friends + sides.trash()
        let texts = cards.values + kept.flatMap { [$0.details.line, $0.keptText] }
        for value in Self.values {
            #expect(texts.contains { $0.contains(value) }, "\(place): \(value)")
        }
        #expect(Set(friends.map(\.details.fullName)).count == friends.count, place)
        let ids = try cards.values.map { try CardContent(Array($0.utf8)).id }
        #expect(Set(ids).count == cards.count, place)
    }

    /// The next synchronisation ends, both sides have the same then, and a further one writes nothing.
    func expectBothHaveAll(at time: Int = now) async throws {
        try await sync(at: time)
        let expected = ["ada", "eve", "max", "new", "there", "una"]
        let (friends, before) = (try await sides.friends(), cards)
        #expect(friends.map(\.id.rawValue) == expected, place)
        #expect(try await sides.trash().map(\.id.rawValue).sorted() == ["bob", "tom"], place)
        let contents = try before.values.map { try CardContent(Array($0.utf8)) }
        #expect(contents.map(\.id.rawValue).sorted() == expected, place)
        for content in contents {
            #expect(friends.contains { $0.id == content.id && $0.details.saysSame(as: content.details) }, place)
        }
        for id in ["ada", "eve", "max", "una"] {
            #expect(before["\(id).vcf"]?.contains("X-PET:pet of \(id)") == true, place)
        }
        for (name, text) in [("ada", "555 0001"), ("una", "555 0002"), ("eve", "new eve"), ("una", "new una")] {
            #expect(before["\(name).vcf"]?.contains(text) == true, place)
        }
        server.forgetRequests()
        for comparesAll in [false, true] {
            let account = try await sync(comparesAll: comparesAll, at: time)
            #expect(account.here.isEmpty && account.there.isEmpty && account.isComplete, place)
            #expect(account.conflictCount == 0, place)
        }
        #expect(!server.methods.contains { ["PUT", "DELETE"].contains($0) }, place)
        #expect(try await sides.friends() == friends && cards == before, place)
    }
}
