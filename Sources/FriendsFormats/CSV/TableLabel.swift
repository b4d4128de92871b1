import FriendsModel

/// The labels of other programs' tables.
enum TableLabel {
    private static let known: Set<String> = [
        "home", "work", "mobile", "fax", "home fax", "work fax", "pager", "main", "other", "school",
        "spouse", "partner", "child", "parent", "mother", "father", "sister", "brother", "friend", "manager",
        "assistant",
    ]
    /// What Outlook and Google say of emails that have no label.
    private static let ignored: Set<String> = ["smtp", "ex", "x400", "internet"]

    /// A label in our words: `* Home` is Google's for the first one, and `Home` is `home`.
    static func label(_ text: String) -> String {
        let text = text.hasPrefix("* ") ? String(text.dropFirst(2)).trimmed : text == "*" ? "" : text
        let lower = text.lowercased()
        if ignored.contains(lower) { return "" }
        return known.contains(lower) ? lower : text
    }
}
