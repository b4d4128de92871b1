import FriendsModel

/// The birthdays of the friends, the next ones first.
struct BirthdaysPage: ListPage {
    let birthdays: [UpcomingBirthday]

    static let kind = PageKind.birthdays
    static let title = "Birthdays"
    static let opening: PageCommand? = PageCommand(name: "birthdays", keys: [], help: "Birthdays: the next ones first")
    static let commands = [
        PageCommand(
            name: "show-friend", keys: ["Enter"], help: "Select the friend in the list", action: .use, footer: "Show")
    ]

    static func entries(of friends: [Friend], now: Int) async -> PageEntries {
        .birthdays(await UpcomingBirthday.all(of: friends, from: CalendarDay(secondsSince1970: now)))
    }

    var count: Int { birthdays.count }
    func id(at index: Int) -> PageEntries.ID { .line(birthdays[index].line, of: birthdays[index].friend) }
    func narrowed(by text: String) -> PageEntries { .birthdays(birthdays.narrowed(by: text, \.name)) }

    func name(ofCount count: Int) -> String { count.counted(one: "birthday", other: "birthdays") }
    var emptyTexts: [String] { ["No birthdays", "add a birthday line to a friend"] }

    static func columnTitles(isShort: Bool) -> [String] {
        isShort ? ["When", "Friend", "Turns"] : ["When", "Date", "Friend", "Turns"]
    }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        let birthday = birthdays[index]
        return [birthday.when] + (isShort ? [] : [birthday.date.text])
            + [birthday.name, birthday.age.map(String.init) ?? ""]
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        let birthday = birthdays[index]
        return "\(birthday.name), \(birthday.when)\(birthday.age.map { ", turns \($0)" } ?? "")"
    }

    func use(at index: Int, in page: PageViewModel) async { page.onExit(.friend(birthdays[index].friend)) }
}

extension UpcomingBirthday {
    /// How long it is until then, in words.
    fileprivate var when: String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "in \(days) days"
        }
    }
}

extension CalendarDay {
    /// Year, month and day.
    fileprivate var text: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    }
}
