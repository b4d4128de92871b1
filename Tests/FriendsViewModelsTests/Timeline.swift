/// A line of events in time, drawn with characters: `--a-bc--#|`.
///
/// Every character is one step of time. `-` is a step in which nothing happens, a word is an event that happens at its
/// first letter, `#` is a failure and `|` the end.
struct Timeline<Value: Sendable>: Sendable {
    enum Event: Sendable {
        case value(Value)
        case failure
        case end
    }

    enum ParseError: Error, Equatable {
        case unknownName(String, at: Int)
        case unexpectedCharacter(Character, at: Int)
        case eventAfterEnd(at: Int)
    }

    /// The events by the step in which they happen.
    let events: [Int: Event]
    /// The number of steps.
    let length: Int

    init(_ text: String, values: [String: Value] = [:]) throws(ParseError) {
        var events: [Int: Event] = [:]
        var end: Int?
        let characters = Array(text)
        var index = 0
        while index < characters.count {
            let character = characters[index]
            if character != "-", end != nil { throw .eventAfterEnd(at: index) }
            switch character {
            case "-": break
            case "#": events[index] = .failure
            case "|":
                events[index] = .end
                end = index
            case _ where character.isLetter || character.isNumber:
                let name = String(characters[index...].prefix { $0.isLetter || $0.isNumber })
                guard let value = values[name] else { throw .unknownName(name, at: index) }
                events[index] = .value(value)
                index += name.count - 1
            default: throw .unexpectedCharacter(character, at: index)
            }
            index += 1
        }
        self.events = events
        length = characters.count
    }
}

/// Draws how a value went: the letter of a value where it changed, `-` where it stayed.
struct Recording {
    private(set) var text = ""
    private var last: Character?

    mutating func note(_ letter: Character) {
        text.append(letter == last ? "-" : letter)
        last = letter
    }
}
