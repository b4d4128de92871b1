import FriendsFiles
import FriendsViewModels
import Glibc

/// The files of this machine, by the paths that the user types. `~` stands for the home directory.
struct LocalFiles: UserFiles {
    /// The home directory; nil if `HOME` is not set.
    let home: String?

    @concurrent
    func names(in folder: String) async -> [FileName] {
        let entries = try? Directory.entries(of: folder.isEmpty ? "." : expanded(folder))
        return (entries ?? []).map { FileName($0.name, isFolder: $0.isDirectory) }
    }

    @concurrent
    func open(_ path: String, encoding: String?) async throws(UserFileError) -> any RecordFile {
        try LocalRecordFile(path, at: expanded(path), encoding: encoding)
    }

    @concurrent
    func isTaken(_ path: String) async throws(UserFileError) -> Bool {
        let path = expanded(path)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let folder = Directory.path(of: path)
            guard errno == ENOENT, stat(folder, &status) == 0 else { throw UserFileError(folder, errno) }
            return false
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return true
        case S_IFDIR: throw UserFileError("It is a folder: add a file name")
        default: throw UserFileError("It is not a regular file: choose another name")
        }
    }

    @concurrent
    func write<Value: Sendable>(
        _ path: String, replaces: Bool,
        _ content: @Sendable (_ write: ([UInt8]) throws -> Void) async throws -> Value
    ) async throws -> Value {
        do {
            let file = try TemporaryFile(for: expanded(path))
            let value = try await content { try file.write($0) }
            if replaces { try file.replaceTarget() } else { try file.createTarget() }
            return value
        } catch let error as FileError {
            if error.code == EEXIST { throw UserFileError("A file with this name was created meanwhile") }
            throw UserFileError("Can\u{2019}t write there: \(error.reason)")
        }
    }

    private func expanded(_ path: String) -> String {
        guard let home, path == "~" || path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }
}

extension UserFileError {
    /// Why a folder cannot be used.
    fileprivate init(_ folder: String, _ code: CInt) {
        self.init(
            code == ENOENT
                ? "The folder \(folder) doesn\u{2019}t exist" : "\(folder): \(String(cString: strerror(code)))")
    }
}
