import FriendsModel

extension Friend {
    /// Ada with a line of every kind.
    package static let adaWithLines = Friend.ada.with([
        ("phone", "mobile", "+44 7700 900123"), ("email", "work", "ada@analytical.example"),
        ("email", "home", "countess@ockham.example"), ("address", "", "12 St James's Square, London"),
        ("birthday", "", "1815-12-10"), ("organization", "", "Analytical Engines Ltd."),
        ("website", "", "https://example.org/~ada"), ("tag", "", "mathematics"), ("tag", "", "old friends"),
        (
            "note", "",
            "Wrote the first program.\nLikes:\n- music, and the science of operations, which is a science of itself\n- horses"
        ),
    ])

    /// The friend with lines, whose ids are their numbers.
    package func with(_ lines: [(kind: String, label: String, value: String)]) -> Friend {
        var details = details
        details.lines = lines.enumerated().map { index, line in
            FriendLine(
                id: FriendLine.ID("\(index)"), kind: LineKind(key: line.kind), label: line.label, value: line.value)
        }
        return Friend(id: id, version: version, details: details)
    }
}
