import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BirthdayTests {
    @Test(arguments: [
        ("1990-3-4", "1990-03-04"), ("1990-03-4", "1990-03-04"), ("1990-12-1", "1990-12-01"),
        ("19900304", "1990-03-04"),
        ("--3-4", "--03-04"), ("--0304", "--03-04"), ("1990-03-04", "1990-03-04"),
        ("4.3.1990", "1990-03-04"), ("04.03.1990", "1990-03-04"), ("1990/3/4", "1990-03-04"),
        ("1990.3.4", "1990-03-04"),
        ("24/12/1990", "1990-12-24"), ("12/24/1990", "1990-12-24"), ("5-5-1990", "1990-05-05"), ("1990-3", "1990-03"),
        ("24.12.", "--12-24"), ("4.3", "--03-04"), ("04/1996", "1996-04"), ("3.1996", "1996-03"), ("3/1990", "1990-03"),
        // These have another reading, or none.
        ("3-4-1990", "3-4-1990"), ("3/4/1990", "3/4/1990"), ("90-3-4", "90-3-4"), ("24.12.90", "24.12.90"),
        ("31.2.1990", "31.2.1990"), ("12.24.1990", "12.24.1990"), ("24/12", "24/12"), ("13/1996", "13/1996"),
        ("31.2.", "31.2."), ("12.24.", "12.24."), ("1.2.3.", "1.2.3."), ("4..", "4.."), ("--4.3", "--4.3"),
        ("1990-13-4", "1990-13-4"),
        ("19901304", "19901304"), ("1990-3-", "1990-3-"), ("1990-003-4", "1990-003-4"), ("1990-+3-4", "1990-+3-4"),
        ("19900229", "19900229"), ("03041990", "03041990"), ("--304", "--304"), ("", ""), ("--", "--"), ("-", "-"),
    ])
    func `a date with one reading is normalized`(text: String, normalized: String) {
        #expect(Birthday.normalized(text) == normalized)
        #expect(LineKind.birthday.normalized(" \(text) ") == normalized)
        #expect(LineKind.note.normalized(text) == text)
    }

    @Test(arguments: [
        ("1815-12-10", 2026, 11, 23, 2026, 12, 10, 17), ("1815-11-23", 2026, 11, 23, 2026, 11, 23, 0),
        ("1815-11-22", 2026, 11, 23, 2027, 11, 22, 364), ("--01-01", 2026, 12, 31, 2027, 1, 1, 1),
        ("2000-02-29", 2027, 2, 1, 2027, 2, 28, 27), ("2000-02-29", 2028, 2, 1, 2028, 2, 29, 28),
        ("2000-02-29", 2027, 3, 1, 2028, 2, 29, 365), ("--12-31", 2027, 12, 31, 2027, 12, 31, 0),
    ])
    func `the next birthday is today or later`(
        text: String, year: Int, month: Int, day: Int, nextYear: Int, nextMonth: Int, nextDay: Int, days: Int
    ) throws {
        let today = CalendarDay(year: year, month: month, day: day)
        let next = try #require(Birthday(text)).next(from: today)
        #expect(next == CalendarDay(year: nextYear, month: nextMonth, day: nextDay))
        #expect(next.days(since: today) == days)
    }

    @Test(arguments: [
        ("26", 2026), ("27", 1927), ("90", 1990), ("5", 2005), ("00", 2000), ("1815", 1815), ("0090", 90), ("190", nil),
        ("", nil), ("x", nil), ("-5", nil),
    ])
    func `a year of two digits is at most this year`(digits: String, year: Int?) {
        #expect(Birthday.year(digits, today: CalendarDay(year: 2026, month: 11, day: 23)) == year)
    }

    @Test func `a century is no leap year, four are`() {
        func days(from year: Int) -> Int {
            CalendarDay(year: year + 1, month: 1, day: 1).days(since: CalendarDay(year: year, month: 1, day: 1))
        }
        #expect([1900, 2000, 2023, 2024, 2100].map(days) == [365, 366, 365, 366, 365])
    }

    @Test func `birthdays come in the order of the year, with the age that is turned`() async {
        let today = CalendarDay(year: 2026, month: 11, day: 23)
        func friend(_ id: String, _ birthday: String) -> Friend {
            Friend.friend(id, id, "X", "12").with([("birthday", "", birthday)])
        }
        let birthdays = await UpcomingBirthday.all(
            of: [
                friend("yesterday", "2000-11-22"), friend("today", "1990-11-23"), friend("unknown", "--12-01"),
                friend("future", "2030-12-24"), .grace, friend("bad", "soon"), friend("baby", "2026-11-24"),
            ], from: today)
        #expect(birthdays.map(\.friend.rawValue) == ["today", "baby", "unknown", "future", "yesterday"])
        #expect(birthdays.map(\.age) == [36, nil, nil, nil, 27])
        #expect(birthdays.map(\.days) == [0, 1, 8, 31, 364])
    }
}
