/// A file that has friends in a form that is not read, but that a person can change into another one.
package enum PackedFile: Equatable, Sendable {
    case zip, gzip
    /// vCards in JSON (RFC 7095).
    case jCard

    /// - Parameter beginning: the first bytes of a file.
    init?(beginning: [UInt8]) {
        if beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self = .zip
        } else if beginning.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if beginning.filter({ $0 > 0x20 && $0 != UInt8(ascii: "[") }).starts(with: "\"vcard\",".utf8) {
            self = .jCard
        } else {
            return nil
        }
    }
}
