import FriendsModel

/// What the texts of a column are.
enum ColumnRole: Equatable, Sendable {
    case id
    case field(FriendField)
    /// What comes before the last name, such as "van der".
    case lastNamePrefix
    /// The first and the last name in one text, if there are no columns with each.
    case fullName
    /// A nickname, or the name of someone without another one.
    case nickname
    /// A line of its own, with the label of the column.
    case line(LineKind, label: String)
    /// The value of a numbered line, whose label is in another column.
    case value(LineKind, group: String)
    /// The label of a numbered line.
    case label(group: String)
    /// A part of the value of a line, such as the city of an address. The parts are joined in the order of their numbers.
    case part(LineKind, group: String, label: String, order: Int)
    /// The year, the month or the day of a date.
    case dateYear(LineKind), dateMonth(LineKind), dateDay(LineKind)
    /// Kinds and ids of all lines in their order, in our own tables.
    case lineOrder
    /// The version of the friend, in our own tables.
    case version
    /// A note with a label, unless it is a text that a program writes where nothing was said.
    case note(label: String, unless: Set<String> = [])
    case skip
}

/// The headers that are known. To support another program or language, add its headers to ``headers``.
enum ColumnTable {
    /// The role of a column; nil if its header is unknown.
    static func role(of header: String) -> ColumnRole? {
        let key = key(of: header)
        if let role = roles[key] { return role }
        guard let digit = key.firstIndex(where: \.isNumber) else { return nil }
        let rest = key[digit...].drop { $0.isNumber }
        let (base, suffix) = (String(key[..<digit]), String(rest))
        let group = String(key[..<rest.startIndex])
        if let number = Int(key[digit..<rest.startIndex]), number > 0, let role = numbered(base, suffix, group) {
            return role
        }
        // "Business Phone 2" is another one of its kind, and "Home Street 2" another row of it.
        switch roles[base + suffix] {
        case .field(.phoneNumber): return .line(.phone, label: "")
        case .line(let kind, let label): return .line(kind, label: label)
        case .part(let kind, let group, let label, let order):
            return .part(kind, group: group, label: label, order: order)
        case .skip: return .skip
        default: return nil
        }
    }

    /// A header without case, white space and punctuation.
    static func key(of header: String) -> String {
        String(header.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    // MARK: - Numbered columns

    /// The role of a numbered column, such as `E-mail 2 - Value` and `email 2 label`.
    private static func numbered(_ base: String, _ suffix: String, _ group: String) -> ColumnRole? {
        switch (base, suffix) {
        case (_, "type"), (_, "typ"), (_, "label"):
            return kinds[base] == nil && noteBases[base] == nil ? nil : .label(group: group)
        case ("address", "formatted"): return .value(.address, group: group)
        case ("organization", "name"): return .part(.organization, group: group, label: "", order: 0)
        case ("organization", "department"): return .part(.organization, group: group, label: "", order: 1)
        case ("organization", "title"): return .line(.title, label: "")
        case ("im", "service"): return .label(group: group)
        case ("email", "displayname"), ("email", "angezeigtername"): return .skip
        case ("address", "pobox"): return .part(.address, group: group, label: "", order: 0)
        case ("address", _):
            guard let order = addressParts[suffix] else { break }
            return .part(.address, group: group, label: "", order: order)
        default: break
        }
        guard ["", "value", "address", "adresse", "number"].contains(suffix) else { return nil }
        if let kind = kinds[base] { return .value(kind, group: group) }
        return noteBases[base] == nil ? nil : .value(.note, group: group)
    }

    private static let kinds: [String: LineKind] = {
        var kinds = Dictionary(uniqueKeysWithValues: LineKind.all.map { ($0.key, $0) })
        kinds["webpage"] = .website
        // Google's.
        kinds["im"] = .messenger
        kinds["event"] = .anniversary
        return kinds
    }()

    /// What friends do not have, in Google's tables. The value is the label of the note if the column with the label is empty.
    static let noteBases = [
        "customfield": "custom field", "jot": "jot",
        "custom": "custom", "benutzerdef": "custom", "divers": "custom", "personalizado": "custom",
        "externalid": "external id", "calendarlink": "calendar link",
    ]

    // MARK: - Addresses

    private static let addressParts = [
        "street": 1, "extendedaddress": 2, "city": 3, "region": 4, "state": 4, "postalcode": 5, "country": 6,
    ]

    /// The columns of the addresses of Outlook and Thunderbird, for each word of a place.
    private static let places = [
        ("Home", "home"), ("Business", "work"), ("Work", "work"), ("Other", "other"),
    ]
    private static let placeColumns = [
        ("PO Box", 0), ("Address PO Box", 0), ("Street", 1), ("Address", 1), ("City", 3), ("State", 4), ("Zip", 5),
        ("ZipCode", 5), ("Postal Code", 5), ("Country", 6), ("Country/Region", 6),
    ]

    // MARK: - The table

    /// The headers of programs, each in their words: case, white space and punctuation do not count.
    private static let headers: [(String, ColumnRole)] =
        [
            // Our own.
            ("id", .id), ("lines", .lineOrder), ("version", .version), ("tags", .line(.tag, label: "")),
        ] + FriendField.allCases.map { ($0.key, .field($0)) } + LineKind.all.map { ($0.key, .line($0, label: "")) } + [
            // Names.
            ("Given Name", .field(.firstName)), ("Forename", .field(.firstName)),
            ("Family Name", .field(.lastName)), ("Surname", .field(.lastName)),
            ("Name", .fullName), ("Full Name", .fullName), ("Display Name", .fullName), ("File As", .fullName),
            ("Nickname", .nickname), ("Nick Name", .nickname),
            ("Additional Name", .note(label: "middle name")), ("Middle Name", .note(label: "middle name")),
            ("Name Prefix", .note(label: "title")), ("Title", .note(label: "title")),
            ("Name Suffix", .note(label: "suffix")),
            ("Suffix", .note(label: "suffix")), ("Yomi Name", .note(label: "phonetic name")),
            ("Given Name Yomi", .note(label: "phonetic first name")),
            ("Phonetic First Name", .note(label: "phonetic first name")),
            ("Given Yomi", .note(label: "phonetic first name")),
            ("Additional Name Yomi", .note(label: "phonetic middle name")),
            ("Phonetic Middle Name", .note(label: "phonetic middle name")),
            ("Family Name Yomi", .note(label: "phonetic last name")),
            ("Phonetic Last Name", .note(label: "phonetic last name")),
            ("Surname Yomi", .note(label: "phonetic last name")),
            ("Maiden Name", .note(label: "maiden name")),

            // Emails.
            ("E-mail", .line(.email, label: "")), ("E-mail Address", .line(.email, label: "")),
            ("Primary Email", .line(.email, label: "")), ("Secondary Email", .line(.email, label: "")),
            ("E-mail Type", .skip), ("E-mail Display Name", .skip),

            // Phones.
            ("Telephone", .line(.phone, label: "")), ("Primary Phone", .line(.phone, label: "")),
            ("Other Phone", .line(.phone, label: "other")), ("Mobile", .line(.phone, label: "mobile")),
            ("Mobile Phone", .line(.phone, label: "mobile")), ("Mobile Number", .line(.phone, label: "mobile")),
            ("Cell Phone", .line(.phone, label: "mobile")), ("Home Phone", .line(.phone, label: "home")),
            ("Business Phone", .line(.phone, label: "work")), ("Work Phone", .line(.phone, label: "work")),
            ("Company Main Phone", .line(.phone, label: "company")), ("Car Phone", .line(.phone, label: "car")),
            ("Assistant's Phone", .line(.phone, label: "assistant")), ("Callback", .line(.phone, label: "callback")),
            ("Radio Phone", .line(.phone, label: "radio")), ("ISDN", .line(.phone, label: "ISDN")),
            ("TTY/TDD Phone", .line(.phone, label: "TTY")), ("Telex", .line(.phone, label: "telex")),
            ("Pager", .line(.phone, label: "pager")), ("Pager Number", .line(.phone, label: "pager")),
            ("Fax", .line(.phone, label: "fax")), ("Fax Number", .line(.phone, label: "fax")),
            ("Home Fax", .line(.phone, label: "home fax")), ("Business Fax", .line(.phone, label: "work fax")),
            ("Other Fax", .line(.phone, label: "other fax")),

            // Dates.
            ("Birth Year", .dateYear(.birthday)), ("Birth Month", .dateMonth(.birthday)),
            ("Anniversary Year", .dateYear(.anniversary)), ("Anniversary Month", .dateMonth(.anniversary)),
            ("Anniversary Day", .dateDay(.anniversary)), ("Connected On", .note(label: "connected on")),

            // Work.
            ("Company", .part(.organization, group: "company", label: "", order: 0)),
            ("Organization", .part(.organization, group: "company", label: "", order: 0)),
            ("Organization Name", .part(.organization, group: "company", label: "", order: 0)),
            ("Department", .part(.organization, group: "company", label: "", order: 1)),
            ("Organization Department", .part(.organization, group: "company", label: "", order: 1)),
            ("Job Title", .line(.title, label: "")), ("Organization Title", .line(.title, label: "")),
            ("Position", .line(.title, label: "")), ("Occupation", .line(.role, label: "")),
            ("Profession", .line(.role, label: "")), ("Manager's Name", .line(.relation, label: "manager")),
            ("Assistant's Name", .line(.relation, label: "assistant")), ("Office Location", .note(label: "office")),

            // Websites.
            ("Web Page", .line(.website, label: "")), ("Personal Web Page", .line(.website, label: "")),
            ("URL", .line(.website, label: "")), ("Homepage", .line(.website, label: "home")),
            ("Web Page 1", .line(.website, label: "work")), ("Web Page 2", .line(.website, label: "home")),

            // Groups and notes.
            ("Categories", .line(.tag, label: "")), ("Group Membership", .line(.tag, label: "")),
            ("Labels", .line(.tag, label: "")), ("Groups", .line(.tag, label: "")), ("Notes", .line(.note, label: "")),
            ("Comments", .line(.note, label: "")),

            // People and messengers.
            ("Spouse", .line(.relation, label: "spouse")), ("Spouse Name", .line(.relation, label: "spouse")),
            ("Children", .line(.relation, label: "child")), ("Screen Name", .line(.messenger, label: "")),
            ("IM Address", .line(.messenger, label: "")),

            // What friends do not have.
            ("Gender", .note(label: "gender", unless: ["Unspecified"])), ("Hobby", .note(label: "hobby")),
            ("Initials", .note(label: "initials")), ("Short Name", .note(label: "short name")),
            ("Location", .note(label: "location")), ("Language", .note(label: "language")),
            ("Photo", .note(label: "photo")),
            ("User 1", .note(label: "user 1")),
            ("User 2", .note(label: "user 2")), ("User 3", .note(label: "user 3")), ("User 4", .note(label: "user 4")),
            ("Keywords", .note(label: "keywords")), ("Account", .note(label: "account")),
            ("Billing Information", .note(label: "billing information")),
            ("Directory Server", .note(label: "directory server")), ("Mileage", .note(label: "mileage")),
            ("Subject", .note(label: "subject")), ("Sensitivity", .note(label: "sensitivity", unless: ["Normal"])),
            ("Priority", .note(label: "priority", unless: ["Normal"])),
            ("Private", .note(label: "private", unless: ["False"])),

            // German.
            ("Vorname", .field(.firstName)), ("Nachname", .field(.lastName)), ("Anzeigename", .fullName),
            ("Spitzname", .nickname), ("E-Mail-Adresse", .line(.email, label: "")),
            ("Primäre E-Mail-Adresse", .line(.email, label: "")),
            ("Sekundäre E-Mail-Adresse", .line(.email, label: "")),
            ("Telefon", .line(.phone, label: "")), ("Mobiltelefon", .line(.phone, label: "mobile")),
            ("Handy", .line(.phone, label: "mobile")), ("Telefon (privat)", .line(.phone, label: "home")),
            ("Telefon privat", .line(.phone, label: "home")), ("Telefon geschäftlich", .line(.phone, label: "work")),
            ("Telefon dienstlich", .line(.phone, label: "work")),
            ("Position im Beruf", .line(.title, label: "")),
            ("Adresse", .line(.address, label: "")), ("Geburtstag", .line(.birthday, label: "")),
            ("Webseite", .line(.website, label: "")), ("Kategorien", .line(.tag, label: "")),
            ("Notizen", .line(.note, label: "")),

            // French.
            ("Prénom", .field(.firstName)), ("Nom de famille", .field(.lastName)),
            ("Surnom", .nickname), ("Adresse de messagerie", .line(.email, label: "")),
            ("Adresse e-mail", .line(.email, label: "")), ("Téléphone", .line(.phone, label: "")),
            ("Téléphone mobile", .line(.phone, label: "mobile")), ("Tél. mobile", .line(.phone, label: "mobile")),
            ("Téléphone (domicile)", .line(.phone, label: "home")),
            ("Téléphone (bureau)", .line(.phone, label: "work")),
            ("Anniversaire", .line(.birthday, label: "")),
            ("Catégories", .line(.tag, label: "")), ("Remarques", .line(.note, label: "")),

            // Spanish.
            ("Apellidos", .field(.lastName)), ("Apellido", .field(.lastName)),
            ("Apodo", .nickname), ("Dirección de correo electrónico", .line(.email, label: "")),
            ("Correo electrónico", .line(.email, label: "")), ("Teléfono", .line(.phone, label: "")),
            ("Teléfono móvil", .line(.phone, label: "mobile")), ("Teléfono particular", .line(.phone, label: "home")),
            ("Teléfono del trabajo", .line(.phone, label: "work")),
            ("Cumpleaños", .line(.birthday, label: "")),
            ("Notas", .line(.note, label: "")),
        ]

    private static let roles: [String: ColumnRole] = {
        var roles: [String: ColumnRole] = [:]
        for place in places {
            for column in placeColumns {
                let role = ColumnRole.part(.address, group: place.1, label: place.1, order: column.1)
                roles[key(of: "\(place.0) \(column.0)")] = role
            }
        }
        for (role, headers) in everydayWords + programWords {
            for header in headers { roles[key(of: header)] = role }
        }
        for (header, role) in words + headers { roles[key(of: header)] = role }
        return roles
    }()
}
