import FriendsFormats
import FriendsModel

/// A path that is typed, with completion, or what else an import needs to know.
package struct PathField: Equatable, Sendable {
    /// What the path is for.
    package enum Purpose: Equatable, Sendable {
        case export(ExportSelection)
        case importFriends
        /// The encoding in which a file is read again.
        case encoding(ofFile: String)
        /// What columns of a table are, one after the other.
        case columns(ColumnChoice)
    }

    /// The names that can stand at the end of the path.
    package struct Completion: Equatable, Sendable {
        /// The folder as it is typed, with a slash at its end.
        let folder: String
        package let names: [FileName]
        /// The index of the name in the field.
        package internal(set) var chosen: Int?
    }

    /// The maximum length of a path on this system.
    private static let capacity = 4_096

    package let purpose: Purpose
    package internal(set) var input = TextInput(capacity: capacity)
    /// Nil unless there is a choice.
    package internal(set) var completion: Completion?
    /// Why the path was not taken.
    package internal(set) var problem: String?
    /// Whether the path is in use, and cannot be changed.
    package internal(set) var isBusy = false

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    mutating func apply(_ edit: TextEdit) {
        let text = input.text
        input.apply(edit)
        if !input.text.isIdentical(to: text) { (completion, problem) = (nil, nil) }
    }

    /// Whether it is shown over the preview of an import.
    package var isOverPreview: Bool {
        switch purpose {
        case .export, .importFriends: false
        case .encoding: true
        case .columns(let choice): choice.isOverPreview
        }
    }

    // MARK: Completion

    /// What else than a path can be typed; nil for a path.
    var choices: [String]? {
        switch purpose {
        case .export, .importFriends: nil
        case .encoding: Self.encodings
        case .columns: ColumnChoice.targets
        }
    }

    /// Character sets of tables and cards that are not in Unicode.
    private static let encodings = [
        "CP1250", "CP1251", "CP1252", "CP1253", "CP1254", "CP1255", "CP1256", "CP1257", "CP437", "CP850", "CP852",
        "ISO-8859-1", "ISO-8859-2", "ISO-8859-5", "ISO-8859-15", "KOI8-R", "KOI8-U", "MACINTOSH", "BIG5", "EUC-JP",
        "EUC-KR", "GB18030", "SHIFT_JIS", "UTF-8", "UTF-16BE", "UTF-16LE",
    ]

    /// The folder as it is typed, and the beginning of a name in it.
    var parts: (folder: String, name: String) {
        let text = input.text
        guard choices == nil, let slash = text.lastIndex(of: "/") else { return ("", text) }
        return (String(text[...slash]), String(text[text.index(after: slash)...]))
    }

    /// Completes the name as far as it is unambiguous.
    /// - Parameter names: the names in the folder.
    mutating func complete(from names: [FileName]) {
        let (folder, typed) = parts
        let found =
            choices == nil
            ? names.filter { $0.name.hasPrefix(typed) && (typed.hasPrefix(".") || !$0.name.hasPrefix(".")) }
                .sorted { $0.name < $1.name }
            : names.filter { $0.name.lowercased().hasPrefix(typed.lowercased()) }
        (completion, problem) = (nil, nil)
        guard let first = found.first else {
            return problem = choices == nil ? Self.problem(ofCompleting: typed) : Self.noChoice
        }
        guard found.count > 1 else { return write(folder + first.path) }
        let common = found.dropFirst().reduce(first.name) { $0.commonPrefix(with: $1.name) }
        if common.count > typed.count { write(folder + common) }
        completion = Completion(folder: folder, names: found)
    }

    /// Puts another name of the completion into the field.
    /// - Returns: false when there is no choice.
    mutating func choose(_ step: Int) -> Bool {
        guard var completion else { return false }
        let count = completion.names.count
        let next = completion.chosen.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        completion.chosen = next
        write(completion.folder + completion.names[next].path)
        self.completion = completion
        return true
    }

    mutating func write(_ path: String) {
        input = TextInput(path, capacity: Self.capacity)
    }
}

extension FileName {
    /// The name in a path: a folder's name is followed by a slash.
    package var path: String { isFolder ? name + "/" : name }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
