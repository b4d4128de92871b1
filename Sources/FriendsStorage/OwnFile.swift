import Glibc

/// Files and folders that only this user can read.
enum OwnFile {
    /// Makes the folder and those above it, as far as they are missing.
    static func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw SystemError(path)
        }
        try makeFolder(String(path[..<slash]))
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(path) }
    }

    /// The name of a file for a server: its address, with every other character than letters, digits, dots and hyphens
    /// as its number. Names have a limit; what is behind it is told apart by what is in the file.
    static func name(for server: String) -> String {
        var name = ""
        for byte in server.utf8.prefix(80) {
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name +=
                isPlain || byte == 0x2E || byte == 0x2D
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return name
    }
}

/// What the system said when it refused something about a file.
struct SystemError: Error, CustomStringConvertible {
    let path: String
    let number: CInt

    /// To be made at once: the next call to the system says something else.
    init(_ path: String) {
        number = errno
        self.path = path
    }

    var description: String { "\(path): \(String(cString: strerror(number)))" }
}
