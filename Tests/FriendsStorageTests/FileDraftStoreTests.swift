import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(3)))
struct FileDraftStoreTests {
    private let new = UnsavedDraft(
        id: .init("7"), base: nil,
        details: FriendDetails(firstName: " Gr\u{0}ace", lastName: "", phoneNumber: "e\u{301}"))
    private let edited = UnsavedDraft(
        id: Friend.ada.id, base: .ada, details: FriendDetails(firstName: "Adah", lastName: "L", phoneNumber: ""))

    private func store(_ directory: String, _ name: String, server: String = "local") -> FileDraftStore {
        FileDraftStore(directory: directory + "/drafts", server: server, name: name, logger: .silent)
    }

    private func files(_ directory: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: directory + "/drafts").sorted()) ?? []
    }

    /// A program that has kept a draft and then ended.
    private func leave(_ draft: UnsavedDraft, _ directory: String, _ name: String = "left", server: String = "local")
        async
    {
        let store = store(directory, name, server: server)
        store.keep(draft)
        await store.flush()
    }

    @Test func `a left draft can be taken over once`() async throws {
        try await withFolder { directory in
            for draft in [new, edited] {
                await leave(draft, directory)
                let (one, other) = (store(directory, "one"), store(directory, "other"))
                #expect(await one.takeOver()?.draft == draft)
                #expect(await other.takeOver() == nil)
                one.discard(.init("left"))
                await one.flush()
                #expect(files(directory) == ["local"])
            }
        }
    }

    @Test func theDraftOfAProgramThatRunsIsNotTaken() async throws {
        try await withFolder { directory in
            let (one, other) = (store(directory, "one"), store(directory, "other"))
            one.keep(new)
            one.keep(edited)
            await one.flush()
            #expect(await other.takeOver() == nil)
            other.keep(new)
            await other.flush()
            other.discard()
            await other.flush()
            #expect(files(directory) == ["local", "local/one.json"])
            withExtendedLifetime(one) {}
        }
    }

    @Test func `an old unfinished file is removed`() async throws {
        try await withFolder { directory in
            let drafts = directory + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            for name in ["old", "fresh"] { try Data("{".utf8).write(to: URL(filePath: "\(drafts)/\(name).json.new")) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: drafts + "/old.json.new")
            #expect(await store(directory, "one").takeOver() == nil)
            #expect(files(directory) == ["local", "local/fresh.json.new"])
        }
    }

    @Test func aDraftThatCannotBeKeptLeavesNoPartOfIt() async throws {
        try await withFolder { directory in
            // A directory in its place, which no file can take.
            let place = directory + "/drafts/local/one.json"
            try FileManager.default.createDirectory(atPath: place + "/full", withIntermediateDirectories: true)
            let one = store(directory, "one")
            one.keep(new)
            await one.flush()
            #expect(files(directory) == ["local", "local/one.json", "local/one.json/full"])
        }
    }

    @Test func theNewestWins() async throws {
        try await withFolder { directory in
            do {
                let store = store(directory, "left")
                for _ in 0..<1_000 { store.keep(new) }
                store.discard()
                store.keep(edited)
                await store.flush()
            }
            #expect(await store(directory, "one").takeOver()?.draft == edited)
        }
    }

    @Test func `an adopted draft stays in its file`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            await { store in
                #expect(await store.takeOver()?.draft == new)
                store.adopt(.init("left"))
                store.keep(edited)
                await store.flush()
                #expect(files(directory) == ["local", "local/left.json"])
            }(store(directory, "one"))
            #expect(await store(directory, "other").takeOver()?.draft == edited)
        }
    }

    @Test(arguments: [true, false])
    func `typing does not touch a draft taken over`(isKept: Bool) async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            isKept ? one.keep(edited) : one.discard()
            one.putBack(.init("left"))
            await one.flush()
            #expect(files(directory) == ["local", "local/left.json"] + (isKept ? ["local/one.json"] : []))
            #expect(await store(directory, "other").takeOver()?.draft == new)
        }
    }

    @Test func `adopting another draft leaves no deleted one`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            one.keep(edited)
            await one.flush()
            one.discard()
            one.adopt(.init("left"))
            one.keep(edited)
            await one.flush()
            #expect(files(directory) == ["local", "local/left.json"])
            one.discard()
            await one.flush()
            #expect(files(directory) == ["local"])
        }
    }

    @Test func `a draft that was put back is offered again`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            one.putBack(.init("left"))
            one.keep(edited)
            await one.flush()
            #expect(files(directory) == ["local", "local/left.json", "local/one.json"])
            #expect(await store(directory, "other").takeOver()?.draft == new)
        }
    }

    @Test func `an unfinished file is no draft and is removed with it`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let path = directory + "/drafts/local/left.json"
            try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            #expect(await store(directory, "other").takeOver() == nil)
            one.discard(.init("left"))
            await one.flush()
            #expect(files(directory) == ["local"])
        }
    }

    @Test func everyServerHasItsOwnDrafts() async throws {
        try await withFolder { directory in
            let long = "/" + String(repeating: "x", count: 200)
            await leave(new, directory, "one", server: long)
            #expect(await store(directory, "two", server: "local").takeOver() == nil)
            #expect(await store(directory, "two", server: long + "y").takeOver() == nil)
            #expect(await store(directory, "two", server: long).takeOver()?.draft == new)
        }
    }

    @Test func filesAreForTheirOwnerAlone() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            #expect(permissions(of: directory + "/drafts") == 0o700)
            #expect(permissions(of: directory + "/drafts/local") == 0o700)
            #expect(permissions(of: directory + "/drafts/local/left.json") == 0o600)
        }
    }

    @Test(arguments: [
        ("", true), ("{", true), ("\u{0}\u{1}", true), ("[]", true), (#"{"format":1}"#, true),
        (#"{"format":1,"server":"local","id":"1"}"#, true), (#"{"format":2,"draft":"of tomorrow"}"#, false),
        (#"{"format":1,"server":"other","id":"1","typed":{"firstname":"","lastname":"","phonenumber":""}}"#, false),
    ])
    func aDamagedFileIsThrownAwayAndAForeignOneLeftAlone(content: String, isThrownAway: Bool) async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let path = directory + "/drafts/local/damaged.json"
            try Data(content.utf8).write(to: URL(filePath: path))
            // Whatever is newer is looked at first.
            try FileManager.default.setAttributes(
                [.modificationDate: Date.distantFuture], ofItemAtPath: path)
            #expect(await store(directory, "one").takeOver()?.draft == new)
            #expect(FileManager.default.fileExists(atPath: path) == !isThrownAway)
        }
    }

    @Test func aFolderThatCannotBeMadeKeepsNothingAndHarmsNothing() async throws {
        try await withFolder { directory in
            try Data().write(to: URL(filePath: directory + "/drafts"))
            let store = store(directory, "one")
            store.keep(new)
            await store.flush()
            #expect(await store.takeOver() == nil)
        }
    }

    // MARK: What was set aside

    private func age(_ path: String, days: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }

    @Test func `a declined draft is not offered again, but listed`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            one.setAside(.init("left"))
            #expect(await store(directory, "other").takeOver() == nil)
            #expect(files(directory) == ["local", "local/left.aside"])
            let stored = await store(directory, "other").stored()
            #expect(stored.map(\.draft) == [new] && stored.map(\.id) == [.init("left")])
            #expect(abs((stored.first?.time ?? 0) - Int(Date.now.timeIntervalSince1970)) < 60)

            #expect(await one.takeOver(.init("left"))?.draft == new)
            one.adopt(.init("left"))
            await one.flush()
            #expect(files(directory) == ["local", "local/left.json"], "it is offered when this program is killed")
            #expect(await store(directory, "other").stored() == [], "it belongs to a program that runs")
            one.keep(edited)
            one.discard()
            await one.flush()
            #expect(files(directory) == ["local"])
        }
    }

    @Test func `what is set aside is what was typed last`() async throws {
        try await withFolder { directory in
            let one = store(directory, "one")
            one.keep(new)
            one.setAside(edited)
            one.keep(new)
            one.setAside(new)
            await one.flush()
            #expect(Set(await one.stored().map(\.draft.id)) == [new.id, edited.id])
            #expect(await one.stored().count == 2)
            #expect(files(directory).allSatisfy { !$0.hasSuffix(".json") })
            for file in files(directory).dropFirst() {
                #expect(permissions(of: "\(directory)/drafts/\(file)") == 0o600)
            }
        }
    }

    @Test func `what was left behind is stored as well, what runs is not`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let (one, other) = (store(directory, "one"), store(directory, "other"))
            one.keep(edited)
            await one.flush()
            #expect(await other.stored().map(\.draft) == [new])
            #expect(await other.takeOver()?.draft == new, "looking takes nothing away")
            #expect(await store(directory, "third").takeOver(.init("left")) == nil)
            withExtendedLifetime(one) {}
        }
    }

    @Test func `30 days begin when it is set aside`() async throws {
        try await withFolder { directory in
            await leave(new, directory)
            let (left, aside) = (directory + "/drafts/local/left.json", directory + "/drafts/local/left.aside")
            try age(left, days: 100)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new, "nobody has been asked about it")
            one.setAside(.init("left"))
            #expect(await one.stored().map(\.draft) == [new])
            try age(aside, days: 29.9)
            #expect(await one.stored().map(\.draft) == [new])
            try age(aside, days: 30.1)
            #expect(await one.takeOver() == nil)
            #expect(files(directory) == ["local"])
        }
    }

    @Test func `the oldest go when there are too many`() async throws {
        try await withFolder { directory in
            let one = store(directory, "one")
            one.setAside(edited)
            await one.flush()
            let oldest = try #require(files(directory).last)
            try age("\(directory)/drafts/\(oldest)", days: 1)
            for _ in 0..<DraftDirectory.maximumAside { one.setAside(new) }
            await leave(edited, directory)
            #expect(await one.stored().count == DraftDirectory.maximumAside + 1)
            #expect(!files(directory).contains(oldest))
        }
    }

    @Test func `a draft of an older program has the time of its file`() async throws {
        try await withFolder { directory in
            let drafts = directory + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            let text =
                #"{"format":1,"server":"local","id":"7","typed":{"firstname":"A","lastname":"","phonenumber":""}}"#
            try Data(text.utf8).write(to: URL(filePath: drafts + "/old.json"))
            try age(drafts + "/old.json", days: 10)
            let time = try #require(await store(directory, "one").stored().first?.time)
            #expect(abs(Int(Date.now.timeIntervalSince1970) - 864_000 - time) < 60)
        }
    }

    @Test func `a draft that cannot be set aside stays where it was`() async throws {
        try await withFolder { directory in
            do {
                let one = store(directory, "one")
                one.keep(new)
                await one.flush()
                // A directory in the place of ours, so that nothing can be written.
                let drafts = directory + "/drafts/local"
                try FileManager.default.moveItem(atPath: drafts, toPath: drafts + ".moved")
                try Data().write(to: URL(filePath: drafts))
                one.setAside(new)
                await one.flush()
                try FileManager.default.removeItem(atPath: drafts)
                try FileManager.default.moveItem(atPath: drafts + ".moved", toPath: drafts)
            }
            #expect(await store(directory, "other").takeOver()?.draft == new)
        }
    }
}
