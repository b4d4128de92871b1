import FriendsModel

/// A line of `X-ANDROID-CUSTOM`, in which Android's programs write what version 2.1 has no property for: the type of the value, the
/// value, the number of its label, and a label of the user's own.
struct AndroidProperty {
    let kind: LineKind
    let label: String
    let value: String

    /// Nil for a value of another type, such as a group, and for a birthday, which has a property.
    init?(_ line: ContentLine, _ version: VCard.Version) {
        guard line.property == .android else { return nil }
        let parts = Escapes.split(line.decodedValue, at: ASCII.semicolon).map {
            CardValue.oneRow(Escapes.removed(from: $0, version)).trimmed
        }
        guard let type = Self.types.first(where: { $0.name == parts[0] }) else { return nil }
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        let number = part(2)
        if type.kind == .anniversary, number == Self.birthday { return nil }
        (kind, value) = (type.kind, part(1))
        label = number == "0" ? part(3) : type.labels[number] ?? ""
    }

    private static let birthday = "3"

    /// The names of the types, and their labels by number (`ContactsContract.CommonDataKinds`).
    private static let types: [(name: String, kind: LineKind, labels: [String: String])] = [
        ("vnd.android.cursor.item/nickname", .nickname, [:]),
        ("vnd.android.cursor.item/contact_event", .anniversary, ["2": "other"]),
        (
            "vnd.android.cursor.item/relation", .relation,
            [
                "1": "assistant", "2": "brother", "3": "child", "4": "domestic partner", "5": "father", "6": "friend",
                "7": "manager", "8": "mother", "9": "parent", "10": "partner", "11": "referred by", "12": "relative",
                "13": "sister", "14": "spouse",
            ]
        ),
    ]
}
