/// Things that are counted. Both texts are whole, so that a translator finds them together, and gives them the words of a
/// language.
extension Int {
    /// The text for one thing, or the text for any other number of things.
    package func counted(one: @autoclosure () -> String, other: @autoclosure () -> String) -> String {
        self == 1 ? one() : other()
    }

    /// The number of friends in words.
    package var friends: String { counted(one: "1 friend", other: "\(self) friends") }

    /// What is said of as many entries of a server, without a full stop.
    package var unreadableEntries: String {
        counted(one: "1 entry could not be read", other: "\(self) entries could not be read")
    }

    /// What is said of the issues that are not listed, without a full stop.
    package var moreIssues: String {
        counted(one: "There is 1 more issue like these", other: "There are \(self) more issues like these")
    }
}
