import FriendsModel

/// The preview of an import: what becomes of each record. ``ImportViewModel`` fills it.
struct ImportPage: Page {
    let records: ImportEntries

    static let kind = PageKind.records
    static let title = "Import"
    static let isOurOwn = true
    static let canReload = false

    static func load(_ page: PageViewModel) async {}

    var count: Int { records.all.count }
    func id(at index: Int) -> PageEntries.ID { .number(records.all[index].number) }

    func index(of id: PageEntries.ID) -> Int? {
        if case .number(let number) = id { records.index(ofNumber: number) } else { nil }
    }

    func narrowed(by text: String) -> PageEntries { .records(records.narrowed(by: text)) }

    // MARK: Its words

    func name(ofCount count: Int) -> String { count.counted(one: "record", other: "records") }

    /// How far the preview is, or how many records are imported.
    func countText(shown: Int?) -> String? {
        switch records.progress {
        case .reading(let share): return "reading \u{B7} \(Int(share * 100))%"
        case .comparing: return "comparing"
        case .notCompared: return "not compared"
        case .complete: break
        }
        let begin = records.problem == nil ? "" : "incomplete \u{B7} "
        let text = "\(begin)\(records.importedCount) of \(count) to import"
        return shown.map { "\($0) shown \u{B7} \(text)" } ?? text
    }

    var emptyTexts: [String] {
        if case .reading = records.progress { return ["Reading\u{2026}"] }
        return ["No records", records.problem ?? "the file has no friends"]
    }

    // MARK: Its columns

    static func columnTitles(isShort: Bool) -> [String] { ["", "", ""] }

    /// How many records there are of each state.
    var header: String? {
        RecordState.allCases.filter { records[$0] > 0 }.map { "\(records[$0]) \($0.countWord(records[$0]))" }
            .joined(separator: ", ")
    }

    /// The longest part of a text that is drawn: more is in the details.
    private static let maximumLength = 300

    /// State, name, and what there is to know.
    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        let entry = records.all[index]
        return [entry.state.word, entry.name, entry.summary].map { String($0.prefix(Self.maximumLength)) }
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        let (entry, texts) = (records.all[index], texts(at: index, now: now, isShort: isShort))
        let choice = entry.hasChoice ? [entry.isImported ? "to be imported" : "left out"] : []
        return ([texts[1], texts[0], texts[2]].filter { !$0.isEmpty } + choice).joined(separator: ", ")
    }

    static func numberColumn(isShort: Bool) -> Int? { 2 }
    func phoneNumbers(at index: Int) -> [String] { [records.all[index].phoneNumber].compactMap(\.self) }
    func isChosen(at index: Int) -> Bool? { records.all[index].isImported }
}

extension RecordState {
    fileprivate var word: String { self == .waiting ? "\u{2026}" : rawValue }

    fileprivate func countWord(_ count: Int) -> String {
        switch self {
        case .duplicate: count.counted(one: "duplicate", other: "duplicates")
        case .waiting: "to compare"
        case .new, .changed, .same, .refused, .leftOut: rawValue
        }
    }
}
