import FriendsModel
import TestSupport
import Testing

@testable import FriendsSync

/// The groups on the server, when a synchronisation is cut off.
@Suite(.timeLimit(.minutes(10)))
struct SyncGroupCutOffTests {
    /// A group whose members are noted, and which is not, changes back before the next synchronisation.
    @Test(arguments: [[], ["bob"], nil] as [[String]?])
    func `a group that changes back leaves no tag behind`(members: [String]?) async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        if let members { sides.book.group("g", "Family", members) }
        try await sides.sync()
        let before = (try await sides.friends()).map(\.details)
        sides.book.group("g", "Kin", ["ada"])
        // The group, the friends, the group, the position.
        let begun = sides.state.writeCount
        sides.state.fail { $0 == begun + 3 }
        await #expect(throws: SyncError.state(SyncStateError("no space left"))) { try await sides.sync() }
        #expect(try await sides.tags("ada") == ["Kin"])
        sides.state.fail { _ in false }
        if let members { sides.book.group("g", "Family", members) } else { sides.book.remove("g.vcf") }
        try await sides.sync()
        #expect((try await sides.friends()).map(\.details) == before)
        try await expectQuiet(sides)
    }

    /// Both sides change, and some synchronisations are cut off: in the end everybody has the tags of the groups.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `members have the tags of their groups in the end`(seed: UInt64) async throws {
        let sides = try Sides()
        var random = Numbers(state: seed)
        sides.book.set { $0.hasPositions = seed % 3 != 0 }
        let (ids, groups) = ((0..<5).map { "id\($0)" }, (0..<3).map { "g\($0)" })
        var members: [String: Set<String>] = [:]
        for step in 0..<30 {
            let id = ids.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                let group = groups.randomElement(using: &random) ?? ""
                members[group, default: []].formSymmetricDifference([id])
                let name = "\(group) \(Int.random(in: 0...1, using: &random))"
                sides.book.group(group, name, members[group, default: []].sorted())
            case 3:
                let group = groups.randomElement(using: &random) ?? ""
                members[group] = nil
                sides.book.remove("\(group).vcf")
            case 4:
                if sides.book.cards["\(id).vcf"] == nil {
                    sides.book.store(id, id)
                } else {
                    sides.book.put(
                        try #require(sides.book.text("\(id).vcf")).replacing("END:", with: "X-A:\(step)\nEND:"),
                        "\(id).vcf")
                }
            default:
                if let friend = try await sides.friends().randomElement(using: &random) {
                    try await sides.edit(friend.id.rawValue) { $0.lastName = "Name \(step)" }
                }
            }
            if Int.random(in: 0..<3, using: &random) > 0 { continue }
            let (writes, calls) = (sides.state.writeCount, sides.book.state.withLock(\.calls.count))
            let place = Int.random(in: 1...6, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: sides.state.fail { $0 >= writes + place }
            case 1: sides.book.set { $0.fails = { $1 >= calls + place ? .noAnswer(.timedOut(.read)) : nil } }
            default: break
            }
            let isStateCut: Bool
            do {
                try await sides.sync()
                isStateCut = false
            } catch {
                if case SyncError.state = error { isStateCut = true } else { isStateCut = false }
            }
            sides.state.fail { _ in false }
            sides.book.set { $0.fails = { _, _ in nil } }
            // A tag that was written and not noted would be one of the friend's own if the group lost the friend before.
            if isStateCut { try await sides.sync() }
        }
        for _ in 0..<2 { try await sides.sync() }
        for friend in try await sides.friends() {
            let expected = groups.filter { members[$0]?.contains(friend.id.rawValue) == true }
            let tags = try await sides.tags(friend.id.rawValue).map { String($0.prefix(2)) }
            #expect(tags.sorted() == expected, "\(friend.id)")
        }
        let texts = sides.book.cards.filter { $0.key.hasPrefix("id") }.keys.compactMap { sides.book.text($0) }
        #expect(!texts.contains { $0.contains("GROUP") || $0.contains("CATEGORIES") })
        try await expectQuiet(sides)
    }
}
