import Testing

@testable import FriendsHTTP

@Suite(.timeLimit(.minutes(10)))
struct EventStreamParserTests {
    typealias Event = ServerSentEvent

    private static func event(_ data: String, _ type: String = "message") -> Event {
        Event(type: type, data: Array(data.utf8))
    }

    static let streams: [(text: String, events: [Event])] = [
        ("", []), ("\n\n\n", []), ("data: a\n\n", [event("a")]), ("data:a\n\n", [event("a")]),
        ("data:  a \n\n", [event(" a ")]), ("data: a\ndata: b\n\n", [event("a\nb")]), ("data\n\n", [event("")]),
        ("data\ndata\n\n", [event("\n")]), ("data:\n\n", [event("")]),
        // Every end of a line, and all of them mixed.
        ("data: a\r\rdata: b\r\r", [event("a"), event("b")]),
        ("data: a\r\n\r\ndata: b\r\n\r\n", [event("a"), event("b")]),
        ("data: a\r\n\rdata: b\n\r\n", [event("a"), event("b")]),
        ("data: a\n\r\ndata: b\r\r\n", [event("a"), event("b")]),
        // What has not ended is no event.
        ("data: a", []), ("data: a\n", []), ("data: a\n\ndata: b\n", [event("a")]),
        // Types belong to one event, and make none.
        ("event: x\ndata: a\n\ndata: b\n\n", [event("a", "x"), event("b")]),
        ("data: a\nevent: x\nevent: y\n\n", [event("a", "y")]), ("event: x\n\ndata: b\n\n", [event("b")]),
        ("event\ndata: a\n\n", [event("a")]),
        // Comments and fields that are not needed.
        (":\n\n:heartbeat\n: data: no\n\n", []), (":\ndata: a\n:\n\n", [event("a")]),
        ("id: 7\nretry: 1\nfoo: bar\nfoo\nDATA: no\n data: no\ndata : no\ndata: a\n\n", [event("a")]),
        // The byte order mark counts at the very beginning only.
        ("\u{FEFF}data: a\n\n", [event("a")]), ("\u{FEFF}\n\u{FEFF}data: a\n\n", []),
        ("\n\u{FEFF}data: a\ndata: b\n\n", [event("b")]), ("\u{FEFF}\u{FEFF}data: a\n\n", []),
        ("data: Nguy\u{1EC5}n \u{1F600}\0\n\n", [event("Nguy\u{1EC5}n \u{1F600}\0")]),
    ]

    @Test(arguments: streams)
    func aStreamGivesTheSameEventsHoweverItIsSplit(text: String, events: [Event]) throws {
        let bytes = Array(text.utf8)
        var differences: [String] = []
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var parser = EventStreamParser(maximumEventSize: 100)
                let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
                let found = try parts.flatMap { try parser.parse($0) }
                if found != events { differences.append("split at \(first) and \(second): \(found)") }
            }
        }
        #expect(differences.isEmpty)
        var parser = EventStreamParser(maximumEventSize: 100)
        let found = try bytes.flatMap { try parser.parse([$0]) }
        #expect(found == events)
    }

    @Test func `bytes that are no text stay unchanged`() throws {
        var parser = EventStreamParser(maximumEventSize: 100)
        let events = try parser.parse(Array("data: ".utf8) + [0xC3, 0x28, 0x0A, 0x0A])
        #expect(events == [Event(type: "message", data: [0xC3, 0x28])])
    }

    @Test(arguments: ["data: aaaaaa", "data: aa\ndata", ":aaaaaaaaaaa", "\n\ndata: a\n\naaaaaaaaaaaa"])
    func `an event has a size limit`(text: String) throws {
        var parser = EventStreamParser(maximumEventSize: 11)
        #expect(throws: EventStreamParser.TooLarge(limit: 11)) {
            for _ in 0..<3 { _ = try parser.parse(text.utf8) }
        }
    }

    /// Each line is short, and the event is not.
    @Test(arguments: ["data: x\n", "data:\r", "data\r\n", ":\ndata\n:x\n", "data\nevent: abc\n"])
    func `an event of many short lines has a size limit`(lines: String) throws {
        var parser = EventStreamParser(maximumEventSize: 50)
        #expect(throws: EventStreamParser.TooLarge(limit: 50)) {
            for _ in 0..<60 { _ = try parser.parse(lines.utf8) }
        }
    }

    @Test func `the event type counts toward the size limit`() throws {
        var parser = EventStreamParser(maximumEventSize: 50)
        #expect(throws: EventStreamParser.TooLarge(limit: 50)) {
            _ = try parser.parse(
                "event: \(String(repeating: "x", count: 40))\ndata: \(String(repeating: "y", count: 20))\n".utf8)
        }
    }

    @Test func `the size limit is per event`() throws {
        var parser = EventStreamParser(maximumEventSize: 11)
        for _ in 0..<1_000 {
            let events = try parser.parse(":aaaa\ndata: a\n\n".utf8)
            #expect(events == [Self.event("a")])
        }
    }
}
