import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(10)))
struct ColumnsFileTests {
    @Test func `the columns are kept for the next start`() async throws {
        try await withTemporaryDirectory { directory in
            let file = ColumnsFile(path: directory + "/state/columns", logger: .silent)
            #expect(file.read() == nil)
            for columns in [FriendColumn.standard, [.kind(.tag), .lastName], FriendColumn.all.reversed()] {
                file.write(columns)
                #expect(file.read() == columns)
            }
        }
    }

    @Test(arguments: ["", "\n", "zip", "phone email", "last-name last-name", "last-name zip", "\u{0}last-name"])
    func `an invalid file is ignored`(content: String) async throws {
        try await withTemporaryDirectory { directory in
            try content.write(toFile: directory + "/columns", atomically: true, encoding: .utf8)
            #expect(ColumnsFile(path: directory + "/columns", logger: .silent).read() == nil)
        }
    }
}
