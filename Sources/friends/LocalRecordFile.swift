import FriendsExchange
import FriendsFormats
import FriendsViewModels
import NIOPosix

/// The files of an import on the screen.
struct LocalRecordFile: RecordFile {
    let path: String
    private let files: RecordFiles

    /// - Parameters:
    ///   - typedPath: the path as the user typed it.
    ///   - path: the path of the file.
    init(_ typedPath: String, at path: String) throws(UserFileError) {
        self.path = typedPath
        do throws(RecordFilesError) {
            files = try RecordFiles(typedPath, at: path, waits: false)
        } catch {
            throw UserFileError(typedPath, error)
        }
        if files.isEmpty { throw UserFileError("The file is empty") }
    }

    var unknownColumns: [FileColumn] { files.columns.filter { !$0.isKnown } }

    func read(_ columns: ColumnMap, _ receive: @escaping @Sendable (RecordBatch) throws -> Void) async throws {
        // A large file would keep everything else waiting on the threads of the program.
        try await NIOThreadPool.singleton.runIfActive { try readAll(columns, receive) }
    }

    private func readAll(_ columns: ColumnMap, _ receive: (RecordBatch) throws -> Void) throws {
        let total = Double(max(files.size ?? 0, 1))
        var readCount = 0
        for file in files.files {
            do {
                try files.read(file, columns) { records, byteCount in
                    readCount += byteCount
                    guard !records.isEmpty else { return }
                    let share = min(Double(readCount) / total, 1)
                    try receive(RecordBatch(records, file: files.isFolder ? file.name : nil, share: share))
                }
            } catch let error as RecordFilesError {
                throw UserFileError(path, error)
            }
        }
    }
}

extension UserFileError {
    fileprivate init(_ name: String, _ error: RecordFilesError) {
        switch error {
        case .missing: self.init("There is no file \(name)")
        case .unreadable(let reason): self.init("Can\u{2019}t read \(name): \(reason)")
        case .notRegular: self.init(error.reason)
        case .unknownFormat: self.init("It has no vCards, and is no CSV, JSON or abook file")
        case .noCards: self.init("There are no .vcf files in this folder")
        }
    }
}
