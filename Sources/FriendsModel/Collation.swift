import CWcsxfrm
import Glibc
import Synchronization

/// How this process compares texts: by the collation of its locale (`LC_COLLATE`). A locale without one, such as C or
/// C.UTF-8, compares bytes, which puts "Åberg" behind "Zander". There, texts are compared by their folded letters.
struct Collation: Sendable {
    /// The collation of the process's locale, which must be set before the first use.
    static let process = Collation()

    /// Identifies this collation: the locale and the version of the C library, which has its rules.
    let name: String
    private let method: Method
    /// Whether the lower case of "I" is "ı": in Turkish and Azerbaijani (Unicode's SpecialCasing.txt).
    private let hasDotlessI: Bool

    private enum Method {
        /// The folded letters. Texts with the same ones are compared by their accents.
        case foldedLetters
        /// `strxfrm`
        case bytes
        /// `wcsxfrm`, in locales with an encoding other than UTF-8, which `strxfrm` would expect.
        case wideCharacters
    }

    private init() {
        guard Self.hasRules, let locale = setlocale(LC_COLLATE, nil).map({ String(cString: $0) }) else {
            name = "letters"
            method = .foldedLetters
            hasDotlessI = false
            return
        }
        name = "\(locale) \(Self.libraryVersion)"
        let characters = newlocale(LC_CTYPE_MASK, locale, nil)
        defer { if let characters { freelocale(characters) } }
        let encoding = characters.flatMap { nl_langinfo_l(nl_item(CODESET), $0) }.map { String(cString: $0) }
        method = encoding == nil || encoding == "UTF-8" ? .bytes : .wideCharacters
        hasDotlessI = ["tr", "az"].contains(locale.prefix { !"_.@".contains($0) })
    }

    /// Whether the locale has rules: without, `strxfrm` changes nothing.
    private static var hasRules: Bool {
        let text = "a\u{E9}"
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: usualLength) { buffer in
            strxfrm(buffer.baseAddress, text, buffer.count) != text.utf8.count
                || strcmp(buffer.baseAddress.unsafelyUnwrapped, text) != 0
        }
    }

    private static var libraryVersion: String {
        let name = Int32(_CS_GNU_LIBC_VERSION)
        let size = confstr(name, nil, 0)
        return String(unsafeUninitializedCapacity: size) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { _ = confstr(name, $0.baseAddress, size) }
            return max(size - 1, 0)
        }
    }

    /// The text in lower case; ASCII letters may remain as they are, unless their lower case depends on the language.
    func lowercased(_ text: String) -> String {
        guard hasDotlessI else { return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.lowercased() }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "I": scalars.append("\u{131}")
            case "\u{130}": scalars.append("i")
            default: scalars.append(scalar)
            }
        }
        return String(scalars).lowercased()
    }

    // MARK: - Keys

    /// Appends the key of a text in lower case. Keys compare as bytes, and have no zero byte.
    func append(_ text: UnsafePointer<CChar>, to key: inout [UInt8]) {
        switch method {
        case .foldedLetters: Self.appendFolded(text, to: &key)
        case .bytes: Self.appendTransformed(text, to: &key)
        case .wideCharacters: Self.appendTransformed(String(cString: text).unicodeScalars, to: &key)
        }
    }

    /// Not used for texts in ASCII. Shared, because folding a character takes longer than looking it up.
    private static let folding = Mutex(CaseFolding())

    private static func appendFolded(_ text: UnsafePointer<CChar>, to key: inout [UInt8]) {
        let letters = UnsafeBufferPointer(start: text, count: strlen(text))
        guard letters.contains(where: { $0 < 0 }) else { return append(letters, to: &key) }
        let start = key.count
        folding.withLock { $0.fold(String(cString: text), into: &key) }
        guard !key[start...].elementsEqual(letters.lazy.map(UInt8.init(bitPattern:))) else { return }
        // The separator is less than all letters: a text without accents comes first, a longer text after all accents.
        key.append(1)
        append(letters, to: &key)
    }

    /// Appends `strxfrm` of a text.
    private static func appendTransformed(_ text: UnsafePointer<CChar>, to key: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: usualLength) { buffer in
            let size = strxfrm(buffer.baseAddress, text, buffer.count)
            guard size >= buffer.count else { return append(buffer.prefix(size), to: &key) }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + 1) { buffer in
                strxfrm(buffer.baseAddress, text, buffer.count)
                append(buffer.prefix(size), to: &key)
            }
        }
    }

    private static func append(_ part: some Sequence<CChar>, to key: inout [UInt8]) {
        for byte in part { key.append(UInt8(bitPattern: byte)) }
    }

    /// Appends `wcsxfrm` of a text.
    private static func appendTransformed(_ text: String.UnicodeScalarView, to key: inout [UInt8]) {
        let characters = text.map { Int32($0.value) } + [0]
        let size = collation_key(nil, characters, 0)
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: size + 1) { buffer in
            _ = collation_key(buffer.baseAddress, characters, buffer.count)
            for weight in buffer.prefix(size) {
                // The same order in bytes without a zero: one byte below 0x80, otherwise four from 0x80 on.
                if weight < 0x80 {
                    key.append(UInt8(weight))
                } else {
                    for shift in [21, 14, 7, 0] { key.append(0x80 | UInt8(weight >> shift & 0x7F)) }
                }
            }
        }
    }

    /// The buffer size that is enough for `strxfrm` of most names.
    private static let usualLength = 256
}
