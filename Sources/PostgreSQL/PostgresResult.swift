import CLibpq

/// The rows that a statement returns, in memory of libpq. It may outlive its connection.
package final class PostgresResult: RandomAccessCollection {
    private let handle: OpaquePointer
    private let library: PostgresLibrary
    let columnCount: Int
    package let endIndex: Int

    /// Takes over a result of libpq, and frees it at its end.
    init(_ handle: OpaquePointer, library: PostgresLibrary) {
        self.handle = handle
        self.library = library
        columnCount = Int(library.functions.PQnfields(handle))
        endIndex = Int(library.functions.PQntuples(handle))
    }

    deinit { library.functions.PQclear(handle) }

    package var startIndex: Int { 0 }

    package subscript(position: Int) -> PostgresRow {
        precondition(indices.contains(position), "no such row")
        return PostgresRow(result: self, index: position)
    }

    /// The first words of the statement as the server understood it, such as "COMMIT".
    var commandTag: String { String(cString: library.functions.PQcmdStatus(handle)) }

    var status: UInt32 { UInt32(library.functions.PQresultStatus(handle)) }

    // MARK: Errors

    /// The error instead of rows, if there is one.
    var refusal: PostgresRefusal? {
        switch status {
        case libpq_command_ok.rawValue, libpq_tuples_ok.rawValue, libpq_empty_query.rawValue: nil
        default:
            PostgresRefusal(
                sqlState: field(libpq_field_sqlstate) ?? "",
                message: field(libpq_field_message)
                    ?? String(cString: library.functions.PQresultErrorMessage(handle)).oneLine)
        }
    }

    /// Whether the server has ended the connection with this error.
    var isFatal: Bool {
        let severity = field(libpq_field_severity)
        return severity == "FATAL" || severity == "PANIC"
    }

    /// Whether the statement is a COPY, which does not end before data is copied.
    var isCopy: Bool {
        status == libpq_copy_in.rawValue || status == libpq_copy_out.rawValue || status == libpq_copy_both.rawValue
    }

    private func field(_ field: libpq_error_field) -> String? {
        library.functions.PQresultErrorField(handle, CInt(field.rawValue)).map { String(cString: $0) }
    }

    // MARK: Values

    func isNull(row: Int, column: Int) -> Bool {
        library.functions.PQgetisnull(handle, CInt(row), CInt(column)) != 0
    }

    func type(of column: Int) -> UInt32 { library.functions.PQftype(handle, CInt(column)) }

    /// The bytes of a value, which are valid as long as the result.
    func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: library.functions.PQgetvalue(handle, CInt(row), CInt(column)),
            count: Int(library.functions.PQgetlength(handle, CInt(row), CInt(column))))
    }
}

/// One row of a result. Columns are numbered from 0.
package struct PostgresRow {
    let result: PostgresResult
    let index: Int

    /// A value that cannot be NULL. It throws when it is, or when the column has another type.
    package func value<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let value = try optional(column, as: type) else {
            throw .unexpectedResult(reason: "column \(column) is NULL")
        }
        return value
    }

    /// A value, or nil for NULL. It throws when the column has another type.
    package func optional<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard !(try isNull(column)) else { return nil }
        guard let value = Value(bytes: result.bytes(row: index, column: column), type: result.type(of: column)) else {
            throw .unexpectedResult(
                reason: "column \(column) of type \(result.type(of: column)) is no \(Value.self)")
        }
        return value
    }

    package func isNull(_ column: Int) throws(PostgresError) -> Bool {
        // libpq prints a warning for such a column, and reads nothing.
        guard (0..<result.columnCount).contains(column) else {
            throw .unexpectedResult(reason: "there is no column \(column)")
        }
        return result.isNull(row: index, column: column)
    }
}
