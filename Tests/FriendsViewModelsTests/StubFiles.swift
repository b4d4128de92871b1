import FriendsExchange
import FriendsFormats
import FriendsViewModels
import Synchronization

/// Files in memory.
final class StubFiles: UserFiles {
    struct Content: Sendable {
        var files: [String: [UInt8]] = [:]
        var folders: [String: [FileName]] = [:]
        /// Why nothing can be written.
        var problem: UserFileError?
        /// The records of files, in batches.
        var records: [String: [[FriendRecord]]] = [:]
        /// The columns of files that nobody knows, and what became of them.
        var unknownColumns: [FileColumn] = []
        var columns: ColumnMap?
        /// The encoding that the last file was opened in.
        var encoding: String?
        /// Why the rest of a file cannot be read.
        var readProblem: UserFileError?
        /// Holds the reading after this number of batches.
        var gate: (count: Int, gate: ReadingGate)?
        /// Whether a file was not read to its end.
        var wasCancelled = false
        /// What was begun to be written.
        var begun: [String] = []
    }

    let content = Mutex(Content())

    func change(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }

    /// A file as text; nil if it does not exist.
    func text(of path: String) -> String? {
        content.withLock { $0.files[path].map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Holds the reading of the next file after `count` batches.
    func holdReading(after count: Int) -> ReadingGate {
        let gate = ReadingGate()
        change { $0.gate = (count, gate) }
        return gate
    }

    func open(_ path: String, encoding: String?) async throws(UserFileError) -> any RecordFile {
        if encoding == "none" { throw UserFileError("There is no encoding none") }
        content.withLock { $0.encoding = encoding }
        guard content.withLock({ $0.records[path] }) != nil else { throw UserFileError("There is no file \(path)") }
        return StubRecordFile(path: path, files: self)
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

/// A file of ``StubFiles``.
struct StubRecordFile: RecordFile {
    let path: String
    let files: StubFiles
    var unknownColumns: [FileColumn] { files.content.withLock { $0.unknownColumns } }

    func batches(_ columns: ColumnMap) -> any RecordBatches {
        let (batches, gate, problem) = files.content.withLock { ($0.records[path] ?? [], $0.gate, $0.readProblem) }
        files.change { $0.columns = columns }
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: RecordBatch.self)
        Task {
            for (index, batch) in batches.enumerated() {
                if let gate, gate.count == index { await gate.gate.wait() }
                let share = Double(index + 1) / Double(batches.count)
                if case .terminated = continuation.yield(RecordBatch(batch, share: share)) {
                    return files.change { $0.wasCancelled = true }
                }
            }
            continuation.finish(throwing: problem)
        }
        return stream
    }
}

/// Holds a task until it is opened.
final class ReadingGate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}
