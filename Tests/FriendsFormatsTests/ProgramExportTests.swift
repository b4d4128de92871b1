import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsFormats
@testable import FriendsVCard

/// Files in `Exports/` as programs write them, each with the properties, labels and encodings of its program. The people are invented.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ProgramExportTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Exports")

    private static func names(_ ending: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (names ?? []).filter { $0.hasSuffix(ending) }.sorted()
    }

    private static let cards = names(".vcf")
    private static let tables = names(".csv")

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func friends(_ bytes: [UInt8], as format: FileFormat) throws -> [RecordedFriend] {
        var rest = [bytes][...]
        var columns = ColumnMap()
        columns.others = .line(.note, label: "")
        var friends: [RecordedFriend] = []
        try RecordReader(format, columns: columns).read({ rest.popFirst() }) { records in
            for record in records {
                if case .success(let friend) = record.content { friends.append(friend) }
            }
        }
        return friends
    }

    private func export(_ friends: [RecordedFriend], as format: ExportText.Format) -> [UInt8] {
        var text = ExportText(format)
        var rests: [Friend.ID: [UInt8]] = [:]
        for friend in friends { rests[friend.id] = friend.rest }
        let list = friends.map { Friend(id: $0.id, version: .init("1"), details: $0.details) }
        return text.text(of: list, rests: rests, history: nil) + text.end()
    }

    @Test func `there are files of many programs`() throws {
        let count = try Self.cards.reduce(0) { try $0 + friends(bytes($1), as: .vcard).count }
        #expect(Self.cards.count >= 20 && count >= 300 && Self.tables.count >= 20)
    }

    // MARK: - Cards

    @Test(arguments: cards) func `cards of programs are exported byte for byte`(name: String) throws {
        let bytes = try bytes(name)
        let cards = try VCardReader.records(in: bytes).map { try $0.card.get() }
        let friends = try friends(bytes, as: .vcard)
        #expect(friends.count == cards.count)
        #expect(export(friends, as: .vcard) == cards.flatMap(\.bytes))
    }

    @Test(arguments: cards) func `cards of programs come back from other formats`(name: String) throws {
        let friends = try friends(bytes(name), as: .vcard)
        for (format, reading) in [(ExportText.Format.json, FileFormat.json), (.vcard3, .vcard), (.csv, .csv)] {
            let again = try self.friends(export(friends, as: format), as: reading)
            #expect(again.map(\.details) == friends.map(\.details), "\(format)")
        }
    }

    /// Each text is in the friend, or in what is kept; a photo has only its name there.
    @Test(arguments: cards) func `every value of programs' cards is seen`(name: String) throws {
        let technical: Set<String> = [
            "BEGIN", "END", "VERSION", "PRODID", "UID", "REV", "X-ABLABEL", "LABEL", "KIND", "FN", "N", "X-ABADR",
            "SORT-STRING", "AGENT",
        ]
        for friend in try friends(bytes(name), as: .vcard) {
            let card = try #require(friend.rest.flatMap { VCard($0) })
            let names = friend.keptText.split(separator: "\n").last.map { $0.uppercased().split(separator: ", ") } ?? []
            let seen = Self.words(friend.details) + Self.words(friend.keptText)
            for line in card.lines where !technical.contains(line.name.uppercased()) {
                if names.contains(line.name.uppercased()[...]) { continue }
                var text = Escapes.removed(from: line.decodedValue, card.version)
                // Its type and its label are numbers and names of the program.
                if line.property == .android {
                    text = text.split(separator: ";").dropFirst().first.map(String.init) ?? ""
                }
                for word in Self.words(text) where !seen.contains(where: { $0.contains(word) || word.contains($0) }) {
                    Issue.record("\(friend.details.fullName): \(line.name): \(word)")
                }
            }
        }
    }

    // MARK: - Tables

    @Test(arguments: tables) func `tables of programs come back from other formats`(name: String) throws {
        let friends = try friends(bytes(name), as: .csv)
        #expect(friends.count >= 8)
        for (format, reading) in [(ExportText.Format.json, FileFormat.json), (.vcard, .vcard), (.csv, .csv)] {
            let again = try self.friends(export(friends, as: format), as: reading)
            #expect(again.map(\.details) == friends.map(\.details), "\(format)")
        }
    }

    // MARK: - Words

    private static func words(_ details: FriendDetails) -> [String] {
        let values = FriendField.allCases.map { details[$0] } + details.lines.flatMap { [$0.label, $0.value] }
        return words(values.joined(separator: " "))
    }

    /// The words with letters or digits, without punctuation.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { $0.isWhitespace || ",;:/\\".contains($0) }
            .map { $0.filter { $0.isLetter || $0.isNumber } }.filter { $0.count > 2 }
    }
}
