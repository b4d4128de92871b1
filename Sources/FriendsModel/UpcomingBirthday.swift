/// The next birthday of a friend.
package struct UpcomingBirthday: Equatable, Sendable {
    package let friend: Friend.ID
    /// The full name of the friend.
    package let name: String
    package let line: FriendLine.ID
    package let date: CalendarDay
    /// The number of days until then; 0 for today.
    package let days: Int
    /// The age that the friend turns; nil without a year of birth before this birthday.
    package let age: Int?

    /// The next birthday of a line; nil for a line without one.
    package init?(_ line: FriendLine, of friend: Friend, from today: CalendarDay) {
        guard line.kind == .birthday, let birthday = Birthday(line.value) else { return nil }
        self.friend = friend.id
        self.line = line.id
        name = friend.details.fullName
        date = birthday.next(from: today)
        days = date.days(since: today)
        let year = date.year
        age = birthday.year.flatMap { $0 < year ? year - $0 : nil }
    }

    /// The next birthdays of friends, in the order in which they come; on the same day in the order of the friends.
    ///
    /// Runs off the main actor: a list can have 100,000 friends.
    @concurrent
    package static func all(of friends: [Friend], from today: CalendarDay) async -> [UpcomingBirthday] {
        let birthdays = friends.flatMap { friend in
            friend.details.lines.compactMap { UpcomingBirthday($0, of: friend, from: today) }
        }
        return birthdays.enumerated().sorted { ($0.element.days, $0.offset) < ($1.element.days, $1.offset) }
            .map(\.element)
    }
}
