import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsStorage

extension FileDraftStoreTests {
    func age(_ path: String, days: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }

    @Test func `a declined draft is not offered again, but listed`() async throws {
        try await withTemporaryDirectory { directory in
            // The clock of a file system can be some milliseconds late.
            let start = Int(Date.now.timeIntervalSince1970) - 1
            await leave(new, directory)
            let one = store(directory, "one")
            #expect(await one.takeOver()?.draft == new)
            one.setAside(.init("left"))
            #expect(await store(directory, "other").takeOver() == nil)
            #expect(files(directory) == ["local", "local/left.aside"])
            let stored = await store(directory, "other").stored()
            #expect(stored.map(\.draft) == [new] && stored.map(\.id) == [.init("left")])
            let time = try #require(stored.first?.time)
            #expect(start...Int(Date.now.timeIntervalSince1970) ~= time)

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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
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
        try await withTemporaryDirectory { directory in
            let drafts = directory + "/drafts/local"
            try FileManager.default.createDirectory(atPath: drafts, withIntermediateDirectories: true)
            let text =
                #"{"format":1,"server":"local","id":"7","typed":{"firstname":"A","lastname":"","phonenumber":""}}"#
            try Data(text.utf8).write(to: URL(filePath: drafts + "/old.json"))
            let start = Int(Date.now.timeIntervalSince1970) - 1
            try age(drafts + "/old.json", days: 10)
            let end = Int(Date.now.timeIntervalSince1970)
            let time = try #require(await store(directory, "one").stored().first?.time)
            #expect(start...end ~= time + 10 * 86_400)
        }
    }

    @Test func `a draft that cannot be set aside stays where it was`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let one = store(directory, "one")
                one.keep(new)
                await one.flush()
                // A file replaces our directory, so that nothing can be written.
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
