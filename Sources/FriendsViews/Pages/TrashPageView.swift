import FriendsModel

/// The columns of the trash: the time of the deletion, and the friend.
///
/// A narrow terminal shows the whole name in one column. Two columns of names, each with a title and a gap, leave no room for
/// the phone number.
extension DeletedFriend {
    /// The titles.
    /// - Parameter isShort: whether the terminal is narrow.
    static func columnTitles(isShort: Bool) -> [String] {
        (isShort ? ["When", "Name"] : ["Deleted"]) + fields(isShort: isShort).map(\.columnTitle)
    }

    /// The texts.
    /// - Parameter time: the time of the deletion in words.
    func texts(_ time: String, isShort: Bool) -> [String] {
        let fields = Self.fields(isShort: isShort).map {
            FriendColumn.field($0).text(of: friend.details, in: FriendColumn.standard)
        }
        return [time] + (isShort ? [friend.details.fullName] : []) + fields
    }

    /// The index of the column of phone numbers.
    static func numberColumn(isShort: Bool) -> Int? {
        fields(isShort: isShort).firstIndex(of: .phoneNumber).map { $0 + (isShort ? 2 : 1) }
    }

    /// The fields with a column of their own.
    private static func fields(isShort: Bool) -> [FriendField] {
        isShort ? FriendField.allCases.filter { !FriendField.nameFields.contains($0) } : FriendField.allCases
    }
}
