import Glibc

/// Symbolic links at the end of a path.
package enum SymbolicLink {
    /// How many links in a row Linux follows.
    private static let maximumCount = 40

    /// The path that the link at the end of a path leads to, over further links; the path itself if there is no link.
    /// There may be nothing at the end.
    package static func target(of path: String) throws(FileError) -> String {
        var target = path
        for _ in 0...maximumCount {
            guard let link = try content(of: target) else { return target }
            target = link.utf8.first == UInt8(ascii: "/") ? link : "\(Directory.path(of: target))/\(link)"
        }
        errno = ELOOP
        throw FileError(path)
    }

    /// The text of a link; nil for anything else.
    private static func content(of path: String) throws(FileError) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &text, text.count)
        guard count >= 0 else {
            // Something else, or nothing.
            guard [EINVAL, ENOENT].contains(errno) else { throw FileError(path) }
            return nil
        }
        guard let link = String(validating: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            errno = EILSEQ
            throw FileError(path)
        }
        return link
    }
}
