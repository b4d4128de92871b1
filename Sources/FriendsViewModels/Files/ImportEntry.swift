import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSearch

/// What a record of a file is, compared with the friends that are there.
package enum RecordState: String, CaseIterable, Sendable {
    /// It looks like a friend who is there.
    case duplicate
    case new, changed, same, refused
    /// It is about no person.
    case leftOut = "left out"
    /// Its friend's rest was not read yet.
    case waiting
}

/// A record on the page of an import.
package struct ImportEntry: Sendable, Equatable {
    /// Its place among all records.
    let number: Int
    package private(set) var row: ImportRow
    /// The name of the file, if there are several.
    package let file: String?
    private var words: FoldedText
    /// What was chosen for a record that waits, by the states that it can get into.
    private var choices: [RecordState: Choice] = [:]

    init(_ row: ImportRow, number: Int, file: String?) {
        (self.row, self.number, self.file, words) = (row, number, file, Self.words(of: row, in: file))
    }

    /// What the filter of the page finds it by.
    private static func words(of row: ImportRow, in file: String?) -> FoldedText {
        let lines = row.friend.map { $0.details.lines.map(\.value) } ?? []
        let texts = FriendField.allCases.compactMap { row.friend?.details[$0] } + lines
        let others = [state(of: row).rawValue, row.problem?.message, file].compactMap(\.self) + row.issues
        return FoldedText((others + texts).joined(separator: "\n"))
    }

    /// Whether the file is read from here on in an encoding that nothing in it says.
    var isInGuessedEncoding: Bool { row.friend?.beginsGuessedEncoding == true }
    /// Why the file ends with it; nil if it does not.
    var endOfFile: String? { row.problem.flatMap { $0.endsFile ? $0.message : nil } }

    package var state: RecordState { Self.state(of: row) }

    private static func state(of row: ImportRow) -> RecordState {
        switch row.action {
        case .add: .new
        case .update(let update): update.changesFriend ? .changed : .same
        case .duplicate: .duplicate
        case .same: .same
        case .refuse(let problem): problem.isNoPerson ? .leftOut : .refused
        case .waitForRest: .waiting
        }
    }

    /// Whether the import writes something for it.
    package var isImported: Bool {
        switch row.result {
        case .added, .changed, .merged: true
        case .same, .skipped, .refused, nil: false
        }
    }

    /// Whether the user has chosen something else than what is suggested.
    var isChosen: Bool {
        row.isLeftOut || (state == .duplicate && row.choice != .skip) || choices.values.contains { $0 != .take }
    }

    /// Whether the user can choose what becomes of it.
    package var hasChoice: Bool { Self.statesWithChoice.contains(state) }

    private static let statesWithChoice: [RecordState] = [.new, .changed, .duplicate]

    func isFound(by words: FoldedWords) -> Bool { words.areFound(in: self.words) }

    /// Gives the entry another row. What was chosen for it holds for that, too.
    mutating func replace(by new: ImportRow) {
        let old = row
        (row, words) = (new, Self.words(of: new, in: file))
        row.isLeftOut = old.isLeftOut
        // What was chosen for one friend says nothing of another one.
        if old.duplicate == nil || row.duplicate == nil || old.duplicate == row.duplicate { row.choice = old.choice }
        // A duplicate is left out by its own choice.
        if state == .duplicate, row.isLeftOut { (row.choice, row.isLeftOut) = (.skip, false) }
        let chosen = choices[state]
        choices = [:]
        if let chosen { choose(chosen) }
    }

    /// Chooses what becomes of the record. One that waits keeps the choice for the state that it gets into.
    /// - Parameter state: chooses only in this state; nil for any.
    mutating func choose(_ choice: Choice, in only: RecordState? = nil) {
        guard state != .waiting else {
            for state in Self.statesWithChoice where only.map({ $0 == state || $0 == .waiting }) ?? true {
                choices[state] = choice
            }
            return
        }
        guard hasChoice, only.map({ $0 == state }) ?? true else { return }
        switch (choice, state) {
        // Each duplicate is a decision of its own.
        case (.take, .duplicate): break
        case (.leaveOut, .duplicate): row.choice = .skip
        case (.take, _), (.duplicate(.add), _), (.duplicate(.merge), _): row.isLeftOut = false
        case (.leaveOut, _), (.duplicate(.skip), _): row.isLeftOut = true
        }
        if case (.duplicate(let choice), .duplicate) = (choice, state) { row.choice = choice }
    }

    /// What is chosen for a record.
    enum Choice: Equatable {
        case take, leaveOut
        case duplicate(DuplicateChoice)
    }

    /// What is chosen for this one.
    var choice: Choice {
        if state == .waiting, let choice = choices[.new] { return choice }
        if state == .duplicate { return .duplicate(row.choice) }
        return row.isLeftOut ? .leaveOut : .take
    }

    /// What Space chooses next.
    var nextChoice: Choice {
        switch choice {
        case .take: .leaveOut
        case .leaveOut: .take
        case .duplicate(.skip): .duplicate(.merge)
        case .duplicate(.merge): .duplicate(.add)
        case .duplicate(.add): .duplicate(.skip)
        }
    }

    package static func == (one: ImportEntry, other: ImportEntry) -> Bool {
        one.number == other.number && one.row == other.row && one.file == other.file && one.choices == other.choices
    }
}

/// The records on the page of an import, and how many there are of each state.
package struct ImportEntries: Equatable, Sendable {
    /// How far the file is read.
    package enum Progress: Equatable, Sendable {
        /// Which part of the file was read, from 0 to 1.
        case reading(Double)
        /// All is read, and is being compared with what is stored of the friends.
        case comparing
        /// All is read, and comparing it has failed.
        case notCompared
        case complete
    }

    /// In the order of the file.
    package private(set) var all: [ImportEntry] = []
    package internal(set) var progress: Progress
    /// Why the file was not read to its end, in one sentence without a full stop; nil if it was.
    package internal(set) var problem: String?
    private var counts: [RecordState: Int] = [:]
    /// The number of records that the import writes something for.
    package private(set) var importedCount = 0
    /// The number of records for which the user has chosen something else than what is suggested.
    private(set) var chosenCount = 0

    init(_ all: [ImportEntry] = [], progress: Progress = .reading(0)) {
        self.progress = progress
        append(all)
    }

    /// The number of records in a state.
    package subscript(state: RecordState) -> Int { counts[state] ?? 0 }

    mutating func append(_ entries: [ImportEntry]) {
        all += entries
        for entry in entries { count(entry, 1) }
    }

    mutating func change(at index: Int, _ change: (inout ImportEntry) -> Void) {
        count(all[index], -1)
        change(&all[index])
        count(all[index], 1)
    }

    /// Chooses for the record with a number, if it is there.
    mutating func choose(_ choice: ImportEntry.Choice, number: Int, in state: RecordState? = nil) {
        guard let index = index(ofNumber: number) else { return }
        change(at: index) { $0.choose(choice, in: state) }
    }

    private mutating func count(_ entry: ImportEntry, _ step: Int) {
        counts[entry.state, default: 0] += step
        if entry.isImported { importedCount += step }
        if entry.isChosen { chosenCount += step }
    }

    func narrowed(by text: String) -> ImportEntries {
        let words = FoldedWords(text)
        return words.isEmpty ? self : ImportEntries(all.filter { $0.isFound(by: words) }, progress: progress)
    }

    /// The place of a record; the places are in the order of the numbers.
    func index(ofNumber number: Int) -> Int? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].number == number ? low : nil
    }
}
