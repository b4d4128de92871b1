import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(10)))
struct FileDraftStoreTests {
    let new = UnsavedDraft(
        id: .init("7"), base: nil,
        details: FriendDetails(firstName: " Gr\u{0}ace", lastName: "", phoneNumber: "e\u{301}"))
    let edited = UnsavedDraft(
        id: Friend.ada.id, base: .ada, details: FriendDetails(firstName: "Adah", lastName: "L", phoneNumber: ""))

    func store(_ directory: String, _ name: String, server: String = "local") -> FileDraftStore {
        FileDraftStore(directory: directory + "/drafts", server: server, name: name, logger: .silent)
    }

    func files(_ directory: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: directory + "/drafts").sorted()) ?? []
    }

    /// A program that has kept a draft and then ended.
    func leave(_ draft: UnsavedDraft, _ directory: String, _ name: String = "left", server: String = "local")
        async
    {
        let store = store(directory, name, server: server)
        store.keep(draft)
        await store.flush()
    }

    @Test func `a left draft can be taken over once`() async throws {
        try await withTemporaryDirectory { directory in
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

    @Test func `the draft of a running program is not taken`() async throws {
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
            let drafts = directory + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            for name in ["old", "fresh"] { try Data("{".utf8).write(to: URL(filePath: "\(drafts)/\(name).json.new")) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: drafts + "/old.json.new")
            #expect(await store(directory, "one").takeOver() == nil)
            #expect(files(directory) == ["local", "local/fresh.json.new"])
        }
    }

    @Test func `a draft that cannot be stored leaves no part`() async throws {
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
            let long = "/" + String(repeating: "x", count: 200)
            await leave(new, directory, "one", server: long)
            #expect(await store(directory, "two", server: "local").takeOver() == nil)
            #expect(await store(directory, "two", server: long + "y").takeOver() == nil)
            #expect(await store(directory, "two", server: long).takeOver()?.draft == new)
        }
    }

    @Test func `files are private`() async throws {
        try await withTemporaryDirectory { directory in
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
    func `a damaged file is deleted, a foreign one kept`(content: String, isThrownAway: Bool) async throws {
        try await withTemporaryDirectory { directory in
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

    @Test func `a directory that cannot be made does no harm`() async throws {
        try await withTemporaryDirectory { directory in
            try Data().write(to: URL(filePath: directory + "/drafts"))
            let store = store(directory, "one")
            store.keep(new)
            await store.flush()
            #expect(await store.takeOver() == nil)
        }
    }
}
