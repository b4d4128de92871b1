import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// What holds for any file.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ImportPropertyTests {
    /// A generator with a seed (SplitMix64).
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func text(_ texts: [String]) -> String { texts.randomElement(using: &self) ?? "" }
    }

    private static let names = ["Ada", "Grace", "Linus", "王", "Åse"]
    private static let rows = [
        "TEL:+44 20 1", "TEL;TYPE=work:+44 20 2", "EMAIL:a@example.org", "EMAIL:b@example.org", "NOTE:Likes tea",
        "NOTE:Likes coffee", "CATEGORIES:work,home", "ORG:Engines", "TITLE:Countess", "PHOTO:data:AAAA",
        "BDAY:1815-12-10",
    ]

    private func card(_ uid: Int, _ numbers: inout Numbers) -> FriendRecord {
        var rows = ["BEGIN:VCARD", "VERSION:4.0", "FN:\(numbers.text(Self.names)) \(numbers.text(Self.names))"]
        if numbers.next() % 4 != 0 { rows.append("UID:\(uid)") }
        for _ in 0..<Int.random(in: 0...6, using: &numbers) { rows.append(numbers.text(Self.rows)) }
        return [FriendRecord].cards((rows + ["END:VCARD", ""]).joined(separator: "\n"))[0]
    }

    private func cards(_ numbers: inout Numbers) -> [FriendRecord] {
        // Some have the same id.
        (0..<12).map { _ in card(Int.random(in: 0..<10, using: &numbers), &numbers) }
    }

    private func edit(_ stored: inout StoredFriends, _ numbers: inout Numbers) {
        for index in stored.friends.indices where numbers.next() % 2 == 0 {
            let (number, text) = (numbers.next(), numbers.text(Self.names))
            stored.edit(index) { details in
                switch number % 5 {
                case 0: details.firstName = text
                case 1: details.phoneNumber = "112"
                case 2: details.lines = []
                case 3: details.lines.reverse()
                default:
                    details.lines.append(FriendLine(id: .init("x\(number)"), kind: .note, value: text))
                }
            }
        }
    }

    @Test func `importing again changes nothing after edits`() async {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = StoredFriends()
            stored.import(cards(&numbers))
            edit(&stored, &numbers)
            let file = cards(&numbers)
            stored.import(file)
            edit(&stored, &numbers)
            let before = stored
            let account = stored.import(file)
            let isSame = stored == before
            #expect(isSame && account[.same] == file.count, "seed \(seed): \(account.text)")
        }
    }

    /// As tables and JSON have them: with the versions of friends as they are, with others, and without.
    @Test func `importing friends without cards again changes nothing`() async {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = StoredFriends()
            stored.import(cards(&numbers))
            let exported = stored.friends
            edit(&stored, &numbers)
            let file = exported.map { friend -> FriendRecord in
                var changed = StoredFriends([friend])
                edit(&changed, &numbers)
                let isCurrent = numbers.next() % 2 == 0
                let version = isCurrent ? stored.friend(friend.id.rawValue)?.version : friend.version
                return .plain(friend.id.rawValue, changed.friends[0].details, version: version)
            }
            let old = stored
            stored.import(file)
            for (record, friend) in zip(file, old.friends) {
                guard case .success(let recorded) = record.content, recorded.version?.version != friend.version
                else { continue }
                let new = stored.friend(friend.id.rawValue)?.details
                let keepsFields = FriendField.allCases.allSatisfy { field in
                    friend.details[field].isEmpty || new?[field] == friend.details[field]
                }
                #expect(keepsFields && new?.lines.starts(with: friend.details.lines) == true, "seed \(seed)")
            }
            let before = stored
            let account = stored.import(file)
            let isSame = stored == before
            #expect(isSame && account[.same] == file.count, "seed \(seed): \(account.text)")
        }
    }

    @Test(arguments: [DuplicateChoice.merge, .skip])
    func `importing duplicates again changes nothing`(choice: DuplicateChoice) async {
        for await seed in Seeds(120) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = StoredFriends()
            // What more than ten friends share is no sign of one person: merging can make it so.
            stored.import((0..<5).map { card($0, &numbers) })
            let file = (10..<15).map { card($0, &numbers) }
            stored.import(file, onDuplicate: choice)
            let before = stored
            let account = stored.import(file, onDuplicate: choice)
            let isSame = stored == before
            #expect(isSame && account[.same] + account[.skipped] == file.count, "seed \(seed): \(account.text)")
        }
    }

    @Test func `an import that was killed is completed by the next one`() async {
        for await seed in Seeds(5) {
            var numbers = Numbers(state: UInt64(seed))
            let file = (0..<1_300).map { card($0, &numbers) }
            var whole = StoredFriends()
            whole.import(file)
            var stored = StoredFriends()
            stored.import(file, batches: Int(seed % 3))
            #expect(stored.friends.count == 500 * (seed % 3))
            stored.import(file)
            #expect(stored.friends.map(\.id) == whole.friends.map(\.id) && stored.rests == whole.rests)
        }
    }

    @Test func `a damaged record changes no other action`() async {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = StoredFriends()
            stored.import(cards(&numbers))
            edit(&stored, &numbers)
            // Of several records with one id, the first one has it.
            let file = (0..<12).map { card($0, &numbers) }
            let rows = stored.plan(file).rows
            let damaged = Int.random(in: 0..<file.count, using: &numbers)
            guard rows[damaged].action != .same || rows.filter({ $0.friend?.id == rows[damaged].friend?.id }).count == 1
            else { continue }
            var other = file
            other[damaged] = FriendRecord(row: file[damaged].row, content: .failure(RecordProblem("damaged")))
            let others = stored.plan(other).rows
            #expect(others[damaged].result == .refused)
            for index in rows.indices where index != damaged && rows[index].friend?.id != rows[damaged].friend?.id {
                #expect(others[index].result == rows[index].result, "seed \(seed)")
                #expect(others[index].friend == rows[index].friend, "seed \(seed)")
            }
        }
    }

    /// Linear time: a benchmark by hand.
    @Test(.enabled(if: Environment.isBenchmark)) func `100,000 records are compared with 100,000 friends`() {
        var numbers = Numbers(state: 1)
        let records = (0..<100_000).map { number in
            FriendRecord.plain(
                "\(number)",
                FriendDetails(
                    firstName: numbers.text(Self.names), lastName: "\(number)", phoneNumber: "+1 \(number + 1_000_000)")
            )
        }
        let friends = records.map { record in
            Friend(id: .init("old"), version: .init("1"), details: (try? record.content.get().details) ?? .ada)
        }.enumerated().map { Friend(id: .init("old\($0)"), version: $1.version, details: $1.details) }
        let clock = ContinuousClock()
        var comparison = ImportComparison([])
        let indexing = clock.measure { comparison = ImportComparison(friends) }
        var count = 0
        let comparing = clock.measure {
            for record in records { if case .duplicate = comparison.row(for: record).action { count += 1 } }
        }
        print("indexing \(indexing), comparing \(comparing)")
        #expect(count == records.count)
    }
}
