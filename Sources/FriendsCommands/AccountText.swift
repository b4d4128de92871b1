import FriendsFormats

/// The accounts of the settings, for `friends account list`.
package struct AccountText: Sendable {
    package struct Account: Sendable {
        let name: String
        let url: String
        let user: String

        /// - Parameter user: empty for an account without one.
        package init(name: String, url: String, user: String) { (self.name, self.url, self.user) = (name, url, user) }
    }

    private let accounts: [Account]

    package init(_ accounts: [Account]) {
        self.accounts = accounts
    }

    /// For people on a terminal; nil without accounts.
    package var table: TextTable? {
        if accounts.isEmpty { return nil }
        return TextTable(titles: ["Name", "Address", "User"], rows: accounts.map { [$0.name, $0.url, $0.user] })
    }

    /// For programs: name, address and user, separated by tabs.
    package func rows(_ tabs: TabText) -> String {
        accounts.map { tabs.row([$0.name, $0.url, $0.user]) }.joined()
    }

    /// One array.
    package var json: [UInt8] {
        var json = JSONText()
        for account in accounts {
            json.appendElement {
                $0.append("name", account.name)
                $0.append("url", account.url)
                $0.append("user", account.user)
            }
        }
        json.endArray()
        json.append(raw: "\n")
        return json.take()
    }
}
