import Foundation
import FriendsExchange
import FriendsFormats
import Glibc
import Synchronization
import TestSupport
import Testing

/// The records of files, which are read ahead a little.
@Suite(.timeLimit(.minutes(10)))
struct RecordStreamTests {
    /// Writes one card after the other into a pipe.
    private final class Writer: Sendable {
        private static let cards = Array(
            String(repeating: "BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD\n", count: 1_000).utf8)
        /// When nothing could be written for this time, in milliseconds, nobody reads.
        private static let patience: CInt = 1_000

        private let descriptor: CInt

        init(_ path: String, _ flags: CInt) { descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC) }

        deinit { close(descriptor) }

        /// Writes as long as someone reads.
        /// - Returns: the number of bytes that were written, `maximum` at most; nil if nobody has the pipe open any more.
        func write(upTo maximum: Int) -> Int? {
            var count = 0
            while count < maximum {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&request, 1, Self.patience) == 1 else { return count }
                let written = Glibc.write(descriptor, Self.cards, Self.cards.count)
                if written < 0, errno == EPIPE { return nil }
                // A part of a card is a damaged one.
                count += max(written, 0)
            }
            return count
        }
    }

    @Test func `little is read ahead, and nothing when nobody takes it`() async throws {
        signal(SIGPIPE, SIG_IGN)
        try await withTemporaryDirectory { folder in
            let path = folder + "/pipe"
            mkfifo(path, 0o600)
            // Opening it for reading, too, does not wait for a reader.
            var first: Writer? = Writer(path, O_RDWR)
            let beginning = first?.write(upTo: 32 * 1024)
            var files: RecordFiles? = try RecordFiles("pipe", at: path, format: .vcard, waits: true)
            let writer = Writer(path, O_WRONLY)
            first = nil
            var stream: RecordStream? = files.map { RecordStream([$0], ColumnMap()) }
            let ahead = try #require(writer.write(upTo: 6 << 20))
            #expect(ahead < 3 << 20 && beginning ?? 0 > 0)
            var iterator = stream?.makeAsyncIterator()
            #expect(try await iterator?.next()?.records.isEmpty == false)
            (files, stream, iterator) = (nil, nil, nil)
            try await eventually("a closed pipe") { writer.write(upTo: 1 << 20) == nil }
        }
    }

    @Test func `parts have the numbers of their files, and inputs their ends`() async throws {
        try await withTemporaryDirectory { folder in
            let names = ["a", "b", "c"]
            for name in names {
                let text = "First Name,Phone\n\(name),+1 555 7123\n"
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).csv"))
            }
            let inputs = try names.map { try RecordFiles($0, at: "\(folder)/\($0).csv", waits: false) }
            var parts: [String] = []
            try await RecordStream(inputs, ColumnMap()).forEach { part in
                let names = part.records.compactMap { try? $0.content.get().details.firstName }
                if !names.isEmpty || part.endsInput { parts.append("\(part.file) \(names) \(part.endsInput)") }
            }
            #expect(
                parts == [
                    "0 [\"a\"] false", "0 [] true", "1 [\"b\"] false", "1 [] true", "2 [\"c\"] false", "2 [] true",
                ])
        }
    }

    private struct Stop: Error {}

    @Test func `a stream that is stopped ends with the error before its next part`() async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/a.csv"
            try Data("First Name,Phone\nAda,+1 555 7123\n".utf8).write(to: URL(filePath: path))
            let stream = RecordStream([try RecordFiles("a", at: path, waits: false)], ColumnMap())
            let count = Mutex(0)
            await #expect(throws: Stop.self) {
                try await stream.forEach { _ in
                    count.withLock { $0 += 1 }
                    stream.stop(Stop())
                }
            }
            #expect(count.withLock(\.self) == 1 && stream.stopError is Stop)
        }
    }
}
