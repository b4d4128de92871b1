import FriendsFormats
import FriendsModel

/// The next birthdays, for `friends birthdays`.
package struct BirthdayText: Sendable {
    private let birthdays: [UpcomingBirthday]

    package init(_ birthdays: [UpcomingBirthday]) {
        self.birthdays = birthdays
    }

    /// For people on a terminal.
    package var table: TextTable {
        TextTable(
            titles: ["Date", "In", "Name", "Turns"],
            rows: birthdays.map { birthday in
                [birthday.date.text, birthday.distance, birthday.name, birthday.age.map { "\($0)" } ?? ""]
            })
    }

    /// For programs: date, days, id, name and age, separated by tabs.
    package func rows(_ tabs: TabText) -> String {
        birthdays.map { birthday in
            tabs.row(
                [
                    birthday.date.text, "\(birthday.days)", birthday.friend.rawValue, birthday.name,
                    birthday.age.map { "\($0)" } ?? "",
                ])
        }.joined()
    }

    /// One array.
    package var json: [UInt8] {
        var json = JSONText()
        for birthday in birthdays {
            json.appendElement {
                $0.append("age", birthday.age)
                $0.append("date", birthday.date.text)
                $0.append("days", birthday.days)
                $0.append("id", birthday.friend.rawValue)
                $0.append("name", birthday.name)
            }
        }
        json.endArray()
        json.append(raw: "\n")
        return json.take()
    }
}

extension CalendarDay {
    /// The date as in ISO 8601.
    fileprivate var text: String {
        func padded(_ number: Int, _ count: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

extension UpcomingBirthday {
    fileprivate var distance: String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "\(days) days"
        }
    }
}
