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

    func batches(_ columns: ColumnMap) -> RecordBatches {
        let stream = RecordStream([files], columns)
        let total = Double(max(files.size ?? 0, 1))
        var iterator = stream.makeAsyncIterator()
        var readCount = 0
        return RecordBatches {
            do {
                while let part = try await iterator.next() {
                    readCount += part.byteCount
                    guard !part.records.isEmpty else { continue }
                    return RecordBatch(
                        part.records, file: files.isFolder ? files.files[part.file].name : nil,
                        share: min(Double(readCount) / total, 1))
                }
                return nil
            } catch let failure as RecordStream.Failure {
                throw UserFileError(path, failure.error)
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
