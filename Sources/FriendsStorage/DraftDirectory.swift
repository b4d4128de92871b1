import FriendsFiles
import Glibc

/// The directory with the drafts of one server.
struct DraftDirectory: Sendable {
    /// A file in it.
    struct Entry {
        /// The name without its ending. It never changes.
        let name: String
        let path: String
        /// Whether the draft was set aside: it is not offered at the start, and removed after 30 days.
        let isSetAside: Bool
        let writtenAt: timespec
    }

    /// The ending of a draft that a program uses or has left behind.
    static let ending = ".json"
    /// The ending of a draft that was set aside.
    static let asideEnding = ".aside"
    /// The time for which a draft is kept after it was set aside: 30 days, in seconds.
    static let timeAside = 30 * 24 * 60 * 60
    /// The maximum number of drafts that are set aside; the oldest are removed first.
    static let maximumAside = 100

    let path: String

    func file(_ name: String, isSetAside: Bool) -> String {
        "\(path)/\(name)\(isSetAside ? Self.asideEnding : Self.ending)"
    }

    /// The drafts, the newest first. Removes unfinished files and drafts that were set aside too long ago.
    func entries() -> [Entry] {
        let names = ((try? Directory.entries(of: path)) ?? []).map(\.name)
        let found = names.compactMap(draft).sorted { one, other in
            (one.writtenAt.tv_sec, one.writtenAt.tv_nsec, one.path)
                > (other.writtenAt.tv_sec, other.writtenAt.tv_nsec, other.path)
        }
        return withoutExpired(found)
    }

    private func draft(in name: String) -> Entry? {
        let file = "\(path)/\(name)"
        var status = stat()
        for ending in [Self.ending, Self.asideEnding] {
            let isUnfinished = name.hasSuffix(ending + LockedFile.unfinishedSuffix)
            guard isUnfinished || name.hasSuffix(ending) else { continue }
            guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            if isUnfinished {
                if isAbandoned(status.st_mtim.tv_sec) { removeUnfinished(file) }
                return nil
            }
            return Entry(
                name: String(name.dropLast(ending.count)), path: file, isSetAside: ending == Self.asideEnding,
                writtenAt: status.st_mtim)
        }
        return nil
    }

    /// Removes a file that a program did not finish. An earlier draft of that program has its own file.
    private func removeUnfinished(_ file: String) {
        // Checked again with the lock: before it, another program may have started to write.
        guard let file = LockedFile(locking: file), let time = file.modificationTime, isAbandoned(time) else { return }
        file.remove()
    }

    /// A new file has no lock for a moment.
    private func isAbandoned(_ seconds: Int) -> Bool { seconds < time(nil) - 60 }

    /// - Parameter entries: the newest first.
    private func withoutExpired(_ entries: [Entry]) -> [Entry] {
        let oldest = time(nil) - Self.timeAside
        var asideCount = 0
        return entries.filter { entry in
            guard entry.isSetAside else { return true }
            asideCount += 1
            if entry.writtenAt.tv_sec >= oldest, asideCount <= Self.maximumAside { return true }
            LockedFile(locking: entry.path)?.remove()
            return false
        }
    }
}
