import FriendsModel

/// The labels of lines, as types (`TYPE=home`) and as texts of their own (`X-ABLabel`).
enum Labels {
    /// The types that are labels here, in the order of their words in a label.
    private static let known = [
        ("HOME", "home"), ("WORK", "work"), ("CELL", "mobile"), ("IPHONE", "iPhone"), ("FAX", "fax"),
        ("PAGER", "pager"),
    ]
    /// Types that say nothing about which one of its kind a line is.
    private static let ignored: Set<String> = [
        "PREF", "VOICE", "INTERNET", "TEXT", "DOM", "INTL", "POSTAL", "PARCEL", "MSG", "",
    ]
    private static let aliases = ["MOBILE": "CELL"]

    /// The label that types make.
    static func label(ofTypes types: [String]) -> String {
        var others: [String] = []
        var keys: Set<String> = []
        for type in types {
            let upper = type.uppercased()
            let key = aliases[upper] ?? upper
            guard !ignored.contains(key), keys.insert(key).inserted else { continue }
            if !known.contains(where: { $0.0 == key }) { others.append(type == upper ? type.lowercased() : type) }
        }
        if keys.isEmpty { return "" }
        // Phones of Apple's have both.
        if keys.contains("IPHONE") { keys.remove("CELL") }
        return (known.filter { keys.contains($0.0) }.map(\.1) + others).joined(separator: " ")
    }

    /// The types of relations (RFC 6350, 6.6.6).
    private static let relations: Set<String> = [
        "acquaintance", "agent", "child", "co-resident", "co-worker", "colleague", "contact", "crush", "date",
        "emergency", "friend", "kin", "me", "met", "muse", "neighbor", "parent", "sibling", "spouse", "sweetheart",
    ]

    /// The types that are written for a label of a kind; nil if it needs a text of its own.
    static func types(for label: String, of kind: LineKind, in version: VCard.Version) -> [String]? {
        if label.isEmpty { return [] }
        let allowed: Set<String>
        switch kind {
        case .phone: allowed = ["home", "work", "mobile", "fax", "pager"]
        case .email, .address, .website, .messenger: allowed = ["home", "work"]
        case .relation where version == .v4: return relations.contains(label) ? [label] : nil
        default: return nil
        }
        let words = label.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.allSatisfy(allowed.contains) else { return nil }
        let types = words.compactMap { word in known.first { $0.1 == word }?.0.lowercased() }
        return Self.label(ofTypes: types).isIdentical(to: label) ? types : nil
    }

    /// Whether a type is a part of the label.
    static func isPartOfLabel(type: String) -> Bool { !ignored.contains(type.uppercased()) }

    // MARK: - Texts of groups

    /// Apple's own labels, which its programs translate.
    private static let ofApple = [
        "Home": "home", "Work": "work", "Mobile": "mobile", "Main": "main", "HomeFAX": "home fax",
        "WorkFAX": "work fax",
        "OtherFAX": "other fax", "Pager": "pager", "Other": "other", "School": "school", "HomePage": "homepage",
    ]
    /// Those of relations and dates. Apple's programs write dates of all kinds, and the name of an anniversary is no label of it.
    private static let ofAppleForOthers: [LineKind: [String: String]] = [
        .relation: [
            "Spouse": "spouse", "Partner": "partner", "Child": "child", "Son": "son", "Daughter": "daughter",
            "Parent": "parent", "Mother": "mother", "Father": "father", "Sister": "sister", "Brother": "brother",
            "Friend": "friend", "Manager": "manager", "Assistant": "assistant",
        ],
        .anniversary: ["Anniversary": ""],
    ]
    private static let (opening, closing) = ("_$!<", ">!$_")

    /// The label in the text of `X-ABLabel` of a line.
    static func label(ofGroup text: String, of kind: LineKind) -> String {
        guard text.hasPrefix(opening), text.hasSuffix(closing),
            text.utf8.count >= opening.utf8.count + closing.utf8.count
        else { return text }
        let name = String(text.dropFirst(opening.count).dropLast(closing.count))
        return ofAppleForOthers[kind]?[name] ?? ofApple[name] ?? name
    }

    /// The text of `X-ABLabel` for a label of a line.
    static func groupText(for label: String, of kind: LineKind) -> String {
        Self.label(ofGroup: label, of: kind).isIdentical(to: label) ? label : opening + label + closing
    }
}
