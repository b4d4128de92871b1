import FriendsFormats
import FriendsList
import FriendsModel

/// What is said while a file is imported.
extension StatusMessage {
    static var stillReading: Self { Self(kind: .information, text: "The file is still being read") }
    static var stillComparing: Self { Self(kind: .information, text: "Still comparing") }
    static var nothingToImport: Self { Self(kind: .information, text: "Nothing to import") }

    /// An import of which nothing can be undone.
    static func imported(_ text: String) -> Self { Self(kind: .success, text: text) }

    static func nothingImported(refused count: Int) -> Self {
        Self(kind: .information, text: "Nothing imported, \(count) refused")
    }
}

extension ImportEntries {
    static let stillImportingText = "Still importing"
}

extension WriteResult {
    /// What an import has done.
    /// - Parameters:
    ///   - left: the number of records that were left out, or are no friends.
    ///   - copies: the number of copies in the trash.
    func importText(left: Int, copies: Int) -> String {
        let steps = made.map(\.change).filter { !existing.contains($0.id) }
        let added = steps.count { if case .imported = $0 { true } else { false } }
        let changed = steps.count { $0.original != nil }
        let counts = [
            (added, "added"), (steps.count - added - changed, "restored"), (changed, "changed"),
            (existing.count, "already here"), (left, "not imported"),
            (copies, copies.counted(one: "copy in trash", other: "copies in trash")),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "Imported \(steps.count.friends): \(parts.joined(separator: ", "))"
    }
}

extension UserFileError {
    /// Why a file was not read to its end, without a full stop.
    static func text(ofReading error: any Error) -> String {
        switch error {
        case let error as UserFileError: error.message
        case is FriendsClientError: "Can\u{2019}t read the trash, which may have some of these friends"
        default: "Can\u{2019}t read the file"
        }
    }
}

extension Prompt {
    /// Asks whether to import a file that was not read to its end.
    /// - Parameter problem: why it was not.
    static func partialImport(_ problem: String, count: Int) -> Prompt {
        .question(
            count.counted(
                one: "The file was not read to its end. Import 1 record?",
                other: "The file was not read to its end. Import \(count) records?"),
            [.text("\(problem)."), "You can import the whole file later: what is there then stays as it is."])
    }

    /// Asks whether to leave the preview of an import.
    /// - Parameters:
    ///   - choices: the number of records that the user has chosen something for.
    ///   - isAfterPart: whether a part of them was imported.
    static func leavingImport(choices: Int, afterPart isAfterPart: Bool) -> Prompt {
        let lost: MessageLine =
            switch choices {
            case 0: "The file has to be read again."
            case 1: "Your choice for 1 record is lost."
            default: "Your choices for \(choices) records are lost."
            }
        let done: MessageLine = isAfterPart ? "What was imported stays." : "Nothing was imported."
        return .question("Leave the import?", [done, lost])
    }
}
