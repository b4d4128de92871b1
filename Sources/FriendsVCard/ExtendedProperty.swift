import FriendsModel

/// A property of other programs that has the values of a kind, beside the one of the kind itself.
struct ExtendedProperty {
    /// In upper case.
    let name: String
    let kind: LineKind
    /// What the name says of the value; empty for none.
    let label: String

    private init(_ name: String, _ kind: LineKind, _ label: String = "") {
        (self.name, self.kind, self.label) = (name, kind, label)
    }

    static let all = [
        ExtendedProperty("X-ANNIVERSARY", .anniversary), ExtendedProperty("X-ABDATE", .anniversary),
        ExtendedProperty("X-EVOLUTION-ANNIVERSARY", .anniversary),
        ExtendedProperty("X-KADDRESSBOOK-X-ANNIVERSARY", .anniversary),
        ExtendedProperty("X-ABRELATEDNAMES", .relation), ExtendedProperty("X-SPOUSE", .relation, "spouse"),
        ExtendedProperty("X-EVOLUTION-SPOUSE", .relation, "spouse"),
        ExtendedProperty("X-KADDRESSBOOK-X-SPOUSESNAME", .relation, "spouse"),
        ExtendedProperty("X-MANAGER", .relation, "manager"),
        ExtendedProperty("X-EVOLUTION-MANAGER", .relation, "manager"),
        ExtendedProperty("X-KADDRESSBOOK-X-MANAGERSNAME", .relation, "manager"),
        ExtendedProperty("X-ASSISTANT", .relation, "assistant"),
        ExtendedProperty("X-EVOLUTION-ASSISTANT", .relation, "assistant"),
        ExtendedProperty("X-KADDRESSBOOK-X-ASSISTANTSNAME", .relation, "assistant"),
        ExtendedProperty("X-MS-ANNIVERSARY", .anniversary), ExtendedProperty("X-MS-SPOUSE", .relation, "spouse"),
        ExtendedProperty("X-MS-CHILD", .relation, "child"), ExtendedProperty("X-MS-MANAGER", .relation, "manager"),
        ExtendedProperty("X-MS-ASSISTANT", .relation, "assistant"), ExtendedProperty("X-MS-IMADDRESS", .messenger),
        ExtendedProperty("X-MS-TEL", .phone), ExtendedProperty("X-ASSISTANT-TEL", .phone, "assistant"),
        ExtendedProperty("X-NICKNAME", .nickname), ExtendedProperty("X-CHILDREN", .relation, "child"),
        ExtendedProperty("X-MAIDENNAME", .note, "maiden name"), ExtendedProperty("X-CUSTOM1", .note, "custom 1"),
        ExtendedProperty("X-CUSTOM2", .note, "custom 2"), ExtendedProperty("X-CUSTOM3", .note, "custom 3"),
        ExtendedProperty("X-CUSTOM4", .note, "custom 4"), ExtendedProperty("CUSTOM1", .note, "custom 1"),
        ExtendedProperty("CUSTOM2", .note, "custom 2"), ExtendedProperty("CUSTOM3", .note, "custom 3"),
        ExtendedProperty("CUSTOM4", .note, "custom 4"), ExtendedProperty("X-KADDRESSBOOK-BLOGFEED", .website, "blog"),
        ExtendedProperty("X-EVOLUTION-BLOG-URL", .website, "blog"),
        ExtendedProperty("X-KADDRESSBOOK-X-PROFESSION", .role), ExtendedProperty("SOCIALPROFILE", .messenger),
        ExtendedProperty("X-SOCIALPROFILE", .messenger), ExtendedProperty("X-KADDRESSBOOK-X-IMADDRESS", .messenger),
        ExtendedProperty("X-JABBER", .messenger, "Jabber"), ExtendedProperty("X-XMPP", .messenger, "XMPP"),
        ExtendedProperty("X-SKYPE", .messenger, "Skype"), ExtendedProperty("X-SKYPE-USERNAME", .messenger, "Skype"),
        ExtendedProperty("X-ICQ", .messenger, "ICQ"), ExtendedProperty("X-AIM", .messenger, "AIM"),
        ExtendedProperty("X-MSN", .messenger, "MSN"), ExtendedProperty("X-YAHOO", .messenger, "Yahoo"),
        ExtendedProperty("X-QQ", .messenger, "QQ"), ExtendedProperty("X-GADUGADU", .messenger, "Gadu-Gadu"),
        ExtendedProperty("X-GROUPWISE", .messenger, "GroupWise"),
        ExtendedProperty("X-GOOGLE-TALK", .messenger, "Google Talk"),
        ExtendedProperty("X-GTALK", .messenger, "Google Talk"),
        ExtendedProperty("X-TWITTER", .messenger, "Twitter"), ExtendedProperty("X-MASTODON", .messenger, "Mastodon"),
        ExtendedProperty("X-MATRIX", .messenger, "Matrix"), ExtendedProperty("X-TELEGRAM", .messenger, "Telegram"),
        ExtendedProperty("X-SIGNAL", .messenger, "Signal"), ExtendedProperty("X-WHATSAPP", .messenger, "WhatsApp"),
    ]
}

extension ContentLine {
    /// The types. Exchange marks names of people with one that is no label.
    var types: [String] {
        let types = values(of: "TYPE")
        return types.contains("N") && name.uppercased().hasPrefix("X-MS-") ? types.filter { $0 != "N" } : types
    }

    /// What the name of the property, or the service of a messenger, says of the value; empty for nothing.
    var labelOfName: String {
        guard case .value(let kind) = property else { return "" }
        if kind == .relation || kind == .messenger {
            // Apple's, and the standard one (RFC 9554).
            if let service = (values(of: "X-SERVICE-TYPE") + values(of: "SERVICE-TYPE")).first { return service }
        }
        // Most lines have the property of their kind.
        let isExtended = name.utf8.hasPrefix(ignoringCase: "X-") || name.utf8.hasPrefix(ignoringCase: "CUSTOM")
        guard isExtended else { return "" }
        let name = name.uppercased()
        return ExtendedProperty.all.first { $0.name == name }?.label ?? ""
    }
}

extension ContentLine {
    /// The extensions that no earlier program read, of kinds that it knew.
    private static let unread = Set(
        ExtendedProperty.all.filter { [.phone, .note, .website].contains($0.kind) }.map(\.name)
            + ["X-NICKNAME", "X-CHILDREN"])

    /// Whether it is one of these.
    var isUnreadExtension: Bool { Self.unread.contains(name.uppercased()) }
}
