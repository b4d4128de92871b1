import FriendsModel

/// The attributes of a friend.
struct LDIFOutput {
    private(set) var values: [(attribute: String, text: String)] = []
    /// The names of what the attributes cannot hold. What has no attribute is in the description.
    private(set) var lost: [String] = []
    /// The attributes that are not free: they have a value, or a line with their label follows.
    private var taken: Set<String> = []
    /// What has no attribute.
    private var others: [String] = []

    private static let classes = [
        "top", "person", "organizationalPerson", "inetOrgPerson", "mozillaAbPersonAlpha",
    ]

    init(_ details: FriendDetails) {
        let name = details.values(of: .name).first ?? details.fullName
        let email = details.values(of: .email).first
        values.append(
            (
                "dn",
                (["cn=" + Self.escaped(name)] + (email.map { ["mail=" + Self.escaped($0)] } ?? [])).joined(
                    separator: ",")
            ))
        for name in Self.classes { values.append(("objectclass", name)) }
        add("givenName", details.firstName)
        add("sn", details.lastName)
        add("cn", name)
        // Of several numbers, the mobile one is the friend's when it is read.
        let hasOthers = details.lines.contains { $0.kind == .phone }
        add(hasOthers ? "mobile" : "telephoneNumber", details.phoneNumber)
        // A line without a fitting label takes no attribute from one that has it, wherever that is.
        taken.formUnion(details.lines.compactMap { Self.attribute(of: $0) })
        var isNamed = false
        for line in details.lines {
            if line.kind == .name, line.label.isEmpty, !isNamed { isNamed = true } else { add(line) }
        }
        if !others.isEmpty { add("description", others.joined(separator: "\n")) }
    }

    // MARK: - Lines

    private mutating func add(_ attribute: String, _ text: String) {
        if text.isEmpty { return }
        values.append((attribute, text))
        taken.insert(attribute)
    }

    private func isWritten(_ attribute: String) -> Bool { values.contains { $0.attribute == attribute } }

    private mutating func add(_ line: FriendLine) {
        switch line.kind {
        case .email:
            add(isWritten("mail") ? "mozillaSecondEmail" : "mail", line.value)
            if !line.label.isEmpty { lost.append("labels") }
        case .phone: addNumber(line)
        case .address: addAddress(line)
        case .organization where !line.label.isEmpty: addFree(line, ["o"])
        case .organization where isWritten("o"): addOther(line)
        case .birthday where line.label.isEmpty && !isWritten("birthyear") && !isWritten("birthmonth"):
            addBirthday(line)
        case .website where !line.label.isEmpty && Self.attribute(of: line) == nil:
            // The label follows the address (RFC 2079).
            add("labeledURI", "\(line.value) \(line.label)")
        default:
            if let attribute = Self.attribute(of: line) { add(attribute, line.value) } else { addOther(line) }
        }
    }

    /// The attribute of a line with its kind and its label; nil without one.
    private static func attribute(of line: FriendLine) -> String? {
        switch (line.kind, line.label) {
        case (.phone, "mobile"): "mobile"
        case (.phone, "home"): "homePhone"
        case (.phone, "work"): "telephoneNumber"
        case (.phone, "pager"): "pager"
        case (.phone, "fax"): "facsimileTelephoneNumber"
        case (.address, "home"): "mozillaHomeStreet"
        case (.address, "work"): "street"
        case (.organization, ""): "o"
        case (.website, ""): "labeledURI"
        case (.website, "home"): "mozillaHomeUrl"
        case (.website, "work"): "mozillaWorkUrl"
        case (.title, ""): "title"
        case (.role, ""): "employeeType"
        case (.nickname, ""): "mozillaNickname"
        case (.tag, ""): "category"
        case (.note, ""): "description"
        default: nil
        }
    }

    /// Adds a number. Without the label of an attribute, it takes a free one.
    private mutating func addNumber(_ line: FriendLine) {
        if let attribute = Self.attribute(of: line) { return add(attribute, line.value) }
        let label = line.label.lowercased()
        let fitting =
            if label.contains("fax") {
                ["facsimileTelephoneNumber"]
            } else if label.contains("pager") {
                ["pager"]
            } else if label.contains("mobile") || label.contains("cell") {
                ["mobile", "telephoneNumber", "homePhone"]
            } else if label.contains("home") {
                ["homePhone", "telephoneNumber", "mobile"]
            } else {
                ["telephoneNumber", "homePhone", "mobile"]
            }
        addFree(line, fitting)
    }

    /// Adds an address. Without the label of a free attribute, it takes another one.
    private mutating func addAddress(_ line: FriendLine) {
        let attribute = Self.attribute(of: line)
        if let attribute, !isWritten(attribute) { return add(attribute, line.value) }
        let label = line.label.lowercased()
        let streets = label.contains("work") ? ["street", "mozillaHomeStreet"] : ["mozillaHomeStreet", "street"]
        let isStreet = attribute == nil && !label.isEmpty && streets.contains { !taken.contains($0) }
        // A dollar sign divides the rows of a postal address.
        if isStreet || line.value.contains("$") { return addFree(line, attribute == nil ? streets : []) }
        add(line.label == "home" ? "homePostalAddress" : "postalAddress", line.value)
        if !["", "home"].contains(line.label) { lost.append("labels") }
    }

    /// Adds a line to the first free attribute, or to the description.
    private mutating func addFree(_ line: FriendLine, _ attributes: [String]) {
        guard let attribute = attributes.first(where: { !taken.contains($0) }) else { return addOther(line) }
        add(attribute, line.value)
        // It is read with the label of the attribute.
        lost.append("labels")
    }

    /// Adds a line to the description.
    private mutating func addOther(_ line: FriendLine) {
        lost.append(line.kind.label.lowercased())
        let name = [line.kind.label, line.label].filter { !$0.isEmpty }.joined(separator: " ")
        others.append("\(name): \(line.value)")
    }

    private mutating func addBirthday(_ line: FriendLine) {
        func digits(_ year: Int) -> String {
            let digits = String(year)
            return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
        if let birthday = Birthday(line.value) {
            if let year = birthday.year { add("birthyear", digits(year)) }
            add("birthmonth", "\(birthday.month)")
            add("birthday", "\(birthday.day)")
        } else if Birthday.isPartial(line.value) {
            add("birthyear", String(line.value.prefix(4)))
            if let month = Int(line.value.dropFirst(5)) { add("birthmonth", "\(month)") }
        } else {
            addOther(line)
        }
    }

    /// A value of a distinguished name (RFC 4514).
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if ",+\"\\<>;=#".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
