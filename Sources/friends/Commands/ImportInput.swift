import FriendsCommands
import FriendsFormats
import Glibc

/// What an argument of `friends import` names: a file, standard input, or a folder with a vCard in each file, as khard and
/// vdirsyncer have it.
struct ImportInput: Sendable {
    /// A file whose format is known.
    struct File: Sendable {
        /// As messages name it.
        let name: String
        let format: FileFormat
        /// What the columns of a table mean.
        let columns: ColumnMap
        /// What can be read only once: what was read of it already.
        var stream: (descriptor: CInt, beginning: [UInt8])?
        /// Whether it is one of a folder: it is refused if it cannot be read, and the others are imported.
        var isInFolder = false
    }

    let files: [File]
    /// The size of all files in bytes; nil if it is not known.
    let size: Int?
    /// The columns of a table; empty for others.
    let columns: [FileColumn]

    /// Finds out the format of a file. Of standard input and pipes, only the beginning is read.
    /// - Parameters:
    ///   - format: nil for what the file shows.
    ///   - map: what the user says about columns.
    init(_ argument: String, format: FileFormat?, _ map: ColumnMap) throws(CommandFailure) {
        var status = stat()
        let isInput = argument == "-"
        if !isInput, stat(argument, &status) != 0 { throw CommandFailure(.withErrorNumber, argument) }
        if !isInput, status.st_mode & S_IFMT == S_IFDIR {
            files = try Self.cards(in: argument).map {
                File(name: $0, format: format ?? .vcard, columns: map, isInFolder: true)
            }
            size = files.reduce(0) { size, file in stat(file.name, &status) == 0 ? size + Int(status.st_size) : size }
            columns = []
            return
        }
        let name = isInput ? CommandFailure.standardInput : argument
        let descriptor = isInput ? STDIN_FILENO : open(argument, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.withErrorNumber, name) }
        let isRegular = !isInput && status.st_mode & S_IFMT == S_IFREG
        defer { if isRegular { close(descriptor) } }
        var beginning: [UInt8] = []
        do throws(UnreadableFile) {
            while beginning.count < FileFormat.beginningSize, let chunk = try File.chunk(of: descriptor) {
                beginning += chunk
            }
        } catch {
            throw CommandFailure(error, name)
        }
        let found = format ?? FileFormat(beginning: beginning, fileName: isInput ? nil : argument)
        // An empty file has no friends in any format.
        guard let format = found ?? (beginning.isEmpty ? .vcard : nil) else {
            throw CommandFailure(.wrongUsage, "The format of \(name) is not known. Choose a --format.")
        }
        var isFirst = true
        do {
            columns = try RecordReader(format, columns: map).fileColumns { () throws in
                guard !isFirst else {
                    isFirst = false
                    return beginning.isEmpty ? nil : beginning
                }
                let chunk = try File.chunk(of: descriptor)
                beginning += chunk ?? []
                return chunk
            }
        } catch {
            throw CommandFailure((error as? UnreadableFile) ?? .withErrorNumber, name)
        }
        files = [
            File(name: name, format: format, columns: map, stream: isRegular ? nil : (descriptor, beginning))
        ]
        size = isRegular ? Int(status.st_size) : nil
    }

    /// The columns of which nobody says what they mean.
    func unknownColumns(_ map: ColumnMap) -> [String] {
        guard map.others == nil else { return [] }
        return columns.filter { !$0.isKnown && map[$0.header] == nil }.map(\.header)
    }

    /// The files of a folder whose names end in `.vcf`, in their order.
    private static func cards(in folder: String) throws(CommandFailure) -> [String] {
        guard let directory = opendir(folder) else { throw CommandFailure(.withErrorNumber, folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.lowercased().hasSuffix(".vcf"), !name.hasPrefix(".") { names.append(name) }
        }
        guard !names.isEmpty else {
            throw CommandFailure(.wrongUsage, "\(folder) has no files whose names end in .vcf.")
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
            folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)"
        }
    }
}

extension ImportInput.File {
    /// The size of what is read at once, in bytes.
    private static let chunkSize = 64 * 1024

    /// Reads the records of the file.
    /// - Parameter receive: takes the next ones, and the number of bytes that were read for them.
    func read(_ receive: ([FriendRecord], Int) throws -> Void) throws {
        do {
            try readAll(receive)
        } catch let error as UnreadableFile where isInFolder {
            let problem = RecordProblem("The file cannot be read: \(error.reason)")
            try receive([FriendRecord(row: 1, content: .failure(problem))], 0)
        } catch let error as UnreadableFile {
            throw CommandFailure(error, name)
        }
    }

    private func readAll(_ receive: ([FriendRecord], Int) throws -> Void) throws {
        let descriptor = try stream?.descriptor ?? opened()
        defer { close(descriptor) }
        var beginning = stream?.beginning ?? []
        var byteCount = 0
        try RecordReader(format, columns: columns).read({ () throws in
            let chunk = beginning.isEmpty ? try Self.chunk(of: descriptor) : beginning
            beginning = []
            byteCount += chunk?.count ?? 0
            return chunk
        }) { records in
            try receive(records, byteCount)
            byteCount = 0
        }
        try receive([], byteCount)
    }

    private func opened() throws(UnreadableFile) -> CInt {
        // Opening a FIFO blocks until someone writes to it.
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | (isInFolder ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw .withErrorNumber }
        guard isInFolder else { return descriptor }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw UnreadableFile(reason: "It is no regular file")
        }
        return descriptor
    }

    /// The next bytes as soon as there are some; nil at the end.
    fileprivate static func chunk(of descriptor: CInt) throws(UnreadableFile) -> [UInt8]? {
        while true {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(result, 0)
            }
            if result > 0 { return bytes }
            if result == 0 { return nil }
            if errno != EINTR { throw .withErrorNumber }
        }
    }
}

/// A file that cannot be read.
private struct UnreadableFile: Error {
    /// Why, without a full stop.
    let reason: String

    /// For the reason in `errno`.
    static var withErrorNumber: Self { Self(reason: String(cString: strerror(errno))) }
}

extension CommandFailure {
    /// The name of standard input.
    fileprivate static let standardInput = "standard input"

    fileprivate init(_ error: UnreadableFile, _ name: String) {
        let subject = name == Self.standardInput ? "Standard input" : name
        self.init(.wrongUsage, "\(subject) cannot be read: \(error.reason).")
    }
}
