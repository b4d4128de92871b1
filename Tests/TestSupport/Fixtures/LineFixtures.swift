import FriendsModel

extension FriendLine {
    /// A line of a kind. Its id is the key of the kind, unless given.
    package static func line(
        _ kind: LineKind, _ value: String, label: String = "", id: String? = nil
    ) -> FriendLine {
        FriendLine(id: ID(id ?? kind.key), kind: kind, label: label, value: value)
    }

    /// A valid line of each kind.
    package static let ofEveryKind: [FriendLine] = LineKind.all.map { kind in
        let value =
            switch kind.format {
            case .text: "The \(kind.key) of Ada, “Analytical” 🧮"
            case .tag: "Difference engine 🧮"
            case .phoneNumber: "+44 20 7946 0002 ext. 7"
            case .email: "ada@analytical.example"
            case .date: "1815-12-10"
            case .website: "https://analytical.example/ada?q=1"
            case .note: "First row\n\n  third row"
            }
        return line(kind, value, label: kind == .note ? "" : "work")
    }
}

extension FriendDetails {
    /// The details with other lines.
    package func with(_ lines: [FriendLine]) -> FriendDetails {
        var details = self
        details.lines = lines
        return details
    }
}
