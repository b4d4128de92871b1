import FriendsCardDAV
import FriendsModel
import FriendsVCard
import Synchronization
import Testing
import TestSupport

@testable import FriendsSync

/// Random edits on both sides, of which some synchronisations are cut off: in the end both have the same, and no value is lost.
@Suite(.timeLimit(.minutes(10)))
struct SyncPropertyTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `both sides converge and lose nothing`(_ seed: UInt64) async throws {
        var script = try SyncScript(seed: seed)
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 1...4, using: &script.random) { try await script.edit() }
            try await script.syncPerhapsCutOff()
            try await script.checkValues()
        }
        try await script.settle()
        try await script.checkValues()
        try await script.checkSides()
    }
}

private struct SyncScript {
    let sides: Sides
    var random: Numbers
    private var count = 0
    /// What was typed, and not deleted or replaced by whoever saw it.
    private var values: Set<String> = []

    init(seed: UInt64) throws {
        sides = try Sides()
        random = Numbers(state: seed)
        sides.book.set { $0.hasPositions = seed % 3 != 0 }
    }

    private mutating func nextValue() -> String {
        count += 1
        let value = "value \(count)"
        values.insert(value)
        return value
    }

    // MARK: - Edits

    mutating func edit() async throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try await sides.add("here\(count)", nextValue())
        case 1: sides.book.store("there\(count)", nextValue(), "", "X-HIDDEN:\(nextValue())")
        case 2, 3: try await editHere()
        case 4, 5: editThere()
        case 6: try await deleteHere()
        default: deleteThere()
        }
    }

    private mutating func editHere() async throws {
        guard let friend = try await sides.friends().randomElement(using: &random) else { return }
        var details = friend.details
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            values.remove(details.lastName)
            details.lastName = nextValue()
        case 1: details.add(FriendLine(id: FriendLine.ID("n\(count)"), kind: .note, label: "", value: nextValue()))
        default:
            guard let index = details.lines.indices.randomElement(using: &random) else { return }
            values.remove(details.lines[index].value)
            details.lines[index] = FriendLine(
                id: details.lines[index].id, kind: details.lines[index].kind, label: details.lines[index].label,
                value: nextValue())
        }
        _ = try await sides.list.update(
            friend.id, with: FriendChanges(from: friend.details, to: details), from: friend.version)
    }

    private mutating func editThere() {
        guard let name = sides.book.cards.keys.sorted().randomElement(using: &random), let text = sides.book.text(name)
        else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: sides.book.put(text.replacing("END:VCARD", with: "NOTE:\(nextValue())\nEND:VCARD"), name)
        case 1: sides.book.put(text.replacing("END:VCARD", with: "X-OTHER:\(nextValue())\nEND:VCARD"), name)
        default:
            guard let note = text.split(separator: "\n").filter({ $0.hasPrefix("NOTE:") }).randomElement(using: &random)
            else { return }
            values.remove(String(note.dropFirst(5)))
            sides.book.put(text.replacing(note, with: "NOTE:\(nextValue())"), name)
        }
    }

    /// What is deleted is in the trash here, so that its values are not lost.
    private mutating func deleteHere() async throws {
        guard let friend = try await sides.friends().randomElement(using: &random) else { return }
        try await sides.list.delete(friend.id, at: friend.version)
    }

    private mutating func deleteThere() {
        guard let name = sides.book.cards.keys.sorted().randomElement(using: &random) else { return }
        // What only the server had is deleted by who saw it.
        values.subtract(Self.values(in: sides.book.text(name) ?? ""))
        sides.book.remove(name)
    }

    // MARK: - Synchronisations

    /// Synchronises, and cuts it off at a random write, as a killed program or a lost connection would.
    mutating func syncPerhapsCutOff() async throws {
        let place = Int.random(in: 1...6, using: &random)
        let (kind, begun) = (Int.random(in: 0..<5, using: &random), sides.state.writeCount)
        let calls = sides.book.state.withLock(\.calls.count)
        switch kind {
        case 0: sides.state.fail { $0 >= begun + place }
        case 1: sides.book.set { $0.fails = { $1 >= calls + place ? .noAnswer(.timedOut(.read)) : nil } }
        case 2:
            sides.book.set { behaviour in
                behaviour.losesAnswer = { $1 >= calls + place ? .noAnswer(.connectionLost(reason: "cut")) : nil }
            }
        case 3: sides.book.set { $0.fails = { call, number in number % 3 == 0 && call != .changes ? .changed : nil } }
        default: break
        }
        do {
            try await sides.sync { $0.allowsManyDeletions = true }
        } catch is SyncError {}
        sides.state.fail { _ in false }
        sides.book.set { ($0.fails, $0.losesAnswer) = ({ _, _ in nil }, { _, _ in nil }) }
    }

    func settle() async throws {
        for _ in 0..<3 { try await sides.sync { $0.allowsManyDeletions = true } }
    }

    // MARK: - Promises

    /// Every value is in the list, in its rests, in the trash or on the server.
    func checkValues() async throws {
        var texts: [String] = sides.book.cards.values.map { String(decoding: $0.bytes, as: UTF8.self) }
        for friend in try await sides.friends() + sides.trash() {
            texts.append(friend.details.line)
            texts.append(friend.keptText)
        }
        let kept = Set(texts.flatMap { Self.values(in: $0) })
        #expect(values.subtracting(kept).sorted() == [])
    }

    private static func values(in text: String) -> [String] {
        // Texts are folded.
        text.replacing("\n ", with: "").matches(of: /value \d+/).map { String($0.output) }
    }

    func checkSides() async throws {
        let friends = try await sides.friends()
        let cards = sides.book.cards
        #expect(friends.count == cards.count)
        let here = friends.map(\.details)
        for (name, card) in cards {
            let content = try CardContent(card.bytes)
            #expect(here.contains { $0.saysSame(as: content.details) }, "\(name) is another one here")
        }
        let writes = sides.book.writes.count
        let account = try await sides.sync { $0.comparesAll = true }
        #expect(account.here.isEmpty && account.there.isEmpty && account.isComplete)
        #expect(sides.book.writes.count == writes)
        #expect(try await sides.friends() == friends)
    }
}
