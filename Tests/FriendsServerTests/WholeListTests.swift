import EngineTestSupport
import FoundationEssentials
import FriendsFormats
import FriendsModel
import FriendsRepository
import FriendsVCard
import FriendsWire
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// Lists of more than 1,000 friends without `limit`.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct WholeListTests {
    private static let formats: [(accept: String, format: Representation)] = [
        ("application/json", .json), ("text/csv", .csv), ("text/vcard", .vCard(version: nil)),
        ("text/vcard;version=3.0", .vCard(version: .v3)),
    ]

    /// 1,052 friends: two pages. The last ones have lines, and one of them a card.
    private func makeRepository() async throws -> any FriendRepository {
        let repository = try await Engine.makeRepository(count: 1_050)
        let card = try FriendCard.friend(of: try #require(VCard(Cards.grace.utf8))).friend
        let last = FriendDetails(firstName: "Grace", lastName: "Zuse", phoneNumber: "1")
        _ = try await repository.create(
            last.with([.line(.email, "grace@example.org", id: "k5xwc2dfoq")]), rest: card.rest.map { Data($0) },
            id: Friend.ID("grace"))
        try await repository.create(last, id: Friend.ID("other"))
        return repository
    }

    /// The friends in a format, all at once.
    private func text(_ page: ListPage, _ rests: [Friend.ID: Data], _ format: Representation) throws -> String {
        switch format {
        case .json: return String(buffer: try JSON.encode(page.friends.map { FriendDocument($0) }))
        case .vCard(let version):
            let cards = page.friends.map { FriendCard($0, rest: rests[$0.id].map(Array.init)).bytes(in: version) }
            return String(decoding: cards.joined(), as: UTF8.self)
        case .csv:
            var text = CSVText(CSVColumns(of: page.friends), history: page.position.history)
            text.appendHeader()
            for friend in page.friends { text.append(friend) }
            return String(decoding: text.take(), as: UTF8.self)
        }
    }

    @Test func `a long list is complete in every format`() async throws {
        let repository = try await makeRepository()
        let server = TestServer(repository)
        let first = try await repository.page(limit: 20)
        let after = try #require(first.next)
        for (path, start) in [("/friends", nil), ("/friends?after=\(after.token)", after)] {
            let page = try await repository.page(after: start, limit: nil, withRests: true)
            for (accept, format) in Self.formats {
                let answer = try await server.ask(.get, path, headers: [.accept: accept])
                let expected = try text(page, page.rests, format)
                #expect(answer.text == expected, "\(accept)")
                #expect(answer.headers[.contentType] == format.mediaType && answer.headers[.vary] == "Accept")
                #expect(answer.headers[.contentLength] == "\(expected.utf8.count)" && answer.nextPage == nil)
                #expect(answer.headers[.eTag] == format.entityTag(of: page.position.text))
                #expect(answer.headers[.totalCount] == "1052")
                let head = try await server.ask(.head, path, headers: [.accept: accept])
                #expect(head.headersWithoutID == answer.headersWithoutID && head.text.isEmpty)
                let known = HTTPFields([.init(name: .accept, value: accept), .init(name: .ifNoneMatch, value: "*")])
                #expect(try await server.ask(.get, path, headers: known).status == .notModified)
            }
        }
    }

    @Test func `a long trash is complete`() async throws {
        let repository = try await makeRepository()
        let ids = try await repository.page().friends.map(\.id)
        for part in [ids[..<600], ids[600...]] {
            _ = try await repository.write(part.map { .delete($0, ifVersion: nil) }, isAtomic: true)
        }
        let server = TestServer(repository)
        let answer = try await server.ask(.get, "/trash")
        let trash = try await repository.trash().trash
        let expected = try JSON.encode(trash.friends.map { DeletedFriendDocument($0, rest: nil) })
        #expect(answer.text == String(buffer: expected) && trash.friends.count == 1_052)
        #expect(answer.headers[.contentLength] == "\(expected.readableBytes)" && answer.nextPage == nil)
        #expect(answer.headers[.eTag] == (try await repository.position().entityTag))
        #expect(answer.headers[.totalCount] == "1052")
        let head = try await server.ask(.head, "/trash")
        #expect(head.headersWithoutID == answer.headersWithoutID)
    }

    @Test func `a long list is of one moment`() async throws {
        let repository = try await makeRepository()
        for (number, (accept, format)) in Self.formats.enumerated() {
            let before = try await repository.page(after: nil, limit: nil, withRests: true)
            let (hasBegun, hasChanged) = (Gate(), Gate())
            let spool = try Spool(in: Spool.Place())
            let writing = Task {
                let pages = Counter()
                return try await repository.withSnapshot { snapshot in
                    try snapshot.write(after: nil, as: format, to: spool) {
                        pages.increase()
                        guard pages.value == 2 else { return }
                        hasBegun.open()
                        try hasChanged.waitBlocking()
                    }
                }
            }
            defer { hasChanged.open() }
            try await hasBegun.wait()
            try await repository.delete(Friend.ID("\(number + 1)"))
            let work = FriendDetails(firstName: "A", lastName: "Zz").with([.line(.email, "a@example.org", id: "k5")])
            try await repository.create(work, id: Friend.ID("new\(number)"))
            hasChanged.open()
            let list = try await writing.ended()
            #expect(list.position == before.position && list.totalCount == 1_052)
            let bytes = try stride(from: 0, to: spool.size, by: Spool.sizeOfPiece).flatMap { try spool.piece(at: $0) }
            #expect(String(decoding: bytes, as: UTF8.self) == (try text(before, before.rests, format)), "\(accept)")
        }
    }

    @Test func `a long list that is short when it is written is complete`() async throws {
        let repository = try await Engine.makeRepository()
        for (format, expected) in [(Representation.json, "[]"), (.vCard(version: nil), "")] {
            let spool = try Spool(in: Spool.Place())
            _ = try await repository.withSnapshot { try $0.write(after: nil, as: format, to: spool) {} }
            #expect(String(decoding: try spool.piece(at: 0), as: UTF8.self) == expected)
        }
        let spool = try Spool(in: Spool.Place())
        _ = try await repository.withSnapshot { try $0.writeTrash(after: nil, to: spool) {} }
        #expect(String(decoding: try spool.piece(at: 0), as: UTF8.self) == "[]")
    }

    @Test func `a full disk is named, and pages are there`() async throws {
        let directory = try TemporaryDirectory()
        var limits = ServerLimits()
        limits.spools = Spool.Place(directory: directory.path, reserve: .max)
        let repository = try await Engine.makeRepository(count: 1_001)
        let full = try await TestServer(repository, limits: limits).ask(.get, "/friends")
        #expect(full.status.code == 507)
        #expect(try full.problem.detail == "The disk for temporary files is full. Ask for pages with limit.")
        #expect(SpoolTests.openFiles(in: directory.path) == 0)
        limits.spools.directory += "/none"
        let server = TestServer(repository, limits: limits)
        let missing = try await server.ask(.get, "/friends", headers: [.accept: "text/csv"])
        #expect(missing.status == .serviceUnavailable)
        #expect(
            try missing.problem.detail
                == "Temporary files cannot be written at present. Ask for pages with limit.")
        #expect(try await server.ask(.get, "/friends?limit=1001").friends.count == 1_001)
        _ = try await repository.delete(Friend.ID("1"))
        #expect(try await server.ask(.get, "/friends").friends.count == 1_000)
    }
}
