import FriendsFiles
import Glibc

/// The file with the names and the hashed tokens of the users of a shared server.
package struct TokenFile: Sendable {
    private static let maximumSize = 1 << 20

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The names in the file, in its order.
    package func names() throws(TokenFileError) -> [String] {
        try read().names
    }

    /// Adds a name with a new token. Creates the file if it does not exist.
    /// - Returns: the token, which is not stored and cannot be shown again.
    package func add(_ name: String) throws(TokenFileError) -> String {
        guard TokenList.isName(name) else { throw .badName(name) }
        return try change { (list) throws(TokenFileError) in
            guard !list.contains(name) else { throw .nameTaken(name, path: path) }
            return list.add(name)
        }
    }

    /// Removes a name and revokes its token.
    package func remove(_ name: String) throws(TokenFileError) {
        try change { (list) throws(TokenFileError) in
            guard list.contains(name) else { throw .noSuchName(name, path: path) }
            list.remove(name)
        }
    }

    func read() throws(TokenFileError) -> TokenList {
        let bytes: [UInt8]
        do throws(SecretFile.Failure) {
            bytes = try SecretFile.read(path, maximumSize: Self.maximumSize, forbidding: 0o077)
        } catch {
            switch error {
            case .unreadable(let errno): throw .unreadable(path: path, errno: errno)
            case .tooLarge: throw .unreadable(path: path, errno: EFBIG)
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

    /// Reads the list, changes it and replaces the file. Concurrent changes happen one after another.
    private func change<Result>(
        _ work: (inout TokenList) throws(TokenFileError) -> Result
    ) throws(TokenFileError) -> Result {
        let directory = try writing { () throws(FileError) in
            try Directory.create(for: path)
            return try Directory.open(for: path)
        }
        try writing { () throws(FileError) in try directory.lock(waits: true) }
        var list = TokenList()
        do throws(TokenFileError) {
            list = try read()
        } catch .unreadable(_, ENOENT) {
            // The first name creates the file.
        }
        let result = try work(&list)
        let bytes = Array(list.text.utf8)
        try writing { () throws(FileError) in
            let file = try TemporaryFile(for: path)
            try file.keepOwner()
            try file.write(bytes)
            // The file is on the disk before anyone sees the token.
            try file.replaceTarget()
        }
        return result
    }

    private func writing<Value: ~Copyable>(
        _ work: () throws(FileError) -> Value
    ) throws(TokenFileError) -> Value {
        do {
            return try work()
        } catch {
            throw .unwritable(path: path, errno: error.code)
        }
    }
}
