import FriendsModel
import Testing

@testable import FriendsSync

/// The number of friends whose change the address book does not have.
@Suite(.timeLimit(.minutes(10)))
struct WaitingCountTests {
    private static func count(_ sides: Sides) async throws -> Int {
        try await sides.state.overview().waitingCount(in: sides.list)
    }

    /// Without changes since the last synchronisation, the whole list is read.
    @Test(arguments: [false, true])
    func `everybody counts once who differs`(readsWholeList: Bool) async throws {
        let sides = try Sides()
        for id in ["a", "b", "c"] { try await sides.add(id, id) }
        try await sides.sync()
        if readsWholeList {
            var positions = try sides.state.overview().positions
            positions.list = nil
            try sides.state.apply([.positions(positions)])
        }
        #expect(try await Self.count(sides) == 0)
        try await sides.edit("a") { $0.phoneNumber = "12" }
        try await sides.edit("a") { $0.phoneNumber = "13" }
        #expect(try await Self.count(sides) == 1)
        try await sides.delete("b")
        try await sides.add("d", "d")
        #expect(try await Self.count(sides) == 3)
        // Nobody has seen this one.
        try await sides.add("e", "e")
        try await sides.delete("e")
        #expect(try await Self.count(sides) == 3)
        try await sides.sync()
        #expect(try await Self.count(sides) == 0)
    }

    @Test func `a refused friend goes on counting`() async throws {
        let sides = try Sides()
        try await sides.add("a", "a")
        try await sides.sync()
        try await sides.edit("a") { $0.phoneNumber = "12" }
        sides.book.set { $0.fails = { call, _ in call == .replace ? .refused(reason: "no") : nil } }
        #expect(try await sides.sync().waitingCount == 1)
        #expect(try await Self.count(sides) == 1)
    }
}
