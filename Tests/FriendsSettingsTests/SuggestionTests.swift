import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "abc", 3), ("theme", "theme", 0), ("them", "theme", 1), ("teme", "theme", 1),
        ("htme", "theme", 2), ("thmee", "theme", 1), ("tehme", "theme", 1), ("kitten", "sitting", 3), ("é", "e", 1),
    ])
    func `the distance is the number of typos`(one: String, other: String, distance: Int) {
        #expect(Suggestion.distance(one, other) == distance)
        #expect(Suggestion.distance(other, one) == distance)
    }

    @Test(arguments: [
        ("them", "theme"), ("THEME", "theme"), ("servre", "server"), ("conect-timeout", "connect-timeout"),
        ("token", "token-file"), ("mice", nil), ("x", nil), ("", nil), (String(repeating: "theme", count: 9), nil),
    ])
    func `the nearest name is suggested`(name: String, suggestion: String?) {
        let names = ["server", "theme", "mouse", "token-file", "connect-timeout"]
        #expect(Suggestion.nearest(to: name, among: names) == suggestion)
    }
}
