import Dispatch
import Foundation
import FriendsFormats
import Synchronization

/// The records of files, read on a thread of their own: not much faster than they are taken, so that a file of any size needs
/// little memory. When nobody takes them any more, the reading ends.
package final class RecordStream: AsyncSequence, Sendable {
    package struct AsyncIterator: AsyncIteratorProtocol {
        private var parts: AsyncThrowingStream<Part, any Error>.AsyncIterator
        private let room: DispatchSemaphore

        fileprivate init(_ stream: RecordStream) {
            (parts, room) = (stream.parts.makeAsyncIterator(), stream.sink.room)
        }

        package mutating func next() async throws -> Part? {
            let part = try await parts.next()
            room.signal()
            return part
        }
    }

    /// The next records.
    package struct Part: Sendable {
        /// The number of the file among the files of all inputs.
        package let file: Int
        package let records: [FriendRecord]
        /// The number of bytes that were read for them.
        package let byteCount: Int
        /// Whether the input ends with them.
        package var endsInput = false
    }

    /// Why a file was not read to its end.
    package struct UnreadableFile: Error {
        /// As the user would name it.
        package let path: String
        package let error: RecordFilesError
    }

    /// As many parts are read ahead.
    private static let capacity = 4

    private let parts: AsyncThrowingStream<Part, any Error>
    private let sink: Sink
    private let end = Mutex<(any Error)?>(nil)

    /// - Parameter columns: what the columns of tables mean.
    package init(_ inputs: [RecordFiles], _ columns: ColumnMap) {
        let (parts, continuation) = AsyncThrowingStream.makeStream(of: Part.self)
        let sink = Sink(continuation)
        (self.parts, self.sink) = (parts, sink)
        // The thread must not keep the stream, which ends when nobody has it any more.
        Thread.detachNewThread { sink.fill(from: inputs, columns) }
    }

    /// Where the parts go.
    private final class Sink: Sendable {
        let continuation: AsyncThrowingStream<Part, any Error>.Continuation
        /// Begins at 0: a semaphore that ends below its first value is an error.
        let room = DispatchSemaphore(value: 0)

        init(_ continuation: AsyncThrowingStream<Part, any Error>.Continuation) {
            self.continuation = continuation
            for _ in 0..<RecordStream.capacity { room.signal() }
            continuation.onTermination = { [room] _ in room.signal() }
        }

        func fill(from inputs: [RecordFiles], _ columns: ColumnMap) {
            do {
                try read(inputs, columns)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }

        private func read(_ inputs: [RecordFiles], _ columns: ColumnMap) throws {
            var number = 0
            for input in inputs {
                let groups = input.groups
                for file in input.files {
                    do {
                        try input.read(file, columns, groups) { [number] records, byteCount in
                            try put(Part(file: number, records: records, byteCount: byteCount))
                        }
                    } catch let error as RecordFilesError {
                        throw UnreadableFile(path: file.path, error: error)
                    }
                    number += 1
                }
                try put(Part(file: number - 1, records: [], byteCount: 0, endsInput: true))
            }
        }

        private func put(_ part: Part) throws {
            room.wait()
            if case .terminated = continuation.yield(part) { throw CancellationError() }
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The error of ``stop(_:)``; nil until that is called.
    package var stopError: (any Error)? { end.withLock { $0 } }

    /// Passes on the parts, one after the other.
    /// - Throws: ``UnreadableFile``, what `body` throws, or the error of ``stop(_:)``.
    package func forEach(_ body: (Part) async throws -> Void) async throws {
        do {
            for try await part in self {
                if let stopError { throw stopError }
                try await body(part)
            }
        } catch {
            throw stopError ?? error
        }
        if let stopError { throw stopError }
    }

    /// Ends ``forEach(_:)`` with an error, before the next part.
    package func stop(_ error: any Error) {
        end.withLock { $0 = $0 ?? error }
        sink.continuation.finish(throwing: error)
    }
}
