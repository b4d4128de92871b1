import FoundationEssentials
import FriendsFormats
import Hummingbird

/// Encodes and decodes JSON.
enum JSON {
    /// Equal values have equal texts.
    static func encode(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try encoder.encode(value))
    }

    /// The elements of an array without its brackets.
    static func elements<Value: Encodable>(_ values: [Value]) throws -> Data {
        try encoder.encode(values).dropFirst().dropLast()
    }

    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// The value in a body. Throws 400 when it is not JSON in UTF-8, or ambiguous.
    static func decode<Value: Decodable>(_ type: Value.Type, from body: ByteBuffer) throws(Problem) -> Value {
        let bytes = Array(body.readableBytesView)
        // The decoder would accept other encodings, and repair invalid UTF-8.
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notJSON() }
        do {
            try JSONScanner.check(bytes)
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch JSONScanner.Flaw.repeatedName(let pointer) {
            throw .ambiguousBody(pointer, "A name must be in an object only once")
        } catch JSONScanner.Flaw.tooManyMembers(let pointer) {
            throw .ambiguousBody(pointer, "An object must have at most \(JSONScanner.maximumMembers) members")
        } catch {
            throw .notJSON()
        }
    }
}
