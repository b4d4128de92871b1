import FoundationEssentials
import Logging
import Synchronization

/// Writes each log message as one line with a JSON object: `time`, `level`, `label`, `message`, and the metadata.
///
/// Nested metadata is flat: the key `b` in the dictionary `a` is `a.b`. A key of the metadata with the name of another member
/// gets the prefix `metadata.`. Numbers are numbers, all other values are strings or arrays.
package struct JSONLogHandler: LogHandler {
    private let label: String
    private let now: @Sendable () -> Date
    private let output: Output
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]

    /// Writes one line at a time: the system may take a long one in parts, between which another thread could write.
    private final class Output: Sendable {
        private let write: Mutex<@Sendable ([UInt8]) -> Void>

        init(_ write: @escaping @Sendable ([UInt8]) -> Void) { self.write = Mutex(write) }

        func write(_ line: [UInt8]) { write.withLock { $0(line) } }
    }

    /// - Parameter write: gets each line with its line feed, and is called by one thread at a time.
    package init(
        label: String, level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() },
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.label = label
        self.now = now
        output = Output(write)
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var members: [String: LogValue] = [
            "time": .text(now().formatted(Self.timeStyle)), "level": .text(event.level.rawValue), "label": .text(label),
            "message": .text(event.message.description),
        ]
        if let error = event.error { members["error"] = .text("\(error)") }
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
            add(value, as: members[key] == nil ? key : "metadata.\(key)", to: &members)
        }
        // Only a number that JSON does not have could fail, and all numbers are finite.
        guard let json = try? JSON.encoder.encode(members) else { return }
        output.write(Array((Self.harmless(String(decoding: json, as: UTF8.self)) + "\n").utf8))
    }

    private func add(_ value: Logger.MetadataValue, as key: String, to members: inout [String: LogValue]) {
        guard case .dictionary(let values) = value else {
            members[key] = LogValue(value)
            return
        }
        for (name, value) in values { add(value, as: "\(key).\(name)", to: &members) }
    }

    /// RFC 3339, in UTC, with milliseconds.
    private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Escapes the characters that JSON permits and that could still control the terminal or split the line of a reader.
    private static func harmless(_ json: String) -> String {
        if json.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return json }
        var text = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    let zeros = String(repeating: "0", count: 4 - digits.count)
                    text.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
                }
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

/// A value in a line of the log.
private enum LogValue: Encodable {
    case text(String)
    case integer(Int)
    case number(Double)
    case list([LogValue])

    init(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .stringConvertible(let value as Int): self = .integer(value)
        case .stringConvertible(let value as Double) where value.isFinite: self = .number(value)
        case .array(let values): self = .list(values.map { LogValue($0) })
        case .stringConvertible, .dictionary: self = .text("\(value)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .list(let values): try container.encode(values)
        }
    }
}
