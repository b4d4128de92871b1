import FriendsFormats
import FriendsModel

/// A path that is typed, and an export to it, in words.
extension PathField {
    /// The endings of the names of files that an export can write.
    package static let exportEndings = ExportText.Format.endings
    /// The formats of the files that an import can read.
    package static let importFormats = FileFormat.names

    /// Nothing begins with what is typed.
    static let noChoice = "Nothing begins with that"

    /// - Parameter typed: the beginning of a name that no file has.
    static func problem(ofCompleting typed: String) -> String {
        typed.isEmpty ? "No files there" : "No file begins with that"
    }
}

extension UserFileError {
    /// - Parameter text: what the user has typed, which is neither a field nor a kind of line.
    static func unknownTarget(_ text: String) -> UserFileError {
        UserFileError("Unknown: \u{201C}\(text)\u{201D}. Tab lists what a column can be")
    }

    static let noFileName = UserFileError("Add a file name")
    static let unknownEnding = UserFileError("The name must end in \(ExportText.Format.endings)")
}

extension Prompt {
    static func replacing(_ path: String) -> Prompt {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return .question("Replace \(name)?", ["The file already exists."])
    }
}

extension StatusMessage {
    static var nothingToExport: Self { Self(kind: .information, text: "No friends to export") }

    static var exportCancelled: Self {
        Self(kind: .information, text: "Export cancelled \u{2013} nothing was written")
    }

    static func exported(_ result: ExportResult, to path: String) -> Self {
        let text = "Exported \(result.count.friends) to \(path)"
        if result.losses.count > 0 {
            let problem = "\(result.losses.count) not whole (\(result.losses.list))"
            return Self(kind: .problem, text: "\(text), \(problem)")
        }
        guard result.unreadableCount > 0 else { return Self(kind: .success, text: text) }
        return Self(kind: .problem, text: "\(text), \(result.unreadableCount.unreadableEntries)")
    }
}
