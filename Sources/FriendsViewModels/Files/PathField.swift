import FriendsFormats
import FriendsModel

/// A path that is typed, with completion.
package struct PathField: Equatable, Sendable {
    /// What the path is for.
    package enum Purpose: Equatable, Sendable {
        case export(ExportSelection)
        case importFriends
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

    // MARK: Completion

    /// The folder as it is typed, and the beginning of a name in it.
    var parts: (folder: String, name: String) {
        let text = input.text
        guard let slash = text.lastIndex(of: "/") else { return ("", text) }
        return (String(text[...slash]), String(text[text.index(after: slash)...]))
    }

    /// Completes the name as far as it is unambiguous.
    /// - Parameter names: the names in the folder.
    mutating func complete(from names: [FileName]) {
        let (folder, typed) = parts
        let found = names.filter { $0.name.hasPrefix(typed) && (typed.hasPrefix(".") || !$0.name.hasPrefix(".")) }
            .sorted { $0.name < $1.name }
        (completion, problem) = (nil, nil)
        guard let first = found.first else {
            return problem = Self.problem(ofCompleting: typed)
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
