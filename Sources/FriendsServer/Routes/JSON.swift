import FoundationEssentials
import GRDB
import Hummingbird

/// How values become JSON and JSON becomes values.
enum JSON {
    /// The same text each time for the same value.
    static func encode(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try encoder.encode(value))
    }

    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Whether the text keeps to RFC 8259: the decoder of Foundation also takes what does not, such as `[01,]`.
    static func isWellFormed(_ text: String) throws -> Bool {
        // SQLite reads a text only as far as this.
        if text.utf8.contains(0) { return false }
        return try sqlite.get().read { db in
            try Bool.fetchOne(db, sql: "SELECT json_valid(?)", arguments: [text]) ?? false
        }
    }

    /// Holds nothing, and has no file to wait for: it is here for its functions.
    private static let sqlite = Result { try DatabaseQueue() }
}
