import Glibc

/// Reads small files that control access: tokens and keys. Users choose where these are, so links are followed.
package enum SecretFile {
    /// Why a secret file is not read.
    package enum Failure: Error, Equatable {
        case unreadable(errno: CInt)
        case notAFile
        case readableByOthers
        case tooLarge
    }

    /// Reads the whole file.
    /// - Parameter permissions: the permissions that the file must not have.
    package static func read(
        _ path: String, maximumSize: Int, forbidding permissions: mode_t
    ) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe without a writer would wait.
        let file = try converting { () throws(FileError) in try OpenFile(path, O_RDONLY | O_NONBLOCK) }
        // The status of the open file, because the path may already lead to another one.
        let mode = try converting { () throws(FileError) in try file.status().st_mode }
        guard mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard mode & permissions == 0 else { throw .readableByOthers }
        let bytes = try converting { () throws(FileError) in try file.read(upTo: maximumSize + 1) }
        guard bytes.count <= maximumSize else { throw .tooLarge }
        return bytes
    }

    private static func converting<Value: ~Copyable>(
        _ work: () throws(FileError) -> Value
    ) throws(Failure) -> Value {
        do {
            return try work()
        } catch {
            throw .unreadable(errno: error.code)
        }
    }
}
