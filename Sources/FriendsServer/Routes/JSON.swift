import FoundationEssentials
import GRDB
import Hummingbird

/// Encodes and validates JSON.
enum JSON {
    /// Equal values have equal texts.
    static func encode(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try encoder.encode(value))
    }

    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Whether the text conforms to RFC 8259; Foundation's decoder also accepts invalid JSON, such as `[01,]`.
    static func isWellFormed(_ text: String) throws -> Bool {
        // SQLite reads a text up to the first zero byte.
        if text.utf8.contains(0) { return false }
        return try sqlite.get().read { db in
            try Bool.fetchOne(db, sql: "SELECT json_valid(?)", arguments: [text]) ?? false
        }
    }

    /// An empty database in memory, for its JSON functions.
    private static let sqlite = Result { try DatabaseQueue() }
}
