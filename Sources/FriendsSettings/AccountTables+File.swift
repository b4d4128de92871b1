import FriendsFiles
import Glibc

extension AccountTables {
    /// Changes the text of a settings file. A missing file is an empty one, and is created, only for this user. Otherwise
    /// the file keeps its owner and its permissions. A link stays, and the file that it leads to is changed.
    ///
    /// Readers see either the old file or the new one. Concurrent changes happen one after another.
    package static func edit(
        _ path: String, _ change: (String) throws(Problem) -> String
    ) throws(Problem) {
        let target = try reading(path) { () throws(FileError) in try SymbolicLink.target(of: path) }
        let directory = try writing(path) { () throws(FileError) in
            // Not the directory of the target: a link that leads nowhere may need one that is not mounted.
            try Directory.create(for: path)
            return try Directory.open(for: target)
        }
        try writing(path) { () throws(FileError) in try directory.lock(waits: true) }
        let permissions = try permissions(of: target)
        let text = permissions == nil ? "" : try text(of: target)
        let changed = try change(text)
        try writing(path) { () throws(FileError) in
            let file = try TemporaryFile(for: target)
            try file.write(Array(changed.utf8))
            if let permissions {
                try file.keepOwner()
                try file.setPermissions(permissions)
            }
            try file.replaceTarget()
        }
    }

    /// The permissions of a file that may be written; nil if it does not exist.
    private static func permissions(of path: String) throws(Problem) -> mode_t? {
        let mode: mode_t
        do throws(FileError) {
            mode = try OpenFile(path, O_RDWR | O_NONBLOCK).status().st_mode
        } catch {
            if error.code == ENOENT { return nil }
            throw .unwritable(path: path, reason: String(cString: strerror(error.code)))
        }
        guard mode & S_IFMT == S_IFREG else { throw .unwritable(path: path, reason: "it is not a file") }
        return mode & 0o777
    }

    private static func text(of path: String) throws(Problem) -> String {
        do throws(SettingsProblems) {
            return try SettingsFile.read(path, mustExist: true)?.text ?? ""
        } catch {
            throw .invalid(error.all.first?.message ?? "")
        }
    }

    private static func reading<Value: ~Copyable>(
        _ path: String, _ work: () throws(FileError) -> Value
    ) throws(Problem) -> Value {
        do {
            return try work()
        } catch {
            throw .unreadable(path: path, reason: String(cString: strerror(error.code)))
        }
    }

    private static func writing<Value: ~Copyable>(
        _ path: String, _ work: () throws(FileError) -> Value
    ) throws(Problem) -> Value {
        do {
            return try work()
        } catch {
            throw .unwritable(path: path, reason: String(cString: strerror(error.code)))
        }
    }
}
