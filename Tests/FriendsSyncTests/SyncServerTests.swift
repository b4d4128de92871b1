import FriendsCardDAV
import FriendsModel
import FriendsVCard
import Testing

@testable import FriendsSync

/// What servers do in ways of their own.
@Suite(.timeLimit(.minutes(10)))
struct SyncServerTests {
    @Test func `what the server shortens stays here`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { card in
                let text = String(decoding: card, as: UTF8.self)
                return Array(text.replacing(/(URL[^,\r]*),[^\r]*/) { "\($0.output.1)" }.utf8)
            }
        }
        let url = FriendLine(id: FriendLine.ID("u1"), kind: .website, value: "https://a.example/?b=1,2")
        try await sides.add("ada", "Ada", lines: [url])
        let account = try await sides.sync()
        #expect(account.shortened == ["Ada"])
        try await expectQuiet(sides)
        for number in 1...5 {
            sides.book.put(
                try #require(sides.book.text("ada.vcf")).replacing(/NOTE:.*\n/, with: "")
                    .replacing("END:VCARD", with: "NOTE:\(number)\nEND:VCARD"), "ada.vcf")
            try await sides.sync()
            let values = try await sides.friend("ada").details.lines.map(\.value)
            #expect(values.contains(url.value) && values.contains("\(number)"))
            try await expectQuiet(sides)
        }
    }

    /// Radicale escapes the semicolons of properties that it does not know.
    @Test func `a line of our own that a server escapes is written once`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { card in
                let text = String(decoding: card, as: UTF8.self)
                let rows = text.split(separator: "\r\n", omittingEmptySubsequences: false).map { row -> String in
                    guard row.hasPrefix("X-FRIENDS-LINE"), let colon = row.firstIndex(of: ":") else {
                        return String(row)
                    }
                    let value = row[colon...].replacing("\\;", with: ";").replacing(";", with: "\\;")
                    return "\(row[..<colon])\(value)"
                }
                return Array(rows.joined(separator: "\r\n").utf8)
            }
        }
        sides.book.store("ada", "Augusta", "Lovelace")
        try await sides.sync()
        try await sides.edit("ada") {
            $0.lines.append(FriendLine(id: FriendLine.ID("n"), kind: .name, value: "Countess; of Lovelace"))
        }
        for number in 1...3 {
            let account = try await sides.sync()
            #expect(account.shortened.isEmpty)
            let text = try #require(sides.book.text("ada.vcf"))
            #expect(text.ranges(of: "Countess").count <= 2, "\(text)")
            #expect(try await sides.friend("ada").details.values(of: .name) == ["Countess; of Lovelace"])
            try await expectQuiet(sides)
            try await sides.edit("ada") { $0.phoneNumber = "555 000\(number)" }
        }
    }

    @Test func `what the server adds comes here and its order means nothing`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { card in
                let rows = String(decoding: card, as: UTF8.self).split(separator: "\r\n").map(String.init)
                let sorted: [String] = rows.dropFirst(2).dropLast().sorted()
                let all: [String] = Array(rows.prefix(2)) + sorted + ["NOTE:checked", "END:VCARD", ""]
                return Array(all.joined(separator: "\r\n").utf8)
            }
        }
        let lines = ["b", "a"].map {
            FriendLine(id: FriendLine.ID("l\($0)"), kind: .email, label: "home", value: "\($0)@example.org")
        }
        try await sides.add("ada", "Ada", lines: lines)
        let account = try await sides.sync()
        #expect(account.shortened.isEmpty)
        let details = try await sides.friend("ada").details
        #expect(details.values(of: .note) == ["checked"])
        try await expectQuiet(sides)
    }

    @Test func `a label that the server drops stays here`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { Array(String(decoding: $0, as: UTF8.self).replacing(";TYPE=home", with: "").utf8) }
        }
        let line = FriendLine(id: FriendLine.ID("l1"), kind: .email, label: "home", value: "ada@example.org")
        try await sides.add("ada", "Ada", lines: [line])
        #expect(try await sides.sync().shortened == ["Ada"])
        sides.book.put(try #require(sides.book.text("ada.vcf")).replacing("FN:Ada", with: "FN:Ada\nNOTE:1"), "ada.vcf")
        try await sides.sync()
        let details = try await sides.friend("ada").details
        #expect(details.lines.contains { $0.label == "home" } && details.values(of: .note) == ["1"])
        try await expectQuiet(sides)
    }

    /// A server can make its positions of the content.
    @Test func `a card that comes back as it was is seen`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.set { $0.hasContentPositions = true }
        try await sides.sync()
        let text = try #require(sides.book.text("ada.vcf"))
        try await sides.delete("ada")
        try await sides.sync()
        sides.book.put(text, "ada.vcf")
        try await sides.sync()
        #expect(try await sides.friends().map(\.id.rawValue) == ["ada"])
        try await expectQuiet(sides)
    }

    @Test func `what was written is not read again`() async throws {
        let sides = try Sides()
        for number in 0..<5 { try await sides.add("id\(number)", "Name \(number)") }
        try await sides.sync()
        let count = sides.book.state.withLock { $0.calls.count { $0 == .cards } }
        try await sides.sync()
        #expect(sides.book.state.withLock { $0.calls.count { $0 == .cards } } == count)
    }
}
