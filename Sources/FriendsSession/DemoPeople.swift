import FriendsModel

/// The people of the demo. The names are invented, and so are the numbers: they are in the ranges that are reserved for
/// fiction where a country has one, and contain 555 elsewhere.
enum DemoPeople {
    /// The two whom someone else edits.
    static let (marrying, moving) = (id(16), id(5))

    static let all: [(id: Friend.ID, details: FriendDetails)] = people.enumerated().map { index, person in
        let (first, last, phone) = person
        let details = FriendDetails(
            firstName: first, lastName: last, phoneNumber: phone, lines: DemoLines.lines(of: index + 1))
        return (id(index + 1), details)
    }

    private static func id(_ number: Int) -> Friend.ID { Friend.ID("demo-\(number)") }

    private static let people = [
        ("Åsa", "Ahlberg", "+46 8 465 004 12"),
        ("Adaeze", "Amadi-Bello", "+234 700 555 0142"),
        ("Nuno", "Azinheira", "+351 900 555 017"),
        ("Benedikta", "Árnadóttir", "+354 555 0163"),
        ("Rhiannon", "Bowen-Pryce", "+44 161 496 0117"),
        ("Iñaki", "Belaustegi Zubía", "+34 900 555 028"),
        ("Ayşegül", "Çınarlı", "+90 555 555 01 39"),
        ("Dáithí", "Ó Dubhshláine", "+353 20 915 5521"),
        ("Élodie", "Fauvernier", "+33 1 99 00 47 26"),
        ("Wolfgang", "Größlinger", "+49 30 23125 418"),
        ("Keoni", "Kahananui", "+1 808 555 0174"),
        ("Hồng Nhung", "Lê Phạm", "+84 24 5550 0136"),
        ("Zbigniew", "Łąkowski", "+48 22 555 01 58"),
        ("Ludvík", "Řeháček", "+420 555 012 947"),
        ("Māra", "Ozolzīle", "+371 2555 0181"),
        ("Tamsin", "Quillfeather", "+61 2 5550 1093"),
        ("Marisol", "Villafaña Ríos", "+52 55 5550 0127"),
        ("Ilse", "van der Wielewaal", "+31 20 555 0166"),
        ("Joyce", "Wandolo", "+254 20 555 0149"),
        ("Otto-Ville", "Yliharju", "+358 9 5550 0172"),
        ("Καλλιόπη", "Ανδρεάδου", "+30 21 5550 0118"),
        ("Θεόφιλος", "Μαυρόγιαννης", "+30 231 555 0153"),
        ("Злата", "Веденская", "+7 495 555-01-24"),
        ("Тарас", "Яворчук", "+380 44 555 01 67"),
        ("Радостина", "Щерева", "+359 2 555 0191"),
        ("Անահիտ", "Լուսաբերյան", "+374 10 555 014"),
        ("ნინო", "მთვარაძე", "+995 32 255 01 83"),
        ("אביגיל", "בן־תמר", "+972 2-555-0146"),
        ("نورهان", "الياسميني", "+20 2 5550 0129"),
        ("کیومرث", "سپیده‌دم", "+98 21 5550 0175"),
        ("आरोही", "चंद्रवंशी", "+91 22 5550 0138"),
        ("அருள்மொழி", "தமிழ்வாணன்", "+91 44 5550 0162"),
        ("অনিন্দিতা", "মেঘবর্ণা", "+880 2 5550 0115"),
        ("ปานตะวัน", "ศรีดาวเรือง", "+66 2 555 0187"),
        ("ሰላማዊት", "በረከት", "+251 11 555 0134"),
        ("美咲", "月ヶ岡", "+81 3 5550 0196"),
        ("カイト", "ナナセ", "+81 6 5550 0143"),
        ("晓雯", "欧阳", "+86 10 5550 0121"),
        ("詠晴", "司徒", "+852 5550 0178"),
        ("하늘", "남궁", "+82 2-5550-0155"),
    ]
}
