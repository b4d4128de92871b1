import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// What a friend that is seen again says of the attempts to write it.
struct UnansweredAttemptsTests {
    private static func ada(_ name: String, _ version: String) -> Friend {
        Friend.friend("ada", name, "Lovelace", "12", version: version)
    }

    private let old = ada("Ada", "1")

    private func attempts(_ steps: UndoHistory.Step...) -> UnansweredAttempts {
        var attempts = UnansweredAttempts()
        for step in steps { attempts.append(step) }
        return attempts
    }

    @Test func `an attempt was made when the friend is what it sent`() {
        let attempts = attempts(.updated(from: old, to: Self.ada("Augusta", "")))
        let made = Self.ada("Augusta", "2")
        #expect(attempts.made(made) == .updated(from: old, to: made))
        #expect(attempts.made(Self.ada("Byron", "2")) == nil)
        #expect(attempts.endsIn(made) && !attempts.endsIn(old))
    }

    /// Another one may have led to the same before.
    @Test func `an attempt was not made while the friend has the version from before it`() {
        let attempts = attempts(.updated(from: old, to: Self.ada("Ada", "")))
        #expect(attempts.made(old) == nil)
    }

    @Test func `the last of several attempts counts`() {
        let again = Self.ada("Ada", "2")
        let attempts = attempts(.added(old), .updated(from: Self.ada("Byron", "1"), to: Self.ada("Ada", "")))
        #expect(attempts.made(again) == .updated(from: Self.ada("Byron", "1"), to: again))
        #expect(attempts.bases(of: again) == [FriendDetails(), Self.ada("Byron", "1").details])
    }

    /// The person has seen neither of them succeed.
    @Test func `undo takes back an update together with the attempt before it`() {
        let (first, second) = (Self.ada("Augusta", "2"), Self.ada("Byron", "3"))
        func step(after unanswered: UndoHistory.Step?) -> UndoHistory.Step {
            UnansweredAttempts.step(from: first, to: second, sent: second.details, after: unanswered)
        }
        #expect(step(after: nil) == .updated(from: first, to: second))
        #expect(step(after: .updated(from: old, to: first)) == .updated(from: old, to: second))
        #expect(step(after: .added(first)) == .added(second))
        #expect(step(after: .restored(first)) == .restoredWithChanges(from: first, to: second))
    }

    @Test func `undo leaves what others have changed meanwhile`() {
        let sent = Self.ada("Augusta", "")
        let updated = sent.changed { $0.phoneNumber = "99" }
        let step = UnansweredAttempts.step(from: old, to: updated, sent: sent.details, after: nil)
        let before = Friend(id: old.id, version: old.version, details: old.changed { $0.phoneNumber = "99" }.details)
        #expect(step == .updated(from: before, to: updated))
    }
}
