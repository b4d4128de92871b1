import FoundationEssentials
import FriendsFiles
import FriendsModel
import Glibc
import Logging
import Synchronization

/// Stores drafts in files: one per running program, locked by it, and those that were set aside.
///
/// The system releases the lock when the program ends, even by a crash. Another program can then take the draft over.
package final class FileDraftStore: DraftStore {
    private let directory: DraftDirectory
    private let server: String
    private let name: String
    private let logger: Logger
    private let queue = SerialQueue()
    /// The number of the last change: of several pending ones, only the newest is executed.
    private let newest = Atomic<Int>(0)
    /// The draft of this program, if it has one; used by the work on the queue only.
    private let own = Mutex<LockedFile?>(nil)
    /// The drafts that were taken over and not decided on yet; used by the work on the queue only.
    private let taken = Mutex<[StoredDraft.ID: LockedFile]>([:])

    /// - Parameters:
    ///   - directory: the directory of all drafts, created with the first draft.
    ///   - server: the server of the drafts, or the database of the embedded one.
    ///   - name: a unique name for this program's file.
    package init(directory: String, server: String, name: String, logger: Logger) {
        self.directory = DraftDirectory(path: "\(directory)/\(PrivateFile.name(for: server))")
        self.server = server
        self.name = name
        self.logger = logger
    }

    // MARK: The draft of this program

    package func keep(_ draft: UnsavedDraft) {
        want { [self] in
            let path = own.withLock { $0?.path } ?? directory.file(name, isSetAside: false)
            guard let file = write(draft, to: path) else { return }
            own.withLock { $0 = file }
        }
    }

    package func discard() {
        want { [self] in removeOwn() }
    }

    package func setAside(_ draft: UnsavedDraft) {
        queue.add { [self] in
            // A unique name, because a program can set several drafts aside.
            let path = directory.file(UUID().uuidString, isSetAside: true)
            guard write(draft, to: path) != nil else {
                // The last stored version is better than nothing, and renaming it needs no disk space.
                own.withLock { file in
                    file?.move(to: path)
                    file?.touch()
                    file = nil
                }
                return
            }
            removeOwn()
        }
    }

    /// - Returns: nil after a failure, which is logged.
    private func write(_ draft: UnsavedDraft, to path: String) -> LockedFile? {
        do {
            try Directory.create(directory.path)
            return try LockedFile(
                replacing: path, with: DraftDocument(draft, server: server, time: time(nil)).encoded())
        } catch {
            logger.warning("The draft cannot be saved: \(error)")
            return nil
        }
    }

    private func removeOwn() {
        own.withLock { file in
            file?.remove()
            file = nil
        }
    }

    // MARK: Stored drafts

    package func takeOver() async -> StoredDraft? {
        await queue.value { [self] in
            for entry in directory.entries() where !entry.isSetAside {
                if let draft = takeOver(entry.name, at: entry.path) { return draft }
            }
            return nil
        }
    }

    package func takeOver(_ id: StoredDraft.ID) async -> StoredDraft? {
        await queue.value { [self] in
            for isSetAside in [true, false] {
                let path = directory.file(id.rawValue, isSetAside: isSetAside)
                if let draft = takeOver(id.rawValue, at: path) { return draft }
            }
            return nil
        }
    }

    package func stored() async -> [StoredDraft] {
        await queue.value { [self] in
            let drafts = directory.entries().compactMap { read($0.name, at: $0.path)?.draft }
            return drafts.sorted { $0.time > $1.time }
        }
    }

    package func adopt(_ id: StoredDraft.ID) {
        queue.add { [self] in
            // A newer call may have skipped an earlier ``discard()``.
            removeOwn()
            let file = release(id)
            file?.move(to: directory.file(id.rawValue, isSetAside: false))
            own.withLock { $0 = file }
        }
    }

    package func discard(_ id: StoredDraft.ID) {
        queue.add { [self] in release(id)?.remove() }
    }

    package func setAside(_ id: StoredDraft.ID) {
        queue.add { [self] in
            let file = release(id)
            file?.move(to: directory.file(id.rawValue, isSetAside: true))
            // Its 30 days begin now.
            file?.touch()
        }
    }

    package func putBack(_ id: StoredDraft.ID) {
        queue.add { [self] in _ = release(id) }
    }

    package func flush() async {
        await queue.value {}
    }

    private func takeOver(_ name: String, at path: String) -> StoredDraft? {
        guard let (draft, file) = read(name, at: path) else { return nil }
        taken.withLock { $0[draft.id] = file }
        return draft
    }

    /// Reads a draft that no running program has. The returned file holds its lock.
    private func read(_ name: String, at path: String) -> (draft: StoredDraft, file: LockedFile)? {
        // A file that cannot be locked belongs to a running program.
        guard let file = LockedFile(locking: path) else { return nil }
        // An unreadable file stays where it is, for a later attempt.
        guard let content = try? file.content() else { return nil }
        switch DraftDocument.read(content, of: server) {
        case .draft(let draft, let time):
            return (StoredDraft(id: .init(name), draft: draft, time: time ?? file.modificationTime ?? 0), file)
        case .other: return nil
        case .damaged:
            logger.notice("Deleted an unreadable draft: \(path)")
            file.remove()
            return nil
        }
    }

    private func release(_ id: StoredDraft.ID) -> LockedFile? {
        taken.withLock { $0.removeValue(forKey: id) }
    }

    private func want(_ action: @escaping @Sendable () -> Void) {
        let number = newest.add(1, ordering: .relaxed).newValue
        queue.add { [self] in
            if number == newest.load(ordering: .relaxed) { action() }
        }
    }
}
