import FriendsModel
import FriendsVCard

/// A format of files with friends that an import reads. To add one, add it here, and write its ``RecordSource``.
package enum FileFormat: String, CaseIterable, Sendable {
    /// vCard 2.1, 3.0 and 4.0.
    case vcard
    /// A table with a header, from Google, Outlook, Thunderbird, LinkedIn, a spreadsheet, or friends itself.
    case csv
    /// Our own JSON.
    case json
    /// The address book of abook.
    case abook
    /// The entries of a directory, or of Thunderbird.
    case ldif

    private struct Descriptor {
        /// The name in a sentence.
        let name: String
        /// How the names of its files end, in lower case.
        let endings: [String]
        /// Whether a file with this beginning is in the format. A table is asked for last.
        let begins: (Beginning) -> Bool
        let source: (RecordReader.Context) -> any RecordSource
    }

    private var descriptor: Descriptor {
        switch self {
        case .vcard:
            Descriptor(
                name: "vCards", endings: [".vcf", ".vcard"],
                begins: { $0.row.lowercased().hasPrefix("begin") && $0.row.lowercased().contains("vcard") },
                source: { CardSource(groups: $0.groups) })
        case .csv:
            Descriptor(
                name: "CSV", endings: [".csv", ".tsv"],
                begins: { beginning in CSVRows.delimiters.contains { beginning.row.utf8.contains($0) } },
                source: { TableSource($0.columns, $0.today) })
        case .json:
            Descriptor(
                name: "JSON", endings: [".json"],
                begins: { !$0.isSection && ($0.row.hasPrefix("{") || $0.row.hasPrefix("[")) },
                source: { _ in ObjectSource() })
        case .abook:
            Descriptor(
                name: "abook", endings: [".abook", "addressbook"], begins: \.isSection,
                source: { _ in AbookSource() })
        case .ldif:
            Descriptor(
                name: "LDIF", endings: [".ldif", ".ldi"],
                begins: { beginning in ["dn:", "version: 1"].contains { beginning.row.lowercased().hasPrefix($0) } },
                source: { LDIFSource($0.today) })
        }
    }

    /// The names of all formats in a sentence.
    package static var names: String { allCases.map(\.descriptor.name).inAlternatives }

    /// The names of the formats whose files have no vCards in a sentence.
    package static var namesBesideCards: String {
        allCases.filter { $0 != .vcard }.map(\.descriptor.name).inAlternatives
    }

    /// How many bytes of a file tell its format.
    package static let beginningSize = 4096

    /// The format of a file by its first bytes, or else by its name; nil if neither tells.
    /// - Parameters:
    ///   - beginning: the first bytes of the file, ``beginningSize`` of them if there are as many.
    ///   - fileName: nil for standard input.
    package init?(beginning: [UInt8], fileName: String? = nil) {
        let format = Beginning(beginning).flatMap { beginning in
            (Self.allCases.filter { $0 != .csv } + [.csv]).first { $0.descriptor.begins(beginning) }
        }
        guard let format = format ?? fileName.flatMap({ Self(fileName: $0) }) else { return nil }
        self = format
    }

    /// The format that the name of a file says; nil for other names.
    package init?(fileName: String) {
        let name = (fileName.split(separator: "/").last ?? "").lowercased()
        let format = Self.allCases.first { $0.descriptor.endings.contains { name.hasSuffix($0) } }
        guard let format else { return nil }
        self = format
    }

    /// What turns the bytes of a file into records.
    func source(_ context: RecordReader.Context) -> any RecordSource { descriptor.source(context) }

    /// The beginning of a file that says something.
    private struct Beginning {
        /// The first row with a text.
        let row: Substring
        /// Whether the first row that is no comment begins a section of an abook file. In JSON, `[0]` would be an array of a number.
        let isSection: Bool

        init?(_ bytes: [UInt8]) {
            var decoder = UnicodeDecoder()
            var decoded: [UInt8] = []
            decoder.decode(bytes, into: &decoded)
            decoder.finish(into: &decoded)
            let rows = String(decoding: decoded, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
            guard let first = rows.first else { return nil }
            row = first
            isSection = rows.first { !$0.hasPrefix("#") }.map(Self.isSection) ?? false
        }

        private static func isSection(_ row: Substring) -> Bool {
            guard row.hasPrefix("["), let end = row.firstIndex(of: "]") else { return false }
            let name = row[row.index(after: row.startIndex)..<end]
            return name == "format" || (!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber })
        }
    }
}

extension ExportText {
    /// A format of files with friends that an export writes. To add one, add it here, and write its ``FileText``.
    package enum Format: String, CaseIterable, Sendable {
        /// vCard 4.0; an imported friend is its card.
        case vcard
        /// vCard 3.0.
        case vcard3
        case json
        /// A table for spreadsheets, without cards.
        case csv
        /// abook's file.
        case abook
        /// Entries that Thunderbird reads.
        case ldif

        private struct Descriptor {
            /// How the names of its files end; nil if no ending says it.
            let ending: String?
            /// Whether it has the versions of friends, and their history.
            var hasVersions = false
            let text: () -> any FileText
        }

        private var descriptor: Descriptor {
            switch self {
            case .vcard: Descriptor(ending: ".vcf") { CardFileText(version: nil) }
            case .vcard3: Descriptor(ending: nil) { CardFileText(version: .v3) }
            case .json: Descriptor(ending: ".json", hasVersions: true) { JSONFileText() }
            case .csv: Descriptor(ending: ".csv", hasVersions: true) { CSVFileText() }
            case .abook: Descriptor(ending: ".abook") { AbookText() }
            case .ldif: Descriptor(ending: ".ldif") { LDIFText() }
            }
        }

        /// The endings of the names of files, in words.
        package static var endings: String { allCases.compactMap(\.descriptor.ending).inAlternatives }

        /// Whether it has the versions of friends, and their history.
        package var hasVersions: Bool { descriptor.hasVersions }

        /// The format that the name of a file says; nil for other names.
        package init?(fileName: String) {
            // No export writes a table with tabs.
            guard let format = FileFormat(fileName: fileName), !fileName.lowercased().hasSuffix(".tsv") else {
                return nil
            }
            self.init(rawValue: format.rawValue)
        }

        /// What writes a file.
        func text() -> any FileText { descriptor.text() }
    }
}

extension [String] {
    /// The texts with commas, and with "or" before the last one.
    package var inAlternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
