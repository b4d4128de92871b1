import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(10)))
struct OrderFileTests {
    @Test func `the order is kept for the next start`() async throws {
        try await withTemporaryDirectory { directory in
            let file = OrderFile(path: directory + "/state/order", logger: .silent)
            #expect(file.read() == nil)
            for field in FriendField.allCases {
                for isReversed in [true, false] {
                    let order = FriendOrder(column: .field(field), isReversed: isReversed)
                    file.write(order)
                    #expect(file.read() == order)
                }
            }
            #expect(permissions(of: directory + "/state/order") == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory + "/state")
            #expect(files == ["order"])
        }
    }

    @Test(arguments: ["", "\n", "zip", "phone up", "phone reversed reversed", "reversed phone", "\u{0}phone"])
    func `an invalid order file is ignored`(content: String) async throws {
        try await withTemporaryDirectory { directory in
            try content.write(toFile: directory + "/order", atomically: true, encoding: .utf8)
            #expect(OrderFile(path: directory + "/order", logger: .silent).read() == nil)
        }
    }

    @Test func `a link is replaced, not followed`() async throws {
        try await withTemporaryDirectory { directory in
            let (path, victim) = (directory + "/order", directory + "/victim")
            try "phone\n".write(toFile: victim, atomically: true, encoding: .utf8)
            symlink(victim, path)
            let file = OrderFile(path: path, logger: .silent)
            #expect(file.read() == nil)
            file.write(FriendOrder(column: .field(.firstName), isReversed: true))
            #expect(file.read() == FriendOrder(column: .field(.firstName), isReversed: true))
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "phone\n")
        }
    }

    /// The program works on where nothing can be written, or where something else is.
    @Test func `a path that cannot be written does no harm`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory + "/order/x", withIntermediateDirectories: true)
            let file = OrderFile(path: directory + "/order", logger: .silent)
            file.write(.standard)
            #expect(file.read() == nil)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(files == ["order"])
        }
    }
}
