import FriendsFormats

/// What is wrong with the columns of a table.
extension CommandFailure {
    /// Columns whose texts would not be where they belong.
    package static func unknownColumns(_ columns: [FileColumn], of file: String) -> Self {
        let headers = columns.map(\.header)
        let options = columns.prefix(3).map { "--map '\($0.header)=\($0.proposal.text)'" }.joined(separator: " ")
        var details = [
            "Say what they are, such as \(options), or skip, email:work, \u{2026}",
            "--map '*=note' makes notes of all of them, and --map '*=skip' leaves them out.",
        ]
        if headers.contains("") { details.insert("--map '=note' stands for the columns without a name.", at: 1) }
        let names = headers.map { $0.isEmpty ? "one without a name" : "\u{201C}\($0)\u{201D}" }
        return Self(
            .wrongUsage, "\(file) has columns that are not known: \(names.joined(separator: ", ")).", details: details)
    }

    /// A column of `--map` that no file has.
    package static func missingColumn(_ header: String, among columns: [FileColumn]) -> Self {
        let names = columns.map(\.header).filter { !$0.isEmpty }
        var details = names.isEmpty ? [] : ["The columns are \(names.joined(separator: ", "))."]
        if header.isEmpty { details.append("Write the name of the column before the =, such as Spouse=note:spouse.") }
        return Self(
            .wrongUsage,
            header.isEmpty
                ? "--map: there is no name before the =, and no file has a column without a name."
                : "--map: no file has a column \u{201C}\(header)\u{201D}.", details: details)
    }
}
