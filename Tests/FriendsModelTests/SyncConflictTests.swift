import FriendsModel
import Testing

/// What a person decides about a part that both sides have changed.
@Suite(.timeLimit(.minutes(10)))
struct SyncConflictTests {
    private static let email = FriendLine(id: .init("e"), kind: .email, label: "work", value: "a@b")
    private static let kept = FriendLine(id: .init("k"), kind: .phone, value: "1")

    private func details(_ number: String, _ lines: FriendLine...) -> FriendDetails {
        FriendDetails(firstName: "Ada", phoneNumber: number, lines: lines)
    }

    private func field(_ ours: String, _ theirs: String, kept: FriendLine? = nil) -> SyncConflict {
        SyncConflict(place: .field(.phoneNumber), part: "Phone number", ours: ours, theirs: theirs, kept: kept)
    }

    private func line(_ ours: String, _ theirs: String, kept: FriendLine? = nil) -> SyncConflict {
        SyncConflict(
            place: .line(.init("e")), part: "Email", ours: ours, theirs: theirs, theirLabel: "work", kept: kept)
    }

    @Test func `a field gets our value, or the line with it goes`() {
        let conflict = field("1", "2", kept: Self.kept)
        let merged = details("2", Self.email, Self.kept)
        #expect(conflict.deciding(.ours, in: merged) == details("1", Self.email))
        #expect(conflict.deciding(.theirs, in: merged) == details("2", Self.email))
        // Other parts may have changed.
        var other = merged
        other.firstName = "Eve"
        #expect(conflict.deciding(.ours, in: other)?.firstName == "Eve")
    }

    @Test func `a field that we had removed is removed`() {
        let conflict = field("", "2")
        #expect(conflict.deciding(.ours, in: details("2")) == details(""))
        #expect(conflict.deciding(.theirs, in: details("2")) == details("2"))
    }

    @Test func `a field that the server had removed gets our value`() {
        let conflict = field("1", "", kept: Self.kept)
        #expect(conflict.deciding(.ours, in: details("", Self.kept)) == details("1"))
        #expect(conflict.deciding(.theirs, in: details("", Self.kept)) == details(""))
    }

    @Test func `a line gets all of ours in its place`() {
        let ours = FriendLine(id: .init("k"), kind: .email, label: "home", value: "c@d")
        let conflict = line("c@d", "a@b", kept: ours)
        let other = FriendLine(id: .init("o"), kind: .note, value: "n")
        let merged = details("1", Self.email, other, ours)
        let placed = FriendLine(id: .init("e"), kind: .email, label: "home", value: "c@d")
        #expect(conflict.deciding(.ours, in: merged) == details("1", placed, other))
        #expect(conflict.deciding(.theirs, in: merged) == details("1", Self.email, other))
    }

    @Test func `a line that one side had removed goes or stays`() {
        #expect(line("", "a@b").deciding(.ours, in: details("1", Self.email)) == details("1"))
        #expect(line("", "a@b").deciding(.theirs, in: details("1", Self.email)) == details("1", Self.email))
        let removedThere = line("a@b", "", kept: Self.email)
        #expect(removedThere.deciding(.ours, in: details("1", Self.email)) == details("1", Self.email))
        #expect(removedThere.deciding(.theirs, in: details("1", Self.email)) == details("1"))
    }

    @Test func `what was changed since is not decided`() {
        let conflict = field("1", "2", kept: Self.kept)
        var edited = Self.kept
        edited.label = "home"
        for details in [details("3", Self.kept), details("2"), details("2", edited)] {
            #expect(!conflict.isOpen(in: details))
            #expect(conflict.deciding(.ours, in: details) == nil && conflict.deciding(.theirs, in: details) == nil)
        }
        #expect(line("c@d", "x@y", kept: nil).deciding(.ours, in: details("1", Self.email)) == nil)
        #expect(line("", "a@b").deciding(.ours, in: details("1")) == nil)
        let relabelled = FriendLine(id: .init("e"), kind: .email, label: "home", value: "a@b")
        #expect(line("", "a@b").deciding(.ours, in: details("1", relabelled)) == nil)
    }

    @Test func `a decision ends the conflict`() {
        for conflict in [field("1", "2", kept: Self.kept), field("1", "", kept: Self.kept)] {
            let merged = details(conflict.theirs, Self.kept)
            for choice in [SyncConflict.Choice.ours, .theirs] {
                #expect(conflict.deciding(choice, in: merged).map(conflict.isOpen) == false)
            }
        }
    }
}
