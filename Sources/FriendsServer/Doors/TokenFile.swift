import FriendsFiles
import Glibc

/// The file with the names and hashed tokens of those who may use a shared server.
package struct TokenFile: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The names in the file, in its order.
    package func names() throws(TokenFileError) -> [String] {
        try read().names
    }

    /// Adds a name and makes a token for it. The file is made when there is none.
    /// - Returns: the token. It cannot be had again.
    package func add(_ name: String) throws(TokenFileError) -> String {
        guard TokenList.isName(name) else { throw .badName(name) }
        return try change { (list) throws(TokenFileError) in
            guard !list.contains(name) else { throw .nameTaken(name, path: path) }
            return list.add(name)
        }
    }

    /// Takes a name and its token away.
    package func remove(_ name: String) throws(TokenFileError) {
        try change { (list) throws(TokenFileError) in
            guard list.contains(name) else { throw .noSuchName(name, path: path) }
            list.remove(name)
        }
    }

    func read() throws(TokenFileError) -> TokenList {
        let bytes: [UInt8]
        do throws(SecretFile.Problem) {
            bytes = try SecretFile.read(path, hiddenFrom: 0o077)
        } catch {
            switch error {
            case .unreadable(let errno): throw .unreadable(path: path, errno: errno)
            case .readableByOthers: throw .readableByOthers(path: path)
            case .notAFile: throw .notAFile(path: path)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badLine(1, path: path) }
        do throws(TokenList.BadLine) {
            return try TokenList(parsing: text)
        } catch {
            throw .badLine(error.number, path: path)
        }
    }

    // MARK: - Writing

    /// Reads the list, changes it and puts a new file in the place of the old one, so that there is a whole one at every
    /// moment. Two that do so at the same time do it one after the other.
    private func change<Result>(
        _ work: (inout TokenList) throws(TokenFileError) -> Result
    ) throws(TokenFileError) -> Result {
        let folder = try openFolder()
        defer { close(folder) }
        guard flock(folder, LOCK_EX) == 0 else { throw .unwritable(path: path, errno: errno) }
        var list = TokenList()
        do throws(TokenFileError) {
            list = try read()
        } catch .unreadable(_, ENOENT) {
            // The first name makes the file.
        }
        let result = try work(&list)
        try replace(with: Array(list.text.utf8))
        // The new name of the file is on the disk as well, before anybody is told a token.
        guard fsync(folder) == 0 else { throw .unwritable(path: path, errno: errno) }
        return result
    }

    private func openFolder() throws(TokenFileError) -> Int32 {
        try? OwnFile.makeFolder(of: path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path: path, errno: errno) }
        return descriptor
    }

    private func replace(with bytes: [UInt8]) throws(TokenFileError) {
        var template = Array((path + ".XXXXXX").utf8CString)
        // It is readable by its owner alone from its first moment.
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .unwritable(path: path, errno: errno) }
        defer { close(descriptor) }
        var old = stat()
        // A server that runs as somebody else must be able to read the new one as well.
        let keepsOwner = stat(path, &old) != 0 || fchown(descriptor, old.st_uid, old.st_gid) == 0
        let isWritten = keepsOwner && OwnFile.write(bytes, to: descriptor) && fsync(descriptor) == 0
        guard isWritten, rename(template, path) == 0 else {
            let reason = errno
            unlink(template)
            throw .unwritable(path: path, errno: reason)
        }
    }
}
