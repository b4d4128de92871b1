import FriendsModel

extension Friend {
    /// Ada with an email, a birthday and a note.
    package static let adaWithThreeLines = ada.changed(
        {
            $0.lines = [
                .line(.email, "ada@example.org", label: "work"), .line(.birthday, "1815-12-10"),
                .line(.note, "Likes engines.\nWrites notes."),
            ]
        }, version: "1")
}
