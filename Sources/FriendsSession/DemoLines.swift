import FriendsModel

/// The lines of some people of the demo. Addresses and sites are in the domains that are reserved for examples.
enum DemoLines {
    /// The lines of the person with this number, counted from 1.
    static func lines(of number: Int) -> [FriendLine] {
        (all[number] ?? []).enumerated().map { index, line in
            FriendLine(
                id: FriendLine.ID("demo-\(number)-\(index + 1)"), kind: line.kind, label: line.label, value: line.value)
        }
    }

    private static let all: [Int: [(kind: LineKind, label: String, value: String)]] = [
        1: [
            (.email, "", "asa@ahlberg.example"), (.phone, "work", "+46 8 465 004 98"), (.birthday, "", "1984-03-17"),
            (.tag, "", "climbing"),
        ],
        2: [
            (.email, "work", "adaeze@bello-books.example"), (.organization, "", "Bello Books"),
            (.website, "", "https://bello-books.example"), (.tag, "", "book club"),
        ],
        4: [(.birthday, "", "--06-17"), (.tag, "", "family")],
        5: [
            (.email, "", "rhiannon@example.org"), (.address, "home", "12 Orchard Row, Manchester M1 0XX"),
            (.birthday, "", "1991-11-30"), (.tag, "", "climbing"),
            (.note, "", "Moving house soon: ask for the new address.\nLikes strong tea, no sugar."),
        ],
        8: [(.email, "", "daithi@example.com"), (.tag, "", "music"), (.note, "", "Plays the fiddle on Thursdays.")],
        9: [
            (.phone, "mobile", "+33 6 39 98 47 26"), (.email, "", "elodie@fauvernier.example"),
            (.birthday, "", "1979-08-05"), (.tag, "", "family"),
        ],
        11: [(.organization, "", "Waimea Surf School"), (.website, "", "https://surf.example")],
        13: [(.email, "", "zbigniew@example.net"), (.birthday, "", "1968-02-29")],
        16: [
            (.email, "", "tamsin@quillfeather.example"), (.birthday, "", "1990-12-24"), (.tag, "", "book club"),
            (.note, "", "Getting married: check the last name."),
        ],
        18: [(.email, "home", "ilse@example.org"), (.address, "", "Wielewaallaan 7, Utrecht"), (.tag, "", "climbing")],
        20: [(.birthday, "", "--01-06"), (.note, "", "Allergic to nuts.")],
        21: [(.email, "", "kalliopi@example.gr.example"), (.tag, "", "music")],
        24: [(.email, "", "taras@example.com"), (.birthday, "", "1995-09-14"), (.organization, "", "Яворчук і сини")],
        29: [(.tag, "", "book club"), (.birthday, "", "--10-02")],
        36: [(.email, "", "misaki@example.jp.example"), (.birthday, "", "2001-04-11"), (.note, "", "写真が好き")],
        38: [(.email, "work", "xiaowen@example.com"), (.organization, "", "欧阳设计"), (.tag, "", "family")],
        40: [(.phone, "work", "+82 2-5550-0199"), (.birthday, "", "1987-05-22")],
    ]
}
