import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CountingTests {
    @Test(arguments: [
        (0, "0 friends", "0 entries could not be read", "There are 0 more issues like these"),
        (1, "1 friend", "1 entry could not be read", "There is 1 more issue like these"),
        (2, "2 friends", "2 entries could not be read", "There are 2 more issues like these"),
    ])
    func `one thing has its own text`(count: Int, friends: String, entries: String, issues: String) {
        #expect(count.friends == friends && count.unreadableEntries == entries && count.moreIssues == issues)
    }
}
