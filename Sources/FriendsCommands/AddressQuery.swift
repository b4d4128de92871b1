import FriendsModel

/// The answer to the address book query of a mail program: an email address, a name and more on each row, separated by
/// tabs.
package struct AddressQuery: Sendable {
    private struct Address {
        let email: String
        let name: String
        let other: String
    }

    private let addresses: [Address]

    /// All addresses of the friends that were found.
    package init(_ friends: [Friend]) {
        addresses = friends.flatMap { friend in
            let details = friend.details
            let organization = details.values(of: .organization).first ?? ""
            return details.lines.filter { $0.kind == .email }.map { line in
                Address(
                    email: line.value, name: details.fullName, other: line.label.isEmpty ? organization : line.label)
            }
        }
    }

    package var isEmpty: Bool { addresses.isEmpty }

    /// What was found: the first line, which mutt shows as a message.
    package var message: String {
        isEmpty
            ? "No address found"
            : addresses.count.counted(one: "1 address found", other: "\(addresses.count) addresses found")
    }

    /// A row for each address.
    package func rows(_ tabs: TabText) -> String {
        addresses.map { tabs.row([$0.email, $0.name, $0.other]) }.joined()
    }
}
