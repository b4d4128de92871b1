import FriendsFiles
import FriendsModel
import Glibc
import Logging
import Synchronization

/// Drafts in files: one for each program that has one, locked for as long as that program runs.
///
/// The lock goes with the program, however it ends, and what it leaves can then be taken over.
package final class FileDraftStore: DraftStore {
    /// What a file of a draft ends in; what is being written has another ending.
    static let ending = ".json"

    private let folder: String
    private let server: String
    private let name: String
    private let logger: Logger
    private let work = SerialWork()
    /// The number of the last thing that was asked for: of several that wait, the newest is enough.
    private let newest = Atomic<Int>(0)
    /// The draft of this program, as far as it has one; touched by the work alone.
    private let own = Mutex<LockedFile?>(nil)
    /// What was taken over, until it is decided what becomes of it; touched by the work alone.
    private let taken = Mutex<LockedFile?>(nil)

    /// - Parameters:
    ///   - folder: where the drafts of all servers are; it is made when there is one.
    ///   - server: the server that they belong to, or the database of the private one.
    ///   - name: the name for this program's file, that no other program uses.
    package init(folder: String, server: String, name: String, logger: Logger) {
        self.folder = "\(folder)/\(OwnFile.name(for: server))"
        self.server = server
        self.name = name
        self.logger = logger
    }

    package func keep(_ draft: UnsavedDraft) {
        want { [self] in
            let path = own.withLock { $0?.path } ?? "\(folder)/\(name)\(Self.ending)"
            do {
                try OwnFile.makeFolder(folder)
                let file = try LockedFile(replacing: path, with: DraftDocument(draft, server: server).encoded())
                own.withLock { $0 = file }
            } catch {
                logger.warning("What is being typed cannot be kept: \(error)")
            }
        }
    }

    package func discard() {
        want { [self] in Self.remove(own) }
    }

    package func takeOver() async -> UnsavedDraft? {
        await work.value { [self] in
            for path in leftPaths() {
                // A file that cannot be locked belongs to a program that runs.
                guard let file = LockedFile(taking: path) else { continue }
                switch DraftDocument.read(file.content(), of: server) {
                case .draft(let draft):
                    taken.withLock { $0 = file }
                    return draft
                case .other: continue
                case .damaged:
                    logger.notice("A draft that cannot be read was thrown away: \(path)")
                    file.remove()
                }
            }
            return nil
        }
    }

    package func adopt() {
        work.add { [self] in
            // That it was to be dropped may have been passed over for something newer.
            Self.remove(own)
            let file = taken.withLock { $0.take() }
            own.withLock { $0 = file }
        }
    }

    package func discardTaken() {
        work.add { [self] in Self.remove(taken) }
    }

    package func putBack() {
        work.add { [self] in taken.withLock { $0 = nil } }
    }

    package func settle() async {
        await work.value {}
    }

    private static func remove(_ file: borrowing Mutex<LockedFile?>) {
        file.withLock { file in
            file?.remove()
            file = nil
        }
    }

    private func want(_ action: @escaping @Sendable () -> Void) {
        let number = newest.add(1, ordering: .relaxed).newValue
        work.add { [self] in
            if number == newest.load(ordering: .relaxed) { action() }
        }
    }

    /// Removes what a program has not written to the end. Where it had a draft before, that one is whole.
    private func removeIfLeft(_ path: String) {
        // With the lock in hand nobody else can write it: until then somebody may have begun to.
        guard let file = LockedFile(taking: path), let time = file.writtenAt, isOld(time) else { return }
        file.remove()
    }

    /// One that is being written has no lock for a moment.
    private func isOld(_ seconds: Int) -> Bool { seconds < time(nil) - 60 }

    /// The files of this server's drafts, the newest first.
    private func leftPaths() -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [(path: String, time: timespec)] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            let isUnfinished = name.hasSuffix(Self.ending + LockedFile.unfinishedEnding)
            guard isUnfinished || name.hasSuffix(Self.ending) else { continue }
            var status = stat()
            let path = "\(folder)/\(name)"
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if isUnfinished {
                if isOld(status.st_mtim.tv_sec) { removeIfLeft(path) }
                continue
            }
            found.append((path, status.st_mtim))
        }
        found.sort { one, other in
            (one.time.tv_sec, one.time.tv_nsec, one.path) > (other.time.tv_sec, other.time.tv_nsec, other.path)
        }
        return found.map(\.path)
    }
}
