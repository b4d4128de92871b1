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
        let stream: (descriptor: CInt, beginning: [UInt8])?
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
        if !isInput, stat(argument, &status) != 0 { throw .unreadable(argument) }
        if !isInput, status.st_mode & S_IFMT == S_IFDIR {
            files = try Self.cards(in: argument).map {
                File(name: $0, format: format ?? .vcard, columns: map, stream: nil)
            }
            size = files.reduce(0) { size, file in stat(file.name, &status) == 0 ? size + Int(status.st_size) : size }
            columns = []
            return
        }
        let name = isInput ? "standard input" : argument
        let descriptor = isInput ? STDIN_FILENO : open(argument, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(name) }
        let isRegular = !isInput && status.st_mode & S_IFMT == S_IFREG
        defer { if isRegular { close(descriptor) } }
        var beginning: [UInt8] = []
        while beginning.count < FileFormat.beginningSize, let chunk = try File.chunk(of: descriptor, name) {
            beginning += chunk
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
                let chunk = try File.chunk(of: descriptor, name)
                beginning += chunk ?? []
                return chunk
            }
        } catch {
            throw .unreadable(name)
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
        guard let directory = opendir(folder) else { throw .unreadable(folder) }
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
        let descriptor = stream?.descriptor ?? open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.unreadable(name) }
        defer { close(descriptor) }
        var beginning = stream?.beginning ?? []
        var byteCount = 0
        try RecordReader(format, columns: columns).read({ () throws in
            let chunk = beginning.isEmpty ? try Self.chunk(of: descriptor, name) : beginning
            beginning = []
            byteCount += chunk?.count ?? 0
            return chunk
        }) { records in
            try receive(records, byteCount)
            byteCount = 0
        }
        try receive([], byteCount)
    }

    /// The next bytes as soon as there are some; nil at the end.
    fileprivate static func chunk(of descriptor: CInt, _ name: String) throws(CommandFailure) -> [UInt8]? {
        while true {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(result, 0)
            }
            if result > 0 { return bytes }
            if result == 0 { return nil }
            if errno != EINTR { throw .unreadable(name) }
        }
    }
}

extension CommandFailure {
    /// A file that cannot be read, for the reason in `errno`.
    fileprivate static func unreadable(_ name: String) -> Self {
        Self(.wrongUsage, "\(name) cannot be read: \(String(cString: strerror(errno))).")
    }
}
