/// A value for a `$1` of a statement, or NULL.
///
/// It has a type also when it is NULL, so that a statement is prepared once for all of its values.
package enum PostgresParameter: Sendable {
    /// An SQL bigint.
    case integer(Int64?)
    /// An SQL text. It cannot have U+0000, which the server refuses.
    case text(String?)
    /// An SQL bytea.
    case bytes([UInt8]?)

    /// The identifier of the type in PostgreSQL's catalogue.
    var type: UInt32 {
        switch self {
        case .integer: PostgresType.bigint
        case .text: PostgresType.text
        case .bytes: PostgresType.bytea
        }
    }
}

/// The identifiers of types in PostgreSQL's catalogue. They are the same in all versions.
enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let bigint: UInt32 = 20
    static let smallint: UInt32 = 21
    static let integer: UInt32 = 23
    static let text: UInt32 = 25
    static let varchar: UInt32 = 1043
}

/// The values of a statement as libpq takes them: in binary, one after the other.
struct PackedParameters {
    private var bytes: [UInt8] = []
    /// Where each value begins; nil for NULL.
    private var offsets: [Int?] = []
    private var lengths: [CInt] = []

    init(_ parameters: [PostgresParameter]) {
        bytes.reserveCapacity(parameters.reduce(0) { $0 + $1.size })
        for parameter in parameters {
            let start = bytes.count
            let isNull = !append(parameter)
            offsets.append(isNull ? nil : start)
            lengths.append(CInt(bytes.count - start))
        }
    }

    /// False for NULL.
    private mutating func append(_ parameter: PostgresParameter) -> Bool {
        switch parameter {
        case .integer(let value?): withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let value?): bytes.append(contentsOf: value.utf8)
        case .bytes(let value?): bytes.append(contentsOf: value)
        case .integer(nil), .text(nil), .bytes(nil): return false
        }
        return true
    }

    /// Passes libpq's arrays of values, lengths and formats. Without parameters they have no addresses.
    func withCArrays<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> Result
    ) -> Result {
        let formats = [CInt](repeating: 1, count: offsets.count)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) { empty in
            bytes.withUnsafeBytes { bytes in
                // An empty value has an address, too: libpq takes a value without one for NULL.
                let values = offsets.map { offset in
                    offset.map { offset in
                        bytes.baseAddress.map { UnsafePointer(($0 + offset).assumingMemoryBound(to: CChar.self)) }
                            ?? UnsafePointer(empty.baseAddress)
                    } ?? nil
                }
                return values.withUnsafeBufferPointer { values in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { formats in
                            body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
                        }
                    }
                }
            }
        }
    }
}

extension PostgresParameter {
    fileprivate var size: Int {
        switch self {
        case .integer: 8
        case .text(let text): text?.utf8.count ?? 0
        case .bytes(let bytes): bytes?.count ?? 0
        }
    }
}
