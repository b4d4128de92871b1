import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Cards with more lines than a friend shows.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct LongCardTests {
    private static let foreign = ["PHOTO:https://photos.example/1", "X-KEEP:kept"]
    private static let emails = (1...120).map { "EMAIL:e\($0)@x.example" }

    /// What happens to the lines and the phone number of a friend.
    enum Edit: CaseIterable {
        case removal, removals, value, label, addition, replacement, order, number, noNumber

        func apply(to details: inout FriendDetails) {
            let new = FriendLine(id: FriendLine.ID("new"), kind: .note, value: "new")
            switch self {
            case .removal: details.lines.removeFirst()
            case .removals: details.lines.removeAll()
            case .value: details.lines[0].value = "new@x.example"
            case .label: details.lines[99].label = "Verein"
            case .addition:
                details.lines.removeFirst()
                details.lines.append(new)
            case .replacement: details.lines = [new]
            case .order: details.lines.reverse()
            case .number: details.phoneNumber = "112"
            case .noNumber: details.phoneNumber = ""
            }
        }
    }

    @Test(arguments: Edit.allCases, [nil, VCard.Version.v3, .v4])
    func `lines beyond the maximum stay in an edited card`(edit: Edit, version: VCard.Version?) throws {
        let rows = ["UID:a", "FN:A", "TEL:12345"] + Self.emails + ["TEL:67890"] + Self.foreign
        let old = try #require(VCard(lines: rows.joined(separator: "\r\n")))
        let friend = try read(old.bytes)
        #expect(friend.details.lines.map(\.value) == (1...100).map { "e\($0)@x.example" })
        var details = friend.details
        edit.apply(to: &details)
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
        let card = try #require(VCard(bytes))
        let exported = card.lines.map { text(Array($0.raw)) }
        #expect(Self.foreign.allSatisfy(exported.contains))
        #expect(Self.emails[100...].allSatisfy(exported.contains))
        #expect(exported.contains { $0.hasPrefix("TEL") && $0.hasSuffix(":67890") })
        #expect(!exported.contains { $0.hasPrefix("X-FRIENDS-REST") })
        // Where there is room now, the next ones are shown.
        let other = try read(bytes)
        #expect(other.id == friend.id && other.details.phoneNumber == details.phoneNumber)
        #expect(Array(other.details.lines.prefix(details.lines.count)) == details.lines)
        #expect(other.details.lines.count == (details.lines.count == 100 ? 100 : min(100, details.lines.count + 21)))
    }

    @Test func `an edited card of 120 emails has the other 119`() throws {
        let old = try #require(
            VCard(lines: (["UID:a", "FN:A"] + Self.emails + Self.foreign).joined(separator: "\r\n")))
        let friend = try read(old.bytes)
        var details = friend.details
        details.lines.removeFirst()
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        #expect(text(bytes) == text(old.bytes).replacing("EMAIL:e1@x.example\r\n", with: ""))
    }

    @Test(arguments: [nil, VCard.Version.v3, .v4])
    func `tags beyond the maximum stay in an edited card`(version: VCard.Version?) throws {
        let tags = (1...120).map { "tag \($0)" }
        let old = try #require(
            VCard(lines: "UID:a", "FN:A", "CATEGORIES:\(tags.joined(separator: ","))", "X-KEEP:kept"))
        let friend = try read(old.bytes)
        for hasNote in [false, true] {
            var details = friend.details
            details.lines.remove(at: 4)
            if hasNote { details.lines.append(FriendLine(id: FriendLine.ID("new"), kind: .note, value: "new")) }
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
            let exported = text(bytes).replacing("\r\n ", with: "")
            #expect(exported.contains("X-KEEP:kept") && !exported.contains("X-FRIENDS-REST"))
            let found = exported.split(whereSeparator: { ",:;".contains($0) || $0.isNewline }).map(String.init)
            #expect(found.filter { $0.hasPrefix("tag ") } == tags.filter { $0 != "tag 5" })
            #expect(Array(try read(bytes).details.lines.prefix(details.lines.count)) == details.lines)
        }
    }

    @Test func `any edits keep the lines beyond the maximum`() async throws {
        let names = ["EMAIL", "TEL", "NOTE", "CATEGORIES", "ADR;TYPE=home", "item1.URL", "TEL;TYPE=cell", "ORG"]
        for await seed in Seeds(60) {
            var numbers = Numbers(state: UInt64(seed))
            var rows = ["UID:a", "N:Lovelace;Ada;;;", "FN:Dr. Ada Lovelace"]
            for number in 1...150 {
                let name = names.randomElement(using: &numbers) ?? ""
                let isWebsite = name.hasSuffix("URL")
                let start = name == "EMAIL" ? "a@b" : isWebsite ? "https:" : name.hasPrefix("TEL") ? "1" : "a"
                let value = "\(start)\(1000 + number)"
                rows.append("\(isWebsite ? "item\(number).URL" : name):\(name.hasPrefix("ADR") ? ";;" : "")\(value)")
                if isWebsite { rows.append("item\(number).X-ABLabel:Verein") }
                if number % 50 == 0 { rows.append("X-KEEP:\(number)") }
            }
            let version = ["3.0", "4.0"].randomElement(using: &numbers) ?? ""
            let bytes = (["BEGIN:VCARD", "VERSION:\(version)"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n")
            let friend = try read(Array(bytes.utf8))
            #expect(friend.details.lines.count == 100)
            var details = friend.details
            var gone: Set<String> = []
            for number in 0..<Int.random(in: 1...6, using: &numbers) {
                let place = Int.random(in: 0..<details.lines.count, using: &numbers)
                switch numbers.next() % 6 {
                case 0: details.lines.shuffle(using: &numbers)
                case 1: details.phoneNumber = ["", "112"].randomElement(using: &numbers) ?? ""
                case 2: details.firstName = "Grace"
                case 3: details.lines[place].label = "new"
                default:
                    gone.insert(details.lines.remove(at: place).value)
                    let id = FriendLine.ID("new\(number)")
                    let new = FriendLine(id: id, kind: .note, value: "new \(number)")
                    if number % 2 == 0 { details.lines.insert(new, at: place) }
                }
            }
            let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
            for version in [nil, VCard.Version.v3, .v4] {
                let exported = edited.bytes(in: version)
                let read = try read(exported).details.lines
                #expect(Array(read.prefix(details.lines.count)) == details.lines, "seed \(seed)")
                let unfolded = text(exported).replacing("\r\n ", with: "")
                #expect(!unfolded.contains("X-FRIENDS-REST") && unfolded.contains("X-KEEP:150"), "seed \(seed)")
                let shown = Set(friend.details.lines.map(\.value) + [friend.details.phoneNumber])
                for row in rows.dropFirst(3) where !row.contains("X-") {
                    let value = row.split(separator: ":", maxSplits: 1)[1].filter { $0 != ";" }
                    if !shown.contains(value) { #expect(unfolded.contains(value), "seed \(seed): \(row)") }
                }
            }
        }
    }
}
