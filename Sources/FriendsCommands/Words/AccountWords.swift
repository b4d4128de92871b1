import FriendsModel
import FriendsSession

/// The texts about accounts. They have untrusted text.
package enum AccountWords {
    /// An address book in a list.
    package static func book(_ book: AddressBookSession.Book) -> String {
        let name = book.name.isEmpty ? book.url : "\(book.name)  \(book.url)"
        return book.isReadOnly ? "\(name)  (read only)" : name
    }

    /// The question for the number of an address book.
    package static func which(_ count: Int) -> String { "Which one? [1-\(count)] " }

    package static func added(_ name: String, _ book: AddressBookSession.Book) -> [String] {
        var lines = ["Added account \(name): \(self.book(book))"]
        if book.isReadOnly { lines.append("The server lets you read it only: what you change here stays here.") }
        return lines + ["See what a synchronisation would do: friends sync --account \(name) --dry-run"]
    }

    /// What the server of an account has.
    package static func summary(_ count: Int, isReadOnly: Bool) -> String {
        let cards = count.counted(one: "1 card", other: "\(count) cards")
        return isReadOnly ? "\(cards), read only" : cards
    }
}
