import FriendsModel
import TestSupport
import Testing

@testable import FriendsVCard

/// What an edit of the text of an address changes in its card.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct AddressEditTests {
    private static func edited(_ rows: [String], version: String = "3.0", _ change: (inout FriendDetails) -> Void)
        throws -> [String]
    {
        let bytes = (["BEGIN:VCARD", "VERSION:\(version)", "UID:a", "N:;A;;;", "FN:A"] + rows + ["END:VCARD", ""])
            .joined(separator: "\r\n").utf8
        let friend = try read(Array(bytes))
        var details = friend.details
        change(&details)
        let new = FriendCard(id: friend.id, details: details, rest: friend.rest)
        for version in [nil, VCard.Version.v3, .v4] { #expect(try read(new.bytes(in: version)).details == details) }
        let id = ";X-FRIENDS-ID=" + (friend.details.lines.first?.id.rawValue ?? "")
        return text(new.bytes()).replacing("\r\n ", with: "").split(separator: "\r\n").dropFirst(5).dropLast()
            .map { String($0).replacing(id, with: "") }
    }

    @Test(arguments: [
        // A postcode, also before the city.
        (";;Weg 1;Berlin;;;Deutschland", "Weg 1, Berlin, 10115, Deutschland", ":;;Weg 1;Berlin;;10115;Deutschland"),
        (
            ";;Weg 1;Berlin;;;Deutschland", "Weg 1, 10115, Berlin, Deutschland",
            ";X-FRIENDS-ORDER=2,5,3,6:;;Weg 1;Berlin;;10115;Deutschland"
        ),
        (";;Weg 1;;;;", "Weg 1, 10115, Berlin", ";X-FRIENDS-ORDER=2,5,3:;;Weg 1;Berlin;;10115;"),
        (";;Weg 1;;;10115;", "Weg 1, Berlin, 10115", ":;;Weg 1;Berlin;;10115;"),
        (";;Weg 1;Berlin;;;", "Weg 2, 10115, Berlin", ";X-FRIENDS-ORDER=2,5,3:;;Weg 2;Berlin;;10115;"),
        (";;Weg 1;Berlin;;10115;", "Weg 1, Berlin, 10117", ":;;Weg 1;Berlin;;10117;"),
        (";;1 Road;London;;;", "1 Road, London, SW1A 1AA", ":;;1 Road;London;;SW1A 1AA;"),
        (";;Weg 1;;;;Deutschland", "Weg 1, 10115 Berlin, Deutschland", ":;;Weg 1;10115 Berlin;;;Deutschland"),
        // A city, a country, a region, a street.
        (";;Weg 1;;;;Deutschland", "Weg 1, Berlin, Deutschland", ":;;Weg 1;Berlin;;;Deutschland"),
        (";;Weg 1;Berlin;;;", "Weg 1, Berlin, Deutschland", ":;;Weg 1;Berlin;;;Deutschland"),
        (";;1 St;Portland;;;", "1 St, Portland, OR, 97201, USA", ":;;1 St;Portland;OR;97201;USA"),
        (";;1 St;Portland;;;", "1 St, Portland, OR", ":;;1 St;Portland;OR;;"),
        (";;1 St;Portland;;;", "1 St, Portland, USA", ":;;1 St;Portland;;;USA"),
        (";;;Berlin;;;", "Weg 1, Berlin", ":;;Weg 1;Berlin;;;"),
        // What cannot be told belongs to what is before it.
        (";;Weg 1;Berlin;;;", "Weg 1, Hinterhaus, Berlin", ":;;Weg 1\\, Hinterhaus;Berlin;;;"),
        (";;Weg 1;Berlin;;;D", "Weg 1, Berlin, Mitte, D", ":;;Weg 1;Berlin\\, Mitte;;;D"),
        (";;Weg 1;Berlin;;;", "c/o Mia, Weg 1, Berlin", ":;;c/o Mia\\, Weg 1;Berlin;;;"),
        (";;Weg 1;;;;", "Weg 1, Hinterhaus", ":;;Weg 1\\, Hinterhaus;;;;"),
        (";;Weg 1;Berlin;;;", "Weg 1, 4, Berlin", ":;;Weg 1\\, 4;Berlin;;;"),
        // What is changed, moved or removed.
        (";;Weg 1;Berlin;;;D", "Gasse 2, Bonn, D", ":;;Gasse 2;Bonn;;;D"),
        (";;Weg 1;Berlin;;;D", "Gasse 2, Bonn", ":;;Gasse 2\\, Bonn;;;;"),
        (";;Weg 1;Berlin;;10115;D", "Weg 1, 10115, Berlin, D", ";X-FRIENDS-ORDER=2,5,3,6:;;Weg 1;Berlin;;10115;D"),
        (";;Weg 1;Berlin;;10115;D", "Weg 1, D", ":;;Weg 1;;;;D"),
        (";;Weg 1\\nlinks;Berlin;;;", "Weg 1, links, Berlin, D", ":;;Weg 1\\nlinks;Berlin;;;D"),
        (";;Weg 1;Berlin;;;", "Weg 1,Berlin", ":;;Weg 1\\,Berlin;;;;"),
        ("Weg 1", "Weg 1, Berlin", ":Weg 1\\, Berlin"),
    ])
    func `what is added is the part that it looks like`(old: String, text: String, new: String) throws {
        #expect(try Self.edited(["ADR:\(old)"]) { $0.lines[0].value = text } == ["ADR\(new)"])
    }

    @Test func `the order of the parts is kept`() throws {
        let address = "ADR;X-FRIENDS-ORDER=2,5,3:;;Weg 1;Berlin;;10115;"
        // Another program has added a part.
        let other = "ADR;X-FRIENDS-ORDER=2,5,3:;;Weg 1;Berlin;;10115;D"
        var shown: [String] = []
        for row in [address, other] { _ = try Self.edited([row]) { shown.append($0.lines[0].value) } }
        #expect(shown == ["Weg 1, 10115, Berlin", "Weg 1, Berlin, 10115, D"])
        #expect(
            try Self.edited([address]) { $0.lines[0].value = "Weg 1, 10117, Berlin, D" }
                == ["ADR;X-FRIENDS-ORDER=2,5,3,6:;;Weg 1;Berlin;;10117;D"])
        #expect(
            try Self.edited([address]) { $0.lines[0].label = "home" }
                == ["ADR;X-FRIENDS-ORDER=2,5,3;TYPE=home:;;Weg 1;Berlin;;10115;"])
        #expect(try Self.edited([other]) { $0.phoneNumber = "112" }.contains(other))
    }

    // MARK: - The text with all of it

    private static let addresses = [
        "ADR;TYPE=HOME:;;Weg 1;Berlin;;;", "LABEL;TYPE=HOME,PARCEL:Weg 1\\nBerlin", "LABEL;TYPE=WORK:Gasse 2",
    ]

    @Test func `the old text of a changed address goes`() throws {
        #expect(
            try Self.edited(Self.addresses) { $0.lines[0].value = "Weg 2, Berlin" }
                == ["ADR;TYPE=HOME:;;Weg 2;Berlin;;;", "LABEL;TYPE=WORK:Gasse 2"])
        #expect(try Self.edited(Self.addresses) { $0.lines = [] } == ["LABEL;TYPE=WORK:Gasse 2"])
        #expect(
            try Self.edited(Self.addresses) { $0.phoneNumber = "112" }.contains("LABEL;TYPE=HOME,PARCEL:Weg 1\\nBerlin")
        )
        // In another order, the card is composed.
        let added = FriendLine(id: .init("x"), kind: .note, value: "n")
        let rows = try Self.edited(Self.addresses + ["NOTE:m"]) { details in
            details.lines[0].value = "Weg 2, Berlin"
            details.lines = [added] + details.lines.reversed()
        }
        #expect(rows.filter { $0.hasPrefix("LABEL") } == ["LABEL;TYPE=WORK:Gasse 2"])
    }

    @Test func `the text of an address gets its new label`() throws {
        let types = try Self.edited(Self.addresses) { $0.lines[0].label = "work" }
        #expect(types.contains("LABEL;TYPE=PARCEL;TYPE=work:Weg 1\\nBerlin"))
        #expect(
            try Self.edited(Self.addresses) { $0.lines[0].label = "boat" }
                == [
                    "item1.ADR:;;Weg 1;Berlin;;;", "item1.X-ABLabel:boat", "item1.LABEL;TYPE=PARCEL:Weg 1\\nBerlin",
                    "LABEL;TYPE=WORK:Gasse 2",
                ])
    }

    @Test func `each address has a text of its own`() throws {
        let two = ["ADR:;;Weg 1", "ADR:;;Weg 2", "LABEL:1", "LABEL:2", "a.ADR:;;Weg 3", "a.LABEL:3", "b.LABEL:4"]
        #expect(
            try Self.edited(two) { $0.lines[1].value = "Weg 7" }.filter { $0.contains("LABEL") } == [
                "LABEL:1", "a.LABEL:3", "b.LABEL:4",
            ])
        #expect(
            try Self.edited(two) { $0.lines[2].value = "Weg 7" }.filter { $0.contains("LABEL") } == [
                "LABEL:1", "LABEL:2", "b.LABEL:4",
            ])
        let parameter = ["ADR;LABEL=\"Weg 1\":;;Weg 1"]
        #expect(try Self.edited(parameter, version: "4.0") { $0.lines[0].value = "Weg 2" } == ["ADR:;;Weg 2"])
        #expect(
            try Self.edited(parameter, version: "4.0") { $0.lines[0].label = "home" } == [
                "ADR;LABEL=\"Weg 1\";TYPE=home:;;Weg 1"
            ])
    }

    @Test func `any edit of an address comes back from its card`() async throws {
        let texts = ["Weg 1", "Berlin", "10115", "D", "OR", "1 2 3", "x", "SW1A 1AA", "10115 Bonn", ""]
        for await seed in Seeds(300) {
            var numbers = Numbers(state: UInt64(seed))
            func text() -> String { texts.randomElement(using: &numbers) ?? "" }
            let parts = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in text() }
            let new = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in text() }.joined(separator: ", ")
            guard !CardValue.joined(parts).isEmpty, !new.trimmed.isEmpty else { continue }
            let version = ["2.1", "3.0", "4.0"].randomElement(using: &numbers) ?? ""
            _ = try Self.edited(["ADR:" + parts.joined(separator: ";")], version: version) { details in
                if !details.lines.isEmpty { details.lines[0].value = new.trimmed }
            }
        }
    }
}
