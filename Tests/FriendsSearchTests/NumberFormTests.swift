import FriendsModel
import TestSupport
import Testing

@testable import FriendsSearch

/// Numbers that are written in several forms.
@Suite(.timeLimit(.minutes(10)))
struct NumberFormTests {
    private func finds(_ query: String, _ phone: String) -> Bool {
        var index = SearchIndex()
        index.append(contentsOf: [.friend("a", "Ada", "", phone)])
        return index.rows(matching: FriendQuery(query)) == [0]
    }

    /// Two zeros can be an international prefix, or digits in the middle of a number.
    @Test(arguments: [
        ("0012", "34 0012 56", true), ("0012", "+1 2345", true), ("0012", "34 012 56", false), ("00441", "+44 1", true),
        ("00441", "90 0441", true),
    ])
    func `two zeros also find the digits as typed`(query: String, phone: String, isFound: Bool) {
        #expect(finds(query, phone) == isFound)
    }

    @Test func `a merge with both numbers repeats none that is a line`() {
        let one = Friend.friend("1", "Ada", "", "11", lines: [.line(.phone, "2-2", label: "work", id: "a")])
        let other = Friend.friend("2", "Ada", "", "22", lines: [.line(.phone, "33", id: "b")])
        var merge = DuplicateMerge(first: one, second: other)
        let field = merge.parts.firstIndex { $0.id == .field(.phoneNumber) }
        let isChosen = merge.choose(.both, at: field ?? 0)
        #expect(isChosen)
        let details = merge.details()
        #expect(details.phoneNumber == "11")
        #expect(details.lines.map(\.value) == ["2-2", "33"])
    }

    @Test func `lines with the same number join by their labels`() {
        let one = Friend.friend(
            "1", "Ada", "", "",
            lines: [
                .line(.phone, "12", label: "home", id: "a"), .line(.phone, "12", label: "work", id: "b"),
            ])
        let other = Friend.friend(
            "2", "Ada", "", "",
            lines: [
                .line(.phone, "12", label: "work", id: "c"), .line(.phone, "12", label: "home", id: "d"),
            ])
        let ids = DuplicateMerge(first: one, second: other).parts.compactMap { part in
            if case .line(let one, let other) = part.content { [one?.id.rawValue, other?.id.rawValue] } else { nil }
        }
        #expect(ids == [["a", "d"], ["b", "c"]])
    }
}
