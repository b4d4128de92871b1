import Foundation
import Testing

/// Runs the body with a new folder, and removes that with all that is in it.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    var template = Array("/tmp/friends-http-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    let folder = try #require(made)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}
