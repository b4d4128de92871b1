import FriendsVCard

/// A format of files with friends.
package enum FileFormat: String, CaseIterable, Sendable {
    /// vCard 2.1, 3.0 and 4.0.
    case vcard
    /// A table with a header, from Google, Outlook, Thunderbird, LinkedIn, a spreadsheet, or friends itself.
    case csv
    /// Our own JSON.
    case json
    /// The address book of abook.
    case abook

    /// How many bytes of a file tell its format.
    package static let beginningSize = 4096

    /// The format of a file by its first bytes, or else by its name; nil if neither tells.
    /// - Parameters:
    ///   - beginning: the first bytes of the file, ``beginningSize`` of them if there are as many.
    ///   - fileName: nil for standard input.
    package init?(beginning: [UInt8], fileName: String? = nil) {
        guard let format = Self.format(of: beginning) ?? fileName.flatMap({ Self(fileName: $0) }) else { return nil }
        self = format
    }

    /// The format that the name of a file says; nil for other names.
    package init?(fileName: String) {
        let name = (fileName.split(separator: "/").last ?? "").lowercased()
        let endings: [(String, FileFormat)] = [
            (".vcf", .vcard), (".vcard", .vcard), (".csv", .csv), (".tsv", .csv), (".json", .json), (".abook", .abook),
            ("addressbook", .abook),
        ]
        guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
        self = format
    }

    private static func format(of beginning: [UInt8]) -> Self? {
        var decoder = UnicodeDecoder()
        var bytes: [UInt8] = []
        decoder.decode(beginning, into: &bytes)
        decoder.finish(into: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let rows = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        guard let first = rows.first(where: { !$0.isEmpty }) else { return nil }
        if first.lowercased().hasPrefix("begin") && first.lowercased().contains("vcard") { return .vcard }
        if let row = rows.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }), isSection(row) { return .abook }
        if first.hasPrefix("{") || first.hasPrefix("[") { return .json }
        return CSVRows.delimiters.contains { first.utf8.contains($0) } ? .csv : nil
    }

    /// Whether a row begins a section of an abook file. In JSON, `[0]` would be an array of a number.
    private static func isSection(_ row: Substring) -> Bool {
        guard row.hasPrefix("["), let end = row.firstIndex(of: "]") else { return false }
        let name = row[row.index(after: row.startIndex)..<end]
        return name == "format" || (!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber })
    }
}
