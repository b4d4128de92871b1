import Testing

@Suite(.timeLimit(.minutes(10)))
struct TimelineTests {
    private let values = ["a": 1, "ft": 2, "x9": 3]

    private func drawn(_ text: String) throws -> [Int: String] {
        try Timeline(text, values: values).events.mapValues { event in
            switch event {
            case .value(let value): "\(value)"
            case .failure: "#"
            case .end: "|"
            }
        }
    }

    @Test(arguments: [
        ("", [:]), ("----", [:]), ("a", [0: "1"]), ("--a-ft-", [2: "1", 4: "2"]), ("---#", [3: "#"]),
        ("--|", [2: "|"]), ("----#|", [4: "#", 5: "|"]), ("--ft|", [2: "2", 4: "|"]),
        ("ft#|", [0: "2", 2: "#", 3: "|"]),
        ("x9|", [0: "3", 2: "|"]),
    ])
    func `events have the time at which they are drawn`(text: String, events: [Int: String]) throws {
        #expect(try drawn(text) == events)
        #expect(try Timeline(text, values: values).length == text.count)
    }

    @Test func `an unreadable file is an error`() {
        #expect(throws: Timeline<Int>.ParseError.unknownName("aft", at: 1)) { try Timeline("-aft", values: values) }
        #expect(throws: Timeline<Int>.ParseError.unexpectedCharacter(" ", at: 1)) {
            try Timeline("- a", values: values)
        }
        #expect(throws: Timeline<Int>.ParseError.eventAfterEnd(at: 2)) { try Timeline("-|a", values: values) }
    }

    @Test func aRecordingShowsOnlyChanges() {
        var recording = Recording()
        for letter in "ffttf" { recording.note(letter) }
        #expect(recording.text == "f-t-f")
    }
}
