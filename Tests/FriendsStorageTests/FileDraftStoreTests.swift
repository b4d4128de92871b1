import Foundation
import FriendsModel
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(1)))
struct FileDraftStoreTests {
    private let new = UnsavedDraft(
        id: .init("7"), base: nil,
        details: FriendDetails(firstName: " Gr\u{0}ace", lastName: "", phoneNumber: "e\u{301}"))
    private let edited = UnsavedDraft(
        id: Friend.ada.id, base: .ada, details: FriendDetails(firstName: "Adah", lastName: "L", phoneNumber: ""))

    private func store(_ folder: String, _ name: String, server: String = "local") -> FileDraftStore {
        FileDraftStore(folder: folder + "/drafts", server: server, name: name, logger: silent)
    }

    private func files(_ folder: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder + "/drafts").sorted()) ?? []
    }

    /// A program that has kept a draft and then ended.
    private func leave(_ draft: UnsavedDraft, _ folder: String, _ name: String = "left", server: String = "local") async
    {
        let store = store(folder, name, server: server)
        store.keep(draft)
        await store.settle()
    }

    @Test func whatAProgramLeavesCanBeTakenOverOnce() async throws {
        try await withFolder { folder in
            for draft in [new, edited] {
                await leave(draft, folder)
                let (one, other) = (store(folder, "one"), store(folder, "other"))
                #expect(await one.takeOver() == draft)
                #expect(await other.takeOver() == nil)
                one.discardTaken()
                await one.settle()
                #expect(files(folder) == ["local"])
            }
        }
    }

    @Test func theDraftOfAProgramThatRunsIsNotTaken() async throws {
        try await withFolder { folder in
            let (one, other) = (store(folder, "one"), store(folder, "other"))
            one.keep(new)
            one.keep(edited)
            await one.settle()
            #expect(await other.takeOver() == nil)
            other.keep(new)
            await other.settle()
            other.discard()
            await other.settle()
            #expect(files(folder) == ["local", "local/one.json"])
            withExtendedLifetime(one) {}
        }
    }

    @Test func whatWasNotWrittenToTheEndIsRemovedWhenItIsOld() async throws {
        try await withFolder { folder in
            let drafts = folder + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            for name in ["old", "fresh"] { try Data("{".utf8).write(to: URL(filePath: "\(drafts)/\(name).json.new")) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: drafts + "/old.json.new")
            #expect(await store(folder, "one").takeOver() == nil)
            #expect(files(folder) == ["local", "local/fresh.json.new"])
        }
    }

    @Test func aDraftThatCannotBeKeptLeavesNoPartOfIt() async throws {
        try await withFolder { folder in
            // A folder in its place, which no file can take.
            let place = folder + "/drafts/local/one.json"
            try FileManager.default.createDirectory(atPath: place + "/full", withIntermediateDirectories: true)
            let one = store(folder, "one")
            one.keep(new)
            await one.settle()
            #expect(files(folder) == ["local", "local/one.json", "local/one.json/full"])
        }
    }

    @Test func theNewestWins() async throws {
        try await withFolder { folder in
            do {
                let store = store(folder, "left")
                for _ in 0..<1_000 { store.keep(new) }
                store.discard()
                store.keep(edited)
                await store.settle()
            }
            #expect(await store(folder, "one").takeOver() == edited)
        }
    }

    @Test func whatWasTakenOverIsKeptOnInItsPlace() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            await { store in
                #expect(await store.takeOver() == new)
                store.adopt()
                store.keep(edited)
                await store.settle()
                #expect(files(folder) == ["local", "local/left.json"])
            }(store(folder, "one"))
            #expect(await store(folder, "other").takeOver() == edited)
        }
    }

    @Test(arguments: [true, false])
    func whatIsTypedBeforeItIsDecidedDoesNotTouchWhatWasTakenOver(isKept: Bool) async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver() == new)
            isKept ? one.keep(edited) : one.discard()
            one.putBack()
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json"] + (isKept ? ["local/one.json"] : []))
            #expect(await store(folder, "other").takeOver() == new)
        }
    }

    @Test func whatWasDroppedIsNotLeftBehindByAdoptingAnother() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver() == new)
            one.keep(edited)
            await one.settle()
            one.discard()
            one.adopt()
            one.keep(edited)
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json"])
            one.discard()
            await one.settle()
            #expect(files(folder) == ["local"])
        }
    }

    @Test func whatWasPutBackIsOfferedAgain() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver() == new)
            one.putBack()
            one.keep(edited)
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json", "local/one.json"])
            #expect(await store(folder, "other").takeOver() == new)
        }
    }

    @Test func whatWasNotWrittenToItsEndIsNoDraftAndGoesWithTheOneBeforeIt() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let path = folder + "/drafts/local/left.json"
            try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
            let one = store(folder, "one")
            #expect(await one.takeOver() == new)
            #expect(await store(folder, "other").takeOver() == nil)
            one.discardTaken()
            await one.settle()
            #expect(files(folder) == ["local"])
        }
    }

    @Test func everyServerHasItsOwnDrafts() async throws {
        try await withFolder { folder in
            let long = "/" + String(repeating: "x", count: 200)
            await leave(new, folder, "one", server: long)
            #expect(await store(folder, "two", server: "local").takeOver() == nil)
            #expect(await store(folder, "two", server: long + "y").takeOver() == nil)
            #expect(await store(folder, "two", server: long).takeOver() == new)
        }
    }

    @Test func filesAreForTheirOwnerAlone() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            #expect(permissions(of: folder + "/drafts") == 0o700)
            #expect(permissions(of: folder + "/drafts/local") == 0o700)
            #expect(permissions(of: folder + "/drafts/local/left.json") == 0o600)
        }
    }

    @Test(arguments: [
        ("", true), ("{", true), ("\u{0}\u{1}", true), ("[]", true), (#"{"format":1}"#, true),
        (#"{"format":1,"server":"local","id":"1"}"#, true), (#"{"format":2,"draft":"of tomorrow"}"#, false),
        (#"{"format":1,"server":"other","id":"1","typed":{"firstname":"","lastname":"","phonenumber":""}}"#, false),
    ])
    func aDamagedFileIsThrownAwayAndAForeignOneLeftAlone(content: String, isThrownAway: Bool) async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let path = folder + "/drafts/local/damaged.json"
            try Data(content.utf8).write(to: URL(filePath: path))
            // Whatever is newer is looked at first.
            try FileManager.default.setAttributes(
                [.modificationDate: Date.distantFuture], ofItemAtPath: path)
            #expect(await store(folder, "one").takeOver() == new)
            #expect(FileManager.default.fileExists(atPath: path) == !isThrownAway)
        }
    }

    @Test func aFolderThatCannotBeMadeKeepsNothingAndHarmsNothing() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/drafts"))
            let store = store(folder, "one")
            store.keep(new)
            await store.settle()
            #expect(await store.takeOver() == nil)
        }
    }
}
