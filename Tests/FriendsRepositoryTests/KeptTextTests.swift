import EngineTestSupport
import Foundation
import FriendsModel
import FriendsVCard
import PostgresTestSupport
import TestSupport
import Testing

@testable import FriendsRepository

/// What a friend's card says beyond the details comes with the friend.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct KeptTextTests {
    /// Of cards, of other data, and of nothing.
    private static let rests: [Data?] =
        [nil, Data([0xFF])]
        + ["X-PET:Rex", "X-PET:Mia\r\nGENDER:F", "NOTE:x", "X-\u{0}\u{1F}A:\u{0}b"].map { line in
            Data("BEGIN:VCARD\r\nVERSION:4.0\r\nN:B;M;;;\r\nFN:M B\r\n\(line)\r\nEND:VCARD\r\n".utf8)
        }

    private func text(of rest: Data?) -> String { rest.map { FriendCard.keptText(in: $0) } ?? "" }

    private func expectTextsOfRests(_ repository: some FriendRepository, _ comment: Comment) async throws {
        let page = try await repository.page(after: nil, limit: nil, withRests: true)
        for friend in page.friends {
            #expect(friend.keptText == text(of: page.rests[friend.id]), comment)
            #expect(try await repository.friend(id: friend.id) == friend, comment)
        }
        let trash = try await repository.trash(after: nil, limit: nil, withRests: true)
        for deleted in trash.trash.friends {
            #expect(deleted.friend.keptText == text(of: trash.rests[deleted.friend.id]), comment)
        }
    }

    @Test(arguments: Engine.allCases)
    func `the text follows from the rest after any writes`(engine: Engine) async throws {
        var random = Numbers(state: 33)
        let list = try await StoredList(engine)
        try await list.withRepository { repository in
            for number in 0..<120 {
                let id = Friend.ID("\(Int.random(in: 0..<6, using: &random))")
                let rest = Self.rests.randomElement(using: &random) ?? nil
                let name = FriendDetails(firstName: "M \(number)", lastName: "B")
                let changes = FriendChanges([.firstName: name.firstName])
                let writes: [RepositoryWrite] = [
                    .create(name, rest: rest, id: id), .createInTrash(name, rest: rest, id: id),
                    .update(id, changes, rest: .unchanged, ifVersion: nil),
                    .update(id, changes, rest: .replaced(rest), ifVersion: nil),
                    .update(id, FriendChanges(), rest: .replaced(rest), ifVersion: nil),
                    .updateAndDelete(id, changes, rest: .replaced(rest), ifVersion: nil),
                    .delete(id, ifVersion: nil), .restore(id), .purge(id, ifVersion: nil),
                ]
                guard let write = writes.randomElement(using: &random) else { continue }
                let before = try await repository.position()
                for result in try await repository.write([write], isAtomic: false) {
                    guard let friend = result.friend else { continue }
                    #expect(try await repository.friend(id: id) == friend, "\(number): \(write)")
                }
                // Clients that follow the list get it.
                let changed = try await repository.changes(since: before)?.changed ?? []
                for friend in changed { #expect(try await repository.friend(id: friend.id) == friend) }
                try await expectTextsOfRests(repository, "\(number): \(write)")
            }
        }
        // Also in another database.
        let copy = try await StoredList(engine == .sqlite ? .postgreSQL : .sqlite)
        _ = try ListMigration(from: list.archive, to: copy.archive).run()
        try await copy.withRepository { try await expectTextsOfRests($0, "in the copy") }
    }

    @Test(arguments: Engine.allCases)
    func `friends of earlier versions get the text of their cards`(engine: Engine) async throws {
        let list = try await StoredList(engine)
        let start = try await list.withRepository { repository in
            for (number, rest) in Self.rests.enumerated() {
                for place in ["list", "trash"] {
                    let details = FriendDetails(firstName: "M \(number)", lastName: "B")
                    _ = try await repository.create(details, rest: rest, id: Friend.ID("\(place)-\(number)"))
                }
                _ = try await repository.delete(Friend.ID("trash-\(number)"), ifVersion: nil)
            }
            return try await repository.position()
        }
        let contents = try await list.contents
        let sizes = try list.sizes
        try list.forgetKeptTexts()
        try list.execute(
            engine == .sqlite
                ? "DELETE FROM grdb_migrations WHERE identifier > '6'" : "UPDATE migration SET number = 4")
        try await list.withRepository { repository in
            try await expectTextsOfRests(repository, "after the migration")
            // Clients that follow the list get them.
            let changes = try await repository.changes(since: start)
            #expect(Set(changes?.changed.map(\.id.rawValue) ?? []) == ["list-1", "list-2", "list-3", "list-5"])
            #expect(changes?.position.sequence == start.sequence + 1)
        }
        #expect(try list.sizes == sizes)
        let migrated = try await list.contents
        #expect(contents != migrated, "the versions are new")
        try await list.withRepository { _ in }
        #expect(try await list.contents == migrated, "a migration is made once")
    }

    @Test(arguments: Engine.allCases)
    func `a rest can have the maximum size`(engine: Engine) async throws {
        let list = try await StoredList(engine)
        try await list.withRepository { repository in
            let rest = Data(repeating: 0xAB, count: Friend.maximumRestSize)
            _ = try await repository.create(FriendDetails(firstName: "M"), rest: rest, id: Friend.ID("m"))
            #expect(try await repository.whole(Friend.ID("m"))?.rest == rest)
            let page = try await repository.page(after: nil, limit: nil, withRests: true)
            #expect(page.rests == [Friend.ID("m"): rest])
        }
    }
}
