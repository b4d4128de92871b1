@testable import FriendsModel
import Testing

/// The order of names in the C locale, which these tests have. The journeys try the locales of languages.
@Suite(.timeLimit(.minutes(10)))
struct CollationTests {
    @Test func `without a collation names sort by folded letters`() {
        #expect(SortKey.collation.hasPrefix("letters "))
        let names = [
            "Aagaard", "Aberg", "\u{C5}berg", "\u{C6}del", "\u{C4}rlig", "Chloe", "Chlo\u{EB}", "M\u{FC}ller", "Mullin",
            "\u{D8}st", "Strasse", "Stra\u{DF}e", "Stra\u{DF}er", "\u{17B}ak", "Zander", "Αννα", "Άννα", "Άνναβ", "ее",
            "её", "Жук",
        ]
        #expect(names.shuffled().sorted { key($0) < key($1) } == names)
    }

    @Test(arguments: [
        ("\u{C5}BERG", "\u{E5}berg"), ("\u{D6}sten 7", "\u{F6}STEN 007"), ("von \u{C5}", "\u{E5}"), ("ÆØÅ", "æøå"),
    ])
    func `the case of an accented letter does not count`(one: String, other: String) {
        #expect(key(one) == key(other))
    }

    @Test func `friends with the same letters are sorted by accents`() {
        let families = [("Zoe", "Aberg"), ("Ada", "\u{C5}berg"), ("Bo", "\u{C5}berg"), ("Al", "Abergs")]
        let sorted = families.reversed().sorted { key($0.1, first: $0.0) < key($1.1, first: $1.0) }
        #expect(sorted.map(\.0) == families.map(\.0))
        // Two spellings of one letter differ, but nothing comes between them.
        #expect(key("A\u{30A}berg") != key("\u{C5}berg") && key("A\u{30A}berg") > key("Aberg"))
        #expect(key("A\u{30A}berg") < key("Abergs"))
    }

    private func key(_ lastName: String, first: String = "") -> SortKey {
        SortKey(FriendDetails(firstName: first, lastName: lastName, phoneNumber: ""))
    }
}
