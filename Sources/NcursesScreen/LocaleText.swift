import CNcurses
import Glibc
import TerminalUI

/// The character encoding of the locale.
enum LocaleText {
    /// Sets the user's locale for characters. If a UTF-8 locale is not installed, as on many remote machines, it uses
    /// C.UTF-8.
    static func adopt(environment: [String: String]) {
        if setlocale(LC_CTYPE, "") != nil { return }
        let wanted = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let encoding = wanted.lowercased()
        if encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8") { setlocale(LC_CTYPE, "C.UTF-8") }
    }

    /// Whether the current encoding has all characters.
    static var isUnicode: Bool {
        nl_langinfo(nl_item(CODESET)).map { strcmp($0, "UTF-8") == 0 } ?? false
    }

    /// An input decoder for the current encoding.
    static func decoder(keys: [KeyDecoder.Sequence]) -> KeyDecoder {
        if isUnicode { return KeyDecoder(keys: keys) }
        return KeyDecoder(keys: keys) { bytes in
            var value: UInt32 = 0
            let length = bytes.withUnsafeBytes { buffer in
                locale_decode(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &value)
            }
            if length < 0 { return .incomplete }
            guard length > 0, let scalar = Unicode.Scalar(value) else { return .invalid }
            return .scalar(scalar, length: Int(length))
        }
    }
}
