import Foundation
import FriendsCommands
import FriendsExchange
import FriendsFormats
import FriendsModel
import Synchronization

/// The records of files, read on a thread of their own: not much faster than they are taken, so that a file of any size needs
/// little memory.
final class RecordStream: Sendable {
    /// The next records.
    struct Part: Sendable {
        /// The number of the file among those of all inputs.
        let file: Int
        let records: [FriendRecord]
        /// The number of bytes that were read for them.
        let byteCount: Int
        /// Whether the input ends with them.
        var endsInput = false
    }

    /// As many parts are read ahead.
    private static let capacity = 4

    private let parts: AsyncThrowingStream<Part, any Error>
    private let continuation: AsyncThrowingStream<Part, any Error>.Continuation
    /// Begins at 0: a semaphore that ends below its first value is an error.
    private let room = DispatchSemaphore(value: 0)
    private let end = Mutex<(any Error)?>(nil)

    /// - Parameter columns: what the columns of tables mean.
    init(_ inputs: [RecordFiles], _ columns: ColumnMap) {
        (parts, continuation) = AsyncThrowingStream.makeStream()
        for _ in 0..<Self.capacity { room.signal() }
        Thread.detachNewThread { [self] in
            do {
                try read(inputs, columns)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    private func read(_ inputs: [RecordFiles], _ columns: ColumnMap) throws {
        var number = 0
        for input in inputs {
            for file in input.files {
                do {
                    try input.read(file, columns) { [number] in yield(Part(file: number, records: $0, byteCount: $1)) }
                } catch let error as RecordFilesError {
                    throw CommandFailure(error, file.path)
                }
                number += 1
            }
            yield(Part(file: number - 1, records: [], byteCount: 0, endsInput: true))
        }
    }

    private func yield(_ part: Part) {
        room.wait()
        continuation.yield(part)
    }

    /// Whether ``stop(_:)`` was called.
    var isStopped: Bool { end.withLock { $0 != nil } }

    /// Passes on the parts, one after the other.
    func forEach(_ body: (Part) async throws -> Void) async throws {
        for try await part in parts {
            if let error = end.withLock({ $0 }) { throw error }
            do {
                try await body(part)
            } catch FriendsClientError.cancelled {
                throw end.withLock { $0 } ?? FriendsClientError.cancelled
            }
            room.signal()
        }
        if let error = end.withLock({ $0 }) { throw error }
    }

    /// Ends ``forEach(_:)`` with an error: before the next part, or when its body throws `cancelled`.
    func stop(_ error: any Error) {
        end.withLock { $0 = $0 ?? error }
        continuation.finish(throwing: error)
    }
}
