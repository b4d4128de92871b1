import FriendsViewModels
import Synchronization

/// Files in memory.
final class StubFiles: UserFiles {
    struct Content: Sendable {
        var files: [String: [UInt8]] = [:]
        var folders: [String: [FileName]] = [:]
        /// Why nothing can be written.
        var problem: UserFileError?
        /// What was begun to be written.
        var begun: [String] = []
    }

    let content = Mutex(Content())

    func change(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }

    /// A file as text; nil if there is none.
    func text(of path: String) -> String? {
        content.withLock { $0.files[path].map { String(decoding: $0, as: UTF8.self) } }
    }

    func names(in folder: String) async -> [FileName] { content.withLock { $0.folders[folder] ?? [] } }

    func isTaken(_ path: String) async throws(UserFileError) -> Bool {
        if path.hasPrefix("none/") { throw UserFileError("The folder none doesn\u{2019}t exist") }
        return content.withLock { $0.files[path] != nil }
    }

    func write<Value: Sendable>(
        _ path: String, replaces: Bool,
        _ content: @Sendable (_ write: ([UInt8]) throws -> Void) async throws -> Value
    ) async throws -> Value {
        self.content.withLock { $0.begun.append(path) }
        var bytes: [UInt8] = []
        let value = try await content {
            if let problem = self.content.withLock({ $0.problem }) { throw problem }
            bytes += $0
        }
        let written = bytes
        self.content.withLock { $0.files[path] = written }
        return value
    }
}
