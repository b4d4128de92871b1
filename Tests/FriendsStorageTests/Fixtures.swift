import Foundation
import FriendsModel
import Logging

extension Friend {
    static let ada = friend("ada", "Ada", "Lovelace", "+44 20 7946 0001")
    static let grace = friend("grace", "Grace", "Hopper", "+1 212 555 0199")
    static let linus = friend("linus", "Linus", "Torvalds", "+358 50 123 4567")

    static func friend(_ id: String, _ first: String, _ last: String, _ phone: String, version: String = "1") -> Friend
    {
        Friend(
            id: ID(id), version: Version(version),
            details: FriendDetails(firstName: first, lastName: last, phoneNumber: phone))
    }
}

/// A new folder, for the time of a test.
func withFolder(_ test: (String) async throws -> Void) async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "friends-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await test(folder.path(percentEncoded: false))
}

/// The permissions of a file, nil when there is none.
func permissions(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
