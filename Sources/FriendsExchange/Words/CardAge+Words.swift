/// Why a card only adds, in words.
extension CardAge {
    /// The reason for a row of a table.
    package var word: String {
        switch self {
        case .older: "older card, only adds"
        case .notNewer: "card not newer, only adds"
        case .undated: "card without a date, only adds"
        }
    }

    /// A sentence without a full stop; nil if there is nothing to say. It can have untrusted text.
    /// - Parameter other: the card of the friend.
    func message(comparedWith other: String) -> String? {
        switch self {
        case .older(let revision): "The card of \(revision) is older than \(other), so it only adds"
        case .notNewer(true): "The card is not newer than \(other) (REV), so it only adds"
        case .undated(true): "The card has no date (REV), and \(other) has one, so it only adds"
        case .notNewer(false), .undated(false): nil
        }
    }
}

extension ImportRow {
    /// Why its card only adds, a sentence without a full stop; nil if it may replace another one, or lacks nothing of that. It can
    /// have untrusted text.
    package var ageMessage: String? {
        age?.message(comparedWith: "the friend\u{2019}s")
            ?? usedRestoration?.age?.message(comparedWith: "the one in the trash")
    }
}
