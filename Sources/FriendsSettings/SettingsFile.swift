import FriendsFiles
import Glibc

/// The text of a settings file.
package struct SettingsFile: Equatable, Sendable {
    /// The maximum size, far more than all settings need. The TOML parser recurses for every dot in a name, so a longer text
    /// could overflow the stack.
    package static let maximumSize = 32 * 1024

    /// The path of the file.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// Reads a file.
    /// - Returns: nil when the file does not exist and need not exist. A directory that is not one (a home of `/dev/null`)
    ///   or that this user cannot enter counts as well.
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

    /// Whether the directory of a file cannot be entered.
    package static func isOutOfReach(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) < 0 && errno == EACCES
    }

    /// Decodes the bytes of a settings file.
    init(path: String, bytes: some Collection<UInt8>) throws(SettingsProblems) {
        guard bytes.count <= Self.maximumSize else {
            throw Self.problem(path, nil, "the file is larger than \(Self.maximumSize / 1024) KiB")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw Self.problem(path, line + 1, "the file is not valid UTF-8")
        }
        // The library's strings end at a zero byte: it would ignore the rest.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let line = lines.firstIndex(where: Self.hasZero) {
            throw Self.problem(path, line + 1, "U+0000 is not allowed")
        }
        self.init(path: path, text: text)
    }

    private static func hasZero(_ line: Substring.UTF8View) -> Bool {
        if line.contains(0) { return true }
        // A search of the text is slower than this test.
        guard line.contains(UInt8(ascii: "\\")) else { return false }
        return Substring(line).contains("\\u0000") || Substring(line).contains("\\U00000000")
    }

    private static func problem(_ path: String, _ line: Int?, _ message: String) -> SettingsProblems {
        SettingsProblems(all: [SettingsProblem(place: .file(path: path, line: line), message: message)])
    }
}
