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

    private func store(_ folder: String, _ name: String, server: String = "local") -> FileDraftStore {
        FileDraftStore(folder: folder + "/drafts", server: server, name: name, logger: .silent)
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
                #expect(await one.takeOver()?.draft == draft)
                #expect(await other.takeOver() == nil)
                one.discard(.init("left"))
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
            #expect(await store(folder, "one").takeOver()?.draft == edited)
        }
    }

    @Test func whatWasTakenOverIsKeptOnInItsPlace() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            await { store in
                #expect(await store.takeOver()?.draft == new)
                store.adopt(.init("left"))
                store.keep(edited)
                await store.settle()
                #expect(files(folder) == ["local", "local/left.json"])
            }(store(folder, "one"))
            #expect(await store(folder, "other").takeOver()?.draft == edited)
        }
    }

    @Test(arguments: [true, false])
    func whatIsTypedBeforeItIsDecidedDoesNotTouchWhatWasTakenOver(isKept: Bool) async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver()?.draft == new)
            isKept ? one.keep(edited) : one.discard()
            one.putBack(.init("left"))
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json"] + (isKept ? ["local/one.json"] : []))
            #expect(await store(folder, "other").takeOver()?.draft == new)
        }
    }

    @Test func whatWasDroppedIsNotLeftBehindByAdoptingAnother() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver()?.draft == new)
            one.keep(edited)
            await one.settle()
            one.discard()
            one.adopt(.init("left"))
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
            #expect(await one.takeOver()?.draft == new)
            one.putBack(.init("left"))
            one.keep(edited)
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json", "local/one.json"])
            #expect(await store(folder, "other").takeOver()?.draft == new)
        }
    }

    @Test func whatWasNotWrittenToItsEndIsNoDraftAndGoesWithTheOneBeforeIt() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let path = folder + "/drafts/local/left.json"
            try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
            let one = store(folder, "one")
            #expect(await one.takeOver()?.draft == new)
            #expect(await store(folder, "other").takeOver() == nil)
            one.discard(.init("left"))
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
            #expect(await store(folder, "two", server: long).takeOver()?.draft == new)
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
            #expect(await store(folder, "one").takeOver()?.draft == new)
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

    // MARK: What was set aside

    private func age(_ path: String, days: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }

    @Test func `a declined draft is stored, not offered, and can be continued`() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let one = store(folder, "one")
            #expect(await one.takeOver()?.draft == new)
            one.setAside(.init("left"))
            #expect(await store(folder, "other").takeOver() == nil)
            #expect(files(folder) == ["local", "local/left.aside"])
            let stored = await store(folder, "other").stored()
            #expect(stored.map(\.draft) == [new] && stored.map(\.id) == [.init("left")])
            #expect(abs((stored.first?.time ?? 0) - Int(Date.now.timeIntervalSince1970)) < 60)

            #expect(await one.takeOver(.init("left"))?.draft == new)
            one.adopt(.init("left"))
            await one.settle()
            #expect(files(folder) == ["local", "local/left.json"], "it is offered when this program is killed")
            #expect(await store(folder, "other").stored() == [], "it belongs to a program that runs")
            one.keep(edited)
            one.discard()
            await one.settle()
            #expect(files(folder) == ["local"])
        }
    }

    @Test func `what is set aside is what was typed last`() async throws {
        try await withFolder { folder in
            let one = store(folder, "one")
            one.keep(new)
            one.setAside(edited)
            one.keep(new)
            one.setAside(new)
            await one.settle()
            #expect(Set(await one.stored().map(\.draft.id)) == [new.id, edited.id])
            #expect(await one.stored().count == 2)
            #expect(files(folder).allSatisfy { !$0.hasSuffix(".json") })
            for file in files(folder).dropFirst() { #expect(permissions(of: "\(folder)/drafts/\(file)") == 0o600) }
        }
    }

    @Test func `what was left behind is stored as well, what runs is not`() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let (one, other) = (store(folder, "one"), store(folder, "other"))
            one.keep(edited)
            await one.settle()
            #expect(await other.stored().map(\.draft) == [new])
            #expect(await other.takeOver()?.draft == new, "looking takes nothing away")
            #expect(await store(folder, "third").takeOver(.init("left")) == nil)
            withExtendedLifetime(one) {}
        }
    }

    @Test func `30 days begin when it is set aside`() async throws {
        try await withFolder { folder in
            await leave(new, folder)
            let (left, aside) = (folder + "/drafts/local/left.json", folder + "/drafts/local/left.aside")
            try age(left, days: 100)
            let one = store(folder, "one")
            #expect(await one.takeOver()?.draft == new, "nobody has been asked about it")
            one.setAside(.init("left"))
            #expect(await one.stored().map(\.draft) == [new])
            try age(aside, days: 29.9)
            #expect(await one.stored().map(\.draft) == [new])
            try age(aside, days: 30.1)
            #expect(await one.takeOver() == nil)
            #expect(files(folder) == ["local"])
        }
    }

    @Test func `the oldest go when there are too many`() async throws {
        try await withFolder { folder in
            let one = store(folder, "one")
            one.setAside(edited)
            await one.settle()
            let oldest = try #require(files(folder).last)
            try age("\(folder)/drafts/\(oldest)", days: 1)
            for _ in 0..<DraftFolder.maximumAside { one.setAside(new) }
            await leave(edited, folder)
            #expect(await one.stored().count == DraftFolder.maximumAside + 1)
            #expect(!files(folder).contains(oldest))
        }
    }

    @Test func `a draft of an older program has the time of its file`() async throws {
        try await withFolder { folder in
            let drafts = folder + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            let text =
                #"{"format":1,"server":"local","id":"7","typed":{"firstname":"A","lastname":"","phonenumber":""}}"#
            try Data(text.utf8).write(to: URL(filePath: drafts + "/old.json"))
            try age(drafts + "/old.json", days: 10)
            let time = try #require(await store(folder, "one").stored().first?.time)
            #expect(abs(Int(Date.now.timeIntervalSince1970) - 864_000 - time) < 60)
        }
    }

    @Test func `a draft that cannot be set aside stays where it was`() async throws {
        try await withFolder { folder in
            do {
                let one = store(folder, "one")
                one.keep(new)
                await one.settle()
                // A folder in the place of ours, so that nothing can be written.
                let drafts = folder + "/drafts/local"
                try FileManager.default.moveItem(atPath: drafts, toPath: drafts + ".moved")
                try Data().write(to: URL(filePath: drafts))
                one.setAside(new)
                await one.settle()
                try FileManager.default.removeItem(atPath: drafts)
                try FileManager.default.moveItem(atPath: drafts + ".moved", toPath: drafts)
            }
            #expect(await store(folder, "other").takeOver()?.draft == new)
        }
    }
}
