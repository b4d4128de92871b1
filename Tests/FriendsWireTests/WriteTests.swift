import Foundation
import FriendsModel
import FriendsWire
import Testing

/// The client's writes as bodies of requests.
@Suite(.timeLimit(.minutes(10)))
struct WriteTests {
    private static let details = FriendDetails(
        firstName: String(repeating: "\"", count: 100), lastName: String(repeating: "王", count: 100),
        lines: (0..<100).map { number in
            FriendLine(
                id: .init(String(repeating: "x", count: 62) + "\(number)"), kind: .organization,
                label: String(repeating: "\\", count: 100), value: String(repeating: "\n\"", count: 500))
        })
    private static let rest = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    private static let id = Friend.ID(String(repeating: "x", count: 64))
    private static let version = Friend.Version(String(repeating: "9", count: 20))

    private func json(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    @Test(arguments: [
        FriendWrite.add(details, id: id), .add(FriendDetails(firstName: "A"), id: id, rest: rest),
        .addToTrash(details, id: id, rest: rest),
        .update(id, FriendChanges(from: FriendDetails(), to: details), rest: rest, from: version),
        .updateAndDelete(id, FriendChanges(from: FriendDetails(), to: details), rest: rest, from: version),
        .update(id, FriendChanges(), from: version), .delete(id, at: version), .erase(id, at: version),
        .purge(id, at: version), .purge(id, at: nil), .restore(id, details: details),
    ])
    func `a write is no larger than it is taken for`(write: FriendWrite) throws {
        // Without the punctuation of the whole batch.
        #expect(try json(BatchRequest([write])).utf8.count - 32 <= write.requestSize)
    }

    @Test func `a write has its rest in Base64, or says nothing of one`() throws {
        let ada = FriendDetails(firstName: "Ada")
        #expect(
            try json(FriendRequest(ada, id: Friend.ID("a"), rest: [0xFF, 0xFE])).hasSuffix(
                #""phonenumber":"","rest":"//4="}"#))
        #expect(try !json(FriendRequest(ada, id: Friend.ID("a"))).contains("rest"))
        #expect(try json(FriendRequest(FriendChanges(), rest: [1])) == #"{"rest":"AQ=="}"#)
        #expect(try json(FriendRequest(FriendChanges(), rest: [])) == #"{"rest":""}"#)
        #expect(try json(FriendRequest(FriendChanges())) == "{}")
    }
}
