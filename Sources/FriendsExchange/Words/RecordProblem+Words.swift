import FriendsFormats
import FriendsModel

/// Why an import refuses a record.
extension RecordProblem {
    static let deletedElsewhere = RecordProblem(
        "Someone else deleted this friend in the meantime. Import the file again")
    static let changedElsewhere = RecordProblem(
        "Someone else changed this friend in the meantime. Import the file again")

    /// - Parameter names: the properties that the card of the friend cannot take from both; untrusted text.
    static func mergedTwice(_ names: [String]) -> RecordProblem {
        RecordProblem(
            "Another record of this file is merged with the friend, "
                + "who can\u{2019}t have \(names.joined(separator: ", ")) of both")
    }

    static func unreadable(_ error: RecordFilesError) -> RecordProblem {
        RecordProblem("The file cannot be read: \(error.reason)")
    }

    /// The answer of the server; untrusted text.
    static func rejected(_ parts: [FriendsClientError.RejectedPart], _ reason: String?) -> RecordProblem {
        RecordProblem(parts.first?.reason ?? reason ?? "The server rejected it")
    }
}

extension RecordFilesError {
    /// In words, without a full stop.
    package var reason: String {
        switch self {
        case .missing: "No such file or directory"
        case .unreadable(let reason): reason
        case .notRegular: "It is not a regular file"
        case .unknownFormat: "It has no vCards, and is no \(FileFormat.namesBesideCards) file"
        case .packed(.zip): "It is a ZIP archive: unpack it, and import the file or the folder that is in it"
        case .packed(.gzip): "It is compressed: unpack it with gunzip, and import the file that is in it"
        case .packed(.jCard): "It has vCards in JSON (jCard), which are not read: export them as vCards (.vcf)"
        case .unknownEncoding(let name): "There is no encoding \u{201C}\(name)\u{201D}; iconv --list names them"
        case .noCards: "It has no files whose names end in .vcf or .vcard"
        }
    }
}
