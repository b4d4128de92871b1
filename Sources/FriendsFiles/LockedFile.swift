import Glibc
import Synchronization

/// A private file that is locked until the object is released or the program ends.
package final class LockedFile: Sendable {
    private let location: Mutex<String>
    private let file: OpenFile

    package var path: String { location.withLock { $0 } }

    /// Creates or replaces the file: readers see either the old file or the complete, locked new one.
    package init(replacing path: String, with content: [UInt8]) throws(FileError) {
        let unfinished = Self.unfinished(path)
        let file = try PrivateFile.open(unfinished, O_RDWR | O_CREAT)
        do throws(FileError) {
            try file.lock(waits: false)
            try file.truncate()
            try file.write(content)
            guard rename(unfinished, path) == 0 else { throw FileError(unfinished) }
        } catch {
            unlink(unfinished)
            throw error
        }
        location = Mutex(path)
        self.file = file
    }

    /// Locks an existing file.
    /// - Parameter beforeLock: called between opening and locking, when the previous holder can still replace the file;
    ///   for tests.
    /// - Returns: nil when another process holds the lock, or the file cannot be opened.
    package init?(locking path: String, beforeLock: () -> Void = {}) {
        guard let file = try? PrivateFile.open(path, O_RDWR) else { return nil }
        beforeLock()
        guard (try? file.lock(waits: false)) != nil, let identity = try? file.identity(),
            identity == FileIdentity(of: path)
        else { return nil }
        location = Mutex(path)
        self.file = file
    }

    deinit {
        // Closing the file is not enough: a child process that is being started may still have it open.
        file.unlock()
    }

    /// The modification time in seconds since 1970; nil if it cannot be read.
    package var modificationTime: Int? { try? file.status().st_mtim.tv_sec }

    /// Reads the whole content.
    package func content() throws(FileError) -> [UInt8] {
        try file.read(upTo: Int(try file.status().st_size), at: 0)
    }

    /// Renames the file, which stays locked. After a failure it keeps its name.
    package func move(to path: String) {
        location.withLock { if rename($0, path) == 0 { $0 = path } }
    }

    /// Sets the modification time to the current time.
    package func touch() {
        try? file.touch()
    }

    /// Removes the file, and an unfinished replacement of it.
    package func remove() {
        unlink(path)
        unlink(Self.unfinished(path))
    }

    /// The suffix of a file that is being written.
    package static let unfinishedSuffix = ".new"

    private static func unfinished(_ path: String) -> String { path + unfinishedSuffix }
}
