import Glibc

/// The character sets of lines that are not in UTF-8.
package enum TextEncoding {
    /// Converts a text of which the file does not say the character set into UTF-8. One that is not in UTF-8 is in Windows-1252, which
    /// Latin-1 is a part of: nearly every text in it would be invalid UTF-8.
    package static func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        String(validating: bytes, as: UTF8.self) == nil ? latin(bytes) : bytes
    }

    /// Converts a text with other characters than ASCII into UTF-8.
    /// - Parameter name: the character set that the file says, or an empty text. A text that cannot be in it, or that is valid UTF-8
    ///   beside a character set of single bytes, is read without it.
    /// - Returns: the text, and the name of the character set in which it is read if the file says another one.
    static func utf8(_ bytes: ArraySlice<UInt8>, labelled name: String) -> (text: ArraySlice<UInt8>, guess: String?) {
        let name = name.uppercased()
        if name.isEmpty { return (utf8(bytes), nil) }
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        if isUTF8, hasSingleBytes(name) { return (bytes, "UTF-8") }
        if let text = utf8(bytes, in: name) { return (text, nil) }
        return isUTF8 ? (bytes, "UTF-8") : (latin(bytes), "Windows-1252")
    }

    /// Converts a text into UTF-8; nil if it is not in the character set, or if that is not known.
    /// - Parameter name: in upper case.
    static func utf8(_ bytes: ArraySlice<UInt8>, in name: String) -> ArraySlice<UInt8>? {
        switch name {
        case "UTF-8", "UTF8": String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
        case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1", "WINDOWS-1252", "CP1252": latin(bytes)
        default: converted(bytes, from: name)
        }
    }

    /// Whether a character set is a family of single bytes. Hardly any text in one of them is valid UTF-8 as well.
    private static func hasSingleBytes(_ name: String) -> Bool {
        ["ISO-8859-", "ISO8859-", "LATIN", "WINDOWS-125", "CP125", "KOI8", "US-ASCII", "ASCII"].contains(
            where: name.hasPrefix)
    }

    /// The characters 0x80 to 0x9F of Windows-1252. Five of them are not defined.
    private static let table: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func latin(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let units = bytes.map { byte in (0x80...0x9F).contains(byte) ? table[Int(byte) - 0x80] : UInt16(byte) }
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }

    /// A converter of the C library into UTF-8; nil for a character set that it does not know.
    static func open(_ name: String) -> iconv_t? {
        // Slashes would be options.
        let isPlain = name.utf8.allSatisfy { $0.isBase64 && $0 != UInt8(ascii: "/") || "-_.:".utf8.contains($0) }
        guard isPlain, !name.isEmpty, name.utf8.count <= 40, let converter = iconv_open("UTF-8", name),
            converter != iconv_t(bitPattern: -1)
        else { return nil }
        return converter
    }

    /// Converts a text by the C library.
    private static func converted(_ bytes: ArraySlice<UInt8>, from name: String) -> ArraySlice<UInt8>? {
        guard let converter = open(name) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 4 * input.count + 16)
        let unused = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (source, target) = (input.baseAddress, output.baseAddress)
                var (sourceCount, targetCount) = (input.count, output.count)
                let result = iconv(converter, &source, &sourceCount, &target, &targetCount)
                // In some character sets the C library waits for a mark that may follow a letter.
                _ = iconv(converter, nil, nil, &target, &targetCount)
                return result == -1 || sourceCount > 0 ? nil : targetCount
            }
        }
        guard let unused else { return nil }
        return output.dropLast(unused).map { UInt8(bitPattern: $0) }[...]
    }
}
