import Foundation
import FriendsModel
import FriendsVCard

/// Writes friends as LDIF (RFC 2849), with the attributes that Thunderbird and directory servers know. What has none is appended to
/// the description.
struct LDIFText: FileText {
    private(set) var losses = ExportLosses()

    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        for friend in friends {
            let entry = LDIFOutput(friend.details)
            losses.add(entry.lost + FriendCard.lostNames(with: rests[friend.id], of: friend.details))
            for (attribute, text) in entry.values { Self.append(attribute, text, to: &bytes) }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    func end() -> [UInt8] { [] }

    /// The longest row, in bytes.
    private static let maximumRow = 76

    private static func append(_ attribute: String, _ text: String, to bytes: inout [UInt8]) {
        let line =
            isSafe(text)
            ? "\(attribute): \(text)" : "\(attribute):: \(Data(text.utf8).base64EncodedString())"
        var rest = Array(line.utf8)[...]
        bytes += rest.prefix(maximumRow)
        rest = rest.dropFirst(maximumRow)
        while !rest.isEmpty {
            bytes += "\n ".utf8
            bytes += rest.prefix(maximumRow - 1)
            rest = rest.dropFirst(maximumRow - 1)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Whether a text is written as it is.
    private static func isSafe(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && last != UInt8(ascii: " ")
            && ![UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "<")].contains(first)
    }
}

/// The attributes of a friend.
struct LDIFOutput {
    private(set) var values: [(attribute: String, text: String)] = []
    /// The names of what has no attribute, and is in the description.
    private(set) var lost: [String] = []
    /// The attributes that an entry can have once.
    private var written: Set<String> = []
    /// What has no attribute.
    private var others: [String] = []

    private static let classes = [
        "top", "person", "organizationalPerson", "inetOrgPerson", "mozillaAbPersonAlpha",
    ]
    private static let phones = [
        "mobile": "mobile", "home": "homePhone", "work": "telephoneNumber", "pager": "pager",
        "fax": "facsimileTelephoneNumber",
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
        var isNamed = false
        for line in details.lines {
            if line.kind == .name, line.label.isEmpty, !isNamed { isNamed = true } else { add(line) }
        }
        if !others.isEmpty { add("description", others.joined(separator: "\n")) }
    }

    private mutating func add(_ attribute: String, _ text: String) {
        if !text.isEmpty { values.append((attribute, text)) }
    }

    private mutating func add(_ line: FriendLine) {
        let label = line.label
        switch line.kind {
        case .phone where Self.phones[label] != nil: add(Self.phones[label] ?? "", line.value)
        case .email where label.isEmpty: add(written.contains("mail") ? "mozillaSecondEmail" : "mail", line.value)
        case .address where ["home", "work"].contains(label) && !written.contains("address " + label):
            add(label == "home" ? "mozillaHomeStreet" : "street", line.value)
            written.insert("address " + label)
        case .address where label.isEmpty && !line.value.contains("$"): add("postalAddress", line.value)
        case .organization where label.isEmpty && !written.contains("o"):
            add("o", line.value)
            written.insert("o")
        case .birthday where label.isEmpty && !written.contains("birthday") && Birthday(line.value) != nil:
            Birthday(line.value).map { addBirthday($0) }
        case .birthday where label.isEmpty && !written.contains("birthday") && Birthday.isPartial(line.value):
            written.insert("birthday")
            add("birthyear", String(line.value.prefix(4)))
            if let month = Int(line.value.dropFirst(5)) { add("birthmonth", "\(month)") }
        case .website where label.isEmpty: add("labeledURI", line.value)
        case .website where ["home", "work"].contains(label):
            add(label == "home" ? "mozillaHomeUrl" : "mozillaWorkUrl", line.value)
        case .title where label.isEmpty: add("title", line.value)
        case .role where label.isEmpty: add("employeeType", line.value)
        case .nickname where label.isEmpty: add("mozillaNickname", line.value)
        case .tag where label.isEmpty: add("category", line.value)
        case .note where label.isEmpty: add("description", line.value)
        default:
            lost.append(line.kind.label.lowercased())
            let name = [line.kind.label, label].filter { !$0.isEmpty }.joined(separator: " ")
            others.append("\(name): \(line.value)")
        }
        if line.kind == .email, label.isEmpty { written.insert("mail") }
    }

    private mutating func addBirthday(_ birthday: Birthday) {
        written.insert("birthday")
        if let year = birthday.year {
            let digits = String(year)
            add("birthyear", String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits)
        }
        add("birthmonth", "\(birthday.month)")
        add("birthday", "\(birthday.day)")
    }

    /// A value of a distinguished name (RFC 4514).
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if ",+\"\\<>;=#".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
