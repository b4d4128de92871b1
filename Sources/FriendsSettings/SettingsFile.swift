import FriendsFiles
import Glibc

/// A settings file, as it was read.
package struct SettingsFile: Equatable, Sendable {
    /// Far more than all settings take. What reads TOML goes one step deeper for every dot in a name, so a longer text
    /// could exhaust the stack.
    package static let maximumSize = 32 * 1024

    /// The path under which it was found.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// Reads a file.
    /// - Returns: nil when there is none, unless it has to be there; it is none, too, when what should be its folder is no
    ///   folder, as with a home of `/dev/null`, or is one that this user may not enter, as with somebody else's home.
    package static func read(_ path: String, mustExist: Bool) throws(SettingsProblems) -> SettingsFile? {
        let bytes: [UInt8]
        do throws(FileError) {
            // Without O_NONBLOCK, opening a pipe without a writer would wait.
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            try file.waitForData()
            bytes = try file.read(upTo: maximumSize + 1)
        } catch {
            if !mustExist, error.code == ENOENT || error.code == ENOTDIR || isOutOfReach(path) { return nil }
            throw problem(path, nil, "cannot read the settings: \(String(cString: strerror(error.code)))")
        }
        return try SettingsFile(path: path, bytes: bytes)
    }

    /// Whether the folder of a file must not be entered, so that nobody can tell whether the file is there.
    package static func isOutOfReach(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) < 0 && errno == EACCES
    }

    /// Takes bytes for the text of a settings file.
    init(path: String, bytes: some Collection<UInt8>) throws(SettingsProblems) {
        guard bytes.count <= Self.maximumSize else {
            throw Self.problem(path, nil, "the file is larger than \(Self.maximumSize / 1024) KiB")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw Self.problem(path, line + 1, "the file is not valid UTF-8")
        }
        // The library's texts end at a zero byte: what comes after it would be passed over without a word.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let line = lines.firstIndex(where: Self.hasZero) {
            throw Self.problem(path, line + 1, "U+0000 is not allowed")
        }
        self.init(path: path, text: text)
    }

    private static func hasZero(_ line: Substring.UTF8View) -> Bool {
        if line.contains(0) { return true }
        // To search a text takes longer than to look whether there is anything to be found.
        guard line.contains(UInt8(ascii: "\\")) else { return false }
        return Substring(line).contains("\\u0000") || Substring(line).contains("\\U00000000")
    }

    private static func problem(_ path: String, _ line: Int?, _ message: String) -> SettingsProblems {
        SettingsProblems(all: [SettingsProblem(place: .file(path: path, line: line), message: message)])
    }
}
