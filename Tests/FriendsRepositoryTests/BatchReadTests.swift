import Foundation
import FriendsModel
import FriendsRepository
import Testing

/// What a batch reads, counted in a transaction without a database.
@Suite(.timeLimit(.minutes(1)))
struct BatchReadTests {
    /// A transaction in which every friend is in the list, at version 1, with the same details and rest.
    private final class CountingTransaction: RepositoryTransaction {
        struct NoChange: RepositoryChange {
            func insert(_ details: FriendDetails, keptText: String, rest: Data?, id: Friend.ID) -> Friend {
                friend(id, details)
            }
            func replace(_ details: FriendDetails, keptText: String, of old: Friend) -> Friend {
                friend(old.id, details)
            }
            func replace(_ rest: Data?, of id: Friend.ID) {}
            func moveToTrash(_ id: Friend.ID) {}
            func purge(_ id: Friend.ID) {}
            func moveFromTrash(_ friend: Friend) -> Friend { friend }
            func end() {}

            private func friend(_ id: Friend.ID, _ details: FriendDetails) -> Friend {
                Friend(id: id, version: Friend.Version("2"), details: details)
            }
        }

        private let details: FriendDetails
        private let isInTrash: Bool
        private(set) var readCount = 0
        private(set) var restCount = 0

        init(_ details: FriendDetails, isInTrash: Bool = false) {
            (self.details, self.isInTrash) = (details, isInTrash)
        }

        private func read(_ id: Friend.ID, if isHere: Bool) -> Friend? {
            guard isHere else { return nil }
            readCount += 1
            return Friend(id: id, version: Friend.Version("1"), details: details)
        }

        func friend(_ id: Friend.ID) -> Friend? { read(id, if: !isInTrash) }
        func version(of id: Friend.ID) -> Friend.Version? { isInTrash ? nil : Friend.Version("1") }
        func deletedFriend(_ id: Friend.ID) -> Friend? { read(id, if: isInTrash) }
        func deletedVersion(of id: Friend.ID) -> Friend.Version? { isInTrash ? Friend.Version("1") : nil }

        func rest(of id: Friend.ID) -> Data? {
            restCount += 1
            return Data(count: 1 << 20)
        }

        func beginChange() -> any RepositoryChange { NoChange() }
        func undoable(_ work: () throws -> Bool) throws { _ = try work() }
    }

    /// About 4 MB.
    private static let large = FriendDetails(
        firstName: "Ada",
        lines: (0..<100).map { number in
            FriendLine(
                id: FriendLine.ID("\(number)"), kind: .note, label: "", value: String(repeating: "x", count: 40_000))
        })
    private static let ids = (0..<150).map { Friend.ID("\($0)") }
    private static let old = [Friend.Version("0")]

    private func results(
        _ transaction: CountingTransaction, _ write: (Friend.ID) -> RepositoryWrite
    ) throws -> [RepositoryWriteResult] {
        try WriteTransaction(transaction).perform(Self.ids.map(write)).results
    }

    @Test func `outdated writes read as many friends as an answer has`() throws {
        let writes: [(Friend.ID) -> RepositoryWrite] = [
            { .delete($0, ifVersion: Self.old) },
            { .update($0, FriendChanges([.firstName: "A"]), rest: .unchanged, ifVersion: Self.old) },
        ]
        for write in writes {
            let transaction = CountingTransaction(Self.large)
            let results = try results(transaction, write)
            #expect(transaction.readCount == 3)
            #expect(results.count == 150 && !results.contains { $0.isDone })
            #expect(results.dropFirst(3).allSatisfy { $0 == .outdated })
            #expect(!results.prefix(3).contains(.outdated))
        }
    }

    @Test func `deletions read no friends`() throws {
        let transaction = CountingTransaction(Self.large)
        #expect(try results(transaction) { .delete($0, ifVersion: [Friend.Version("1")]) }.allSatisfy(\.isDone))
        let repeated = CountingTransaction(Self.large, isInTrash: true)
        #expect(try results(repeated) { .delete($0, ifVersion: [Friend.Version("1")]) }.allSatisfy(\.isDone))
        #expect(try results(repeated) { .delete($0, ifVersion: Self.old) }.allSatisfy { $0 == .deletion(.notFound) })
        #expect(transaction.readCount == 0 && repeated.readCount == 0)
    }

    @Test func `a batch stops when it has read too much`() throws {
        let changes = FriendChanges([.firstName: "Augusta"])
        let writes: [(Friend.ID) -> RepositoryWrite] = [
            { .update($0, changes, rest: .unchanged, ifVersion: nil) },
            { .create(FriendDetails(firstName: "Eve"), rest: nil, id: $0) },
            { .restore($0) },
        ]
        for write in writes {
            let transaction = CountingTransaction(Self.large)
            let results = try results(transaction, write)
            // 64 MiB of 4 MB each.
            #expect(transaction.readCount == 17)
            #expect(results.prefix(17).allSatisfy { $0 != .notTried })
            #expect(results.dropFirst(17).allSatisfy { $0 == .notTried })
        }
    }

    @Test func `the rests that a batch reads count`() throws {
        let transaction = CountingTransaction(FriendDetails(firstName: "Ada"))
        let results = try results(transaction) {
            .update($0, FriendChanges(), rest: .replaced(Data(count: 1)), ifVersion: nil)
        }
        #expect(transaction.restCount == 64)
        #expect(results.last == .notTried)
    }
}
