import Dispatch
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// The lines of a log in JSON.
final class LogLines: Sendable {
    private let text = Mutex("")

    func logger(level: Logger.Level = .trace, now: @escaping @Sendable () -> Date = { Date() }) -> Logger {
        Logger(label: "friends.test") { label in
            JSONLogHandler(label: label, level: level, now: now) { bytes in
                self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            }
        }
    }

    /// What was written.
    var all: String { text.withLock { $0 } }

    /// Each line as JSON.
    func objects() throws -> [[String: any Sendable]] {
        try all.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: any Sendable])
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct JSONLogHandlerTests {
    private let lines = LogLines()

    @Test func `a message is one object on one line`() throws {
        lines.logger(now: { Date(timeIntervalSince1970: 1_000_000_000.25) })
            .warning("Limited", metadata: ["count": .stringConvertible(3), "seconds": .stringConvertible(0.5)])
        #expect(
            lines.all == """
                {"count":3,"label":"friends.test","level":"warning","message":"Limited","seconds":0.5,\
                "time":"2001-09-09T01:46:40.250Z"}

                """)
    }

    @Test func `lines of several threads do not mix`() async {
        let writers = Atomic(0)
        let mixed = Counter()
        let logger = Logger(label: "friends.test") { label in
            JSONLogHandler(label: label, level: .trace) { _ in
                if writers.add(1, ordering: .relaxed).newValue > 1 { mixed.increase() }
                Thread.sleep(forTimeInterval: 0.001)
                writers.subtract(1, ordering: .relaxed)
            }
        }
        DispatchQueue.concurrentPerform(iterations: 50) { logger.info("\($0)") }
        #expect(mixed.value == 0)
    }

    @Test func `metadata is flat and replaces no other member`() throws {
        var logger = lines.logger()
        logger[metadataKey: "request_id"] = "7"
        logger.info(
            "Flat",
            metadata: [
                "message": "other", "a": ["b": ["c": "deep"], "d": .array(["x", "y"])],
                "nan": .stringConvertible(Double.nan),
            ])
        let line = try #require(try lines.objects().first)
        #expect(line["message"] as? String == "Flat")
        #expect(line["metadata.message"] as? String == "other")
        #expect(line["a.b.c"] as? String == "deep")
        #expect(line["a.d"] as? [String] == ["x", "y"])
        #expect(line["nan"] as? String == "nan")
        #expect(line["request_id"] as? String == "7")
    }

    @Test(arguments: ["two\nlines", "\u{1B}[2J", "\u{7F}\u{9B}2J", "\u{2028}", "\u{202E}evil", "\u{E0041}", "\"}\\"])
    func `a text cannot leave its string`(text: String) throws {
        lines.logger().error("\(text)", metadata: ["key\(text)": "\(text)"])
        let line = try #require(try lines.objects().first)
        #expect(line["message"] as? String == text)
        #expect(line["key\(text)"] as? String == text)
        let controls = lines.all.dropLast().unicodeScalars.filter {
            [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }
        #expect(controls.isEmpty)
    }

    @Test func `lower levels are left out`() throws {
        let logger = lines.logger(level: .notice)
        logger.info("no")
        logger.notice("yes")
        #expect(try lines.objects().map { $0["message"] as? String } == ["yes"])
    }
}
