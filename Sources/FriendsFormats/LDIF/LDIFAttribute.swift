import FriendsModel

/// The attributes of people in LDIF files: those of `inetOrgPerson` (RFC 2798), and Thunderbird's. All names are in lower case.
enum LDIFAttribute {
    /// The first attribute of each is the one that is written.
    static let names: [(field: FriendField, attributes: [String])] = [
        (.firstName, ["givenname", "gn"]), (.lastName, ["sn", "surname"]),
    ]
    static let fullNames = ["cn", "commonname", "displayname"]
    static let emails = ["mail", "mozillasecondemail", "rfc822mailbox", "email"]
    /// The phones with the labels of their lines.
    static let phones: [(key: String, label: String)] = [
        ("mobile", "mobile"), ("cellphone", "mobile"), ("mobiletelephonenumber", "mobile"), ("homephone", "home"),
        ("telephonenumber", "work"), ("pager", "pager"), ("pagerphone", "pager"),
        ("facsimiletelephonenumber", "fax"), ("fax", "fax"),
    ]
    static let addresses: [(label: String, parts: [String])] = [
        (
            "home",
            [
                "mozillahomestreet", "mozillahomestreet2", "mozillahomelocalityname", "mozillahomestate",
                "mozillahomepostalcode", "mozillahomecountryname",
            ]
        ),
        (
            "work",
            [
                "street", "streetaddress", "mozillaworkstreet2", "postofficebox", "l", "locality", "st", "region",
                "postalcode", "zip", "c", "co", "countryname",
            ]
        ),
    ]
    static let organization = ["o", "company", "organizationname", "ou", "department", "orgunit", "departmentnumber"]
    /// The year, the month and the day.
    static let birthday = ["birthyear", "birthmonth", "birthday"]
    /// The labels of websites.
    static let websites = [
        "labeleduri": "", "url": "", "mozillaworkurl": "work", "workurl": "work", "mozillahomeurl": "home",
        "homeurl": "home",
    ]
    static let lines: [String: (kind: LineKind, label: String)] = [
        "title": (.title, ""), "employeetype": (.role, ""), "mozillanickname": (.nickname, ""),
        "xmozillanickname": (.nickname, ""), "nickname": (.nickname, ""), "description": (.note, ""),
        "notes": (.note, ""), "info": (.note, ""), "nsaimid": (.messenger, "AIM"),
        "mozillacustom1": (.note, "custom1"), "mozillacustom2": (.note, "custom2"),
        "mozillacustom3": (.note, "custom3"), "mozillacustom4": (.note, "custom4"), "custom1": (.note, "custom1"),
        "custom2": (.note, "custom2"), "custom3": (.note, "custom3"), "custom4": (.note, "custom4"),
        "manager": (.relation, "manager"), "secretary": (.relation, "assistant"), "category": (.tag, ""),
    ]

    /// The attributes that are read together with others, and those about the entry itself.
    static let handled = Set(
        names.flatMap(\.attributes) + fullNames + phones.map(\.key) + addresses.flatMap(\.parts) + organization
            + birthday
            + [
                "dn", "objectclass", "changetype", "modifytimestamp", "createtimestamp", "modifiersname",
                "creatorsname", "entryuuid", "entrydn", "entrycsn", "structuralobjectclass", "mozillausehtmlmail",
            ])
}
