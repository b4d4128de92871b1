import TOMLKit

/// A text in TOML, read: the only place that knows the library.
struct SettingsDocument {
    /// A value as it stands in the file.
    enum Value: Equatable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case list([Value])
        case table([Entry])
        /// A date or a time, or what lies too deep to be a setting.
        case other
    }

    struct Entry: Equatable {
        let name: String
        let value: Value
    }

    /// Why a text is no TOML, and where.
    struct Problem: Error, Equatable {
        let message: String
        let line: Int
        let column: Int
    }

    /// No setting lies deeper.
    private static let maximumDepth = 5

    let entries: [Entry]
    let text: String

    init(_ text: String) throws(Problem) {
        self.text = text
        entries = Self.entries(of: try Self.table(text), depth: 0)
    }

    /// The table that a text, or a part of one, is by itself.
    static func table(_ text: String) throws(Problem) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            // The library begins with "Error while".
            let message =
                error.description.hasPrefix("Error ") ? error.description.dropFirst(6) : error.description[...]
            throw Problem(message: String(message), line: error.source.begin.line, column: error.source.begin.column)
        } catch {
            throw Problem(message: "\(error)", line: 1, column: 1)
        }
    }

    private static func entries(of table: TOMLTable, depth: Int) -> [Entry] {
        // Not by the table's iterator: it trusts that every name can be looked up, and one with a zero byte cannot.
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
