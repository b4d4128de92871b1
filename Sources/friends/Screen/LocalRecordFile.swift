import FriendsExchange
import FriendsFormats
import FriendsViewModels

/// The files of an import on the screen.
struct LocalRecordFile: RecordFile {
    let path: String
    private let files: RecordFiles

    /// - Parameters:
    ///   - typedPath: the path as the user typed it.
    ///   - path: the path of the file.
    ///   - encoding: the name of the character set of the text; nil for what the file shows.
    init(_ typedPath: String, at path: String, encoding: String? = nil) throws(UserFileError) {
        self.path = typedPath
        do throws(RecordFilesError) {
            files = try RecordFiles(typedPath, at: path, encoding: encoding, waits: false)
        } catch {
            throw UserFileError(typedPath, error)
        }
        if files.isEmpty { throw UserFileError("The file is empty") }
    }

    var unknownColumns: [FileColumn] { files.columns.filter { !$0.isKnown } }

    func batches(_ columns: ColumnMap) -> any RecordBatches {
        Batches(path: path, files: files, stream: RecordStream([files], columns))
    }
}

/// The parts of a stream, with the share that is read.
private struct Batches: AsyncSequence {
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let batches: Batches
        fileprivate var parts: RecordStream.AsyncIterator
        private var readCount = 0

        fileprivate init(_ batches: Batches) { (self.batches, parts) = (batches, batches.stream.makeAsyncIterator()) }

        mutating func next() async throws -> RecordBatch? {
            do {
                while let part = try await parts.next() {
                    readCount += part.byteCount
                    if !part.records.isEmpty { return batches.batch(part, readCount) }
                }
                return nil
            } catch let error as RecordStream.UnreadableFile {
                throw UserFileError(batches.path, error.error)
            }
        }
    }

    let path: String
    let files: RecordFiles
    let stream: RecordStream

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    private func batch(_ part: RecordStream.Part, _ readCount: Int) -> RecordBatch {
        // A file can grow.
        let share = Double(readCount) / Double(files.size ?? readCount)
        let name = files.isFolder ? files.files[part.file].name : nil
        return RecordBatch(part.records, file: name, share: share < 1 ? share : 1)
    }
}

extension UserFileError {
    fileprivate init(_ name: String, _ error: RecordFilesError) {
        switch error {
        case .missing: self.init("There is no file \(name)")
        case .unreadable(let reason): self.init("Can\u{2019}t read \(name): \(reason)")
        case .notRegular, .unknownFormat, .packed, .unknownEncoding, .noCards: self.init(error.reason)
        }
    }
}
