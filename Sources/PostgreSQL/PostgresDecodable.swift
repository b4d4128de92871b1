/// A Swift type for values of SQL.
package protocol PostgresDecodable {
    /// Reads PostgreSQL's binary form.
    /// - Parameter type: the identifier of the column's type.
    /// - Returns: nil when the column has another type.
    init?(bytes: UnsafeRawBufferPointer, type: UInt32)
}

extension Int64: PostgresDecodable {
    /// Reads any integer type of SQL.
    package init?(bytes: UnsafeRawBufferPointer, type: UInt32) {
        switch (type, bytes.count) {
        case (PostgresType.bigint, 8): self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case (PostgresType.integer, 4): self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case (PostgresType.smallint, 2): self = Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }
}

extension Bool: PostgresDecodable {
    package init?(bytes: UnsafeRawBufferPointer, type: UInt32) {
        guard type == PostgresType.boolean, let byte = bytes.first else { return nil }
        self = byte != 0
    }
}

extension String: PostgresDecodable {
    /// Reads a text. A database without an encoding may have bytes that are no UTF-8, which are refused.
    package init?(bytes: UnsafeRawBufferPointer, type: UInt32) {
        switch type {
        case PostgresType.text, PostgresType.varchar, PostgresType.name:
            self.init(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self)
        default: return nil
        }
    }
}

extension [UInt8]: PostgresDecodable {
    package init?(bytes: UnsafeRawBufferPointer, type: UInt32) {
        guard type == PostgresType.bytea else { return nil }
        self.init(bytes)
    }
}
