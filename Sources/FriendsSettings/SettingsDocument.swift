import TOMLKit

/// A parsed TOML document. No other type uses the library.
struct SettingsDocument {
    /// A TOML value.
    enum Value: Equatable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case list([Value])
        case table([Entry])
        /// A date, a time, or a value that is nested too deeply.
        case other
    }

    struct Entry: Equatable {
        let name: String
        let value: Value
    }

    /// A syntax error and its position.
    struct Problem: Error, Equatable {
        let message: String
        let line: Int
        let column: Int
    }

    /// The maximum nesting depth.
    private static let maximumDepth = 5

    let entries: [Entry]

    init(_ text: String) throws(Problem) {
        entries = Self.entries(of: try Self.table(text), depth: 0)
    }

    private static func table(_ text: String) throws(Problem) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            // The library's messages start with "Error while".
            let message =
                error.description.hasPrefix("Error ") ? error.description.dropFirst(6) : error.description[...]
            throw Problem(message: String(message), line: error.source.begin.line, column: error.source.begin.column)
        } catch {
            throw Problem(message: "\(error)", line: 1, column: 1)
        }
    }

    private static func entries(of table: TOMLTable, depth: Int) -> [Entry] {
        // The table's iterator fails for a name with a zero byte, so this uses the keys.
        table.keys.map { Entry(name: $0, value: value(of: table[$0]?.tomlValue, depth: depth + 1)) }
    }

    private static func value(of value: TOMLValue?, depth: Int) -> Value {
        guard let value, depth <= maximumDepth else { return .other }
        switch value.type {
        case .string: return value.string.map(Value.text) ?? .other
        case .int: return value.int.map(Value.integer) ?? .other
        case .double: return value.double.map(Value.number) ?? .other
        case .bool: return value.bool.map(Value.flag) ?? .other
        case .table: return value.table.map { .table(entries(of: $0, depth: depth)) } ?? .other
        case .array:
            guard let array = value.array else { return .other }
            return .list((0..<array.count).map { Self.value(of: array[$0].tomlValue, depth: depth + 1) })
        case .date, .time, .dateTime: return .other
        }
    }
}
