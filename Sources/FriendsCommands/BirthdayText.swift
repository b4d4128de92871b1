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
        json.append(raw: "[")
        for (index, birthday) in birthdays.enumerated() {
            json.append(raw: index == 0 ? "\n" : ",\n")
            if let age = birthday.age {
                json.append(raw: "{\"age\":")
                json.append(number: age)
                json.append(raw: ",\"date\":")
            } else {
                json.append(raw: "{\"date\":")
            }
            json.append(string: birthday.date.text)
            json.append(raw: ",\"days\":")
            json.append(number: birthday.days)
            json.append(raw: ",\"id\":")
            json.append(string: birthday.friend.rawValue)
            json.append(raw: ",\"name\":")
            json.append(string: birthday.name)
            json.append(raw: "}")
        }
        json.append(raw: birthdays.isEmpty ? "]\n" : "\n]\n")
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
