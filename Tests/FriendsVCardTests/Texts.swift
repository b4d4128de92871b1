import FriendsModel
import FriendsVCard
import Testing

extension FriendDetails {
    /// As in ``Export/details``.
    var summary: [String] {
        [firstName, lastName, phoneNumber] + lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
    }
}

extension VCard {
    /// A card from its lines.
    init?(lines: String...) {
        self.init((["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }
}

/// The texts of some bytes.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// The records as rows and names, or damages.
func summary(_ records: [VCardReader.Record]) -> [String] {
    records.map { record in
        switch record.card {
        case .success(let card):
            "\(record.row) \(card.lines.first { $0.name.uppercased() == "FN" }.map { text($0.value) } ?? "?")"
        case .failure(let damage): "\(record.row) \(damage)"
        }
    }
}

/// The friend of a card.
func read(_ bytes: [UInt8]) throws -> FriendCard {
    try FriendCard.friend(of: try #require(VCard(bytes), "\(text(bytes))")).friend
}
