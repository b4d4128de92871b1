import FriendsExchange
import FriendsFormats
import FriendsList
import FriendsModel

/// The import of a file: it reads the records, lets the user choose, and imports them. Its table is a page.
@MainActor
package final class ImportViewModel {
    package struct State: Equatable, Sendable {
        /// Whether records are being imported.
        var isImporting = false
        /// Whether a part of the records was imported.
        var hasImported = false
    }

    /// What can be done with the records.
    package enum Action: Equatable, Sendable {
        /// Chooses the next possibility for the selected record, and selects the next one.
        case toggle
        /// Merges the selected record with the friend that it looks like, leaves it out, or adds it as another friend.
        case merge, skip, add
        /// Takes all records that are shown, or leaves them out.
        case takeAll, leaveOutAll
        /// Chooses for all records that are shown and in the same state what is chosen for the selected one.
        case chooseForState
        /// Shows everything about the selected record.
        case read
        /// Asks for another encoding of the file.
        case chooseEncoding
        /// Imports what is chosen.
        case importRecords
    }

    package internal(set) var state = State() { didSet { desk.onChange() } }
    let page: PageViewModel
    private let desk: Desk
    private let list: FriendListViewModel
    private let file: any RecordFile
    private let columns: ColumnMap
    private let preview: ImportPreview
    /// Called when all records that were chosen were imported.
    private let onImported: @MainActor () -> Void
    /// Called with the path of the file, when it is to be read in another encoding.
    private let onEncoding: @MainActor (String) -> Void

    /// - Parameters:
    ///   - columns: what columns of a table mean.
    ///   - page: shows the records.
    ///   - onEncoding: asks in which encoding a file is read again.
    ///   - onImported: called when all records that were chosen were imported.
    init(
        of file: any RecordFile, _ columns: ColumnMap, on page: PageViewModel,
        onEncoding: @escaping @MainActor (String) -> Void = { _ in },
        onImported: @escaping @MainActor () -> Void
    ) {
        (self.file, self.columns, self.page) = (file, columns, page)
        (self.onEncoding, self.onImported) = (onEncoding, onImported)
        (desk, list) = (page.desk, page.list)
        preview = ImportPreview(client: page.desk.client)
    }

    private var records: ImportEntries {
        if case .records(let records) = page.state.table.all { records } else { ImportEntries() }
    }

    private var shownRecords: [ImportEntry] {
        if case .records(let records) = page.state.table.entries { records.all } else { [] }
    }

    private var selectedRecord: ImportEntry? { page.state.table.selected.map { shownRecords[$0] } }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .read: return .immediate { await self.readRecord() }
        case .chooseEncoding: return .immediate { await self.chooseEncoding() }
        case .importRecords: return .immediate { await self.importRecords() }
        case .toggle:
            if let entry = selectedRecord { choose(entry.nextChoice, for: [entry]) }
            page.state.table.move(.next)
        case .merge: chooseForSelected(.duplicate(.merge))
        case .skip: chooseForSelected(.leaveOut)
        case .add: chooseForSelected(.duplicate(.add))
        case .takeAll: choose(.take, for: shownRecords)
        case .leaveOutAll: choose(.leaveOut, for: shownRecords)
        case .chooseForState:
            guard let entry = selectedRecord else { break }
            let entries = shownRecords.filter { [entry.state, .waiting].contains($0.state) }
            choose(entry.choice, for: entries, in: entry.state)
        }
        return nil
    }

    // MARK: Reading

    func load() async {
        let (friends, history) = (list.state.table.rows.friends, list.store.history)
        await page.load { _ in
            do {
                let batches = self.file.batches(self.columns)
                try await self.preview.read(batches, comparedWith: friends, of: history) { event in
                    let shown = Shown(event)
                    await self.receive(shown)
                }
            } catch {
                self.readingEnded(UserFileError.text(ofReading: error))
            }
            await self.compare()
        }
    }

    /// The rest of the file is missing, so the import must not look like one of the whole file.
    private func readingEnded(_ problem: String) {
        guard !page.isClosed else { return }
        update { $0.problem = problem }
        desk.say(.problem, problem)
    }

    private func compare() async {
        while !page.isClosed {
            update { $0.progress = .comparing }
            do throws(FriendsClientError) {
                try await preview.compare { [weak self] in await self?.receive(Shown($0)) }
                return update { $0.progress = .complete }
            } catch {
                guard error != .cancelled, !page.isClosed else { return }
                guard await desk.retries(.load, after: error) else {
                    return update { $0.progress = .notCompared }
                }
            }
        }
    }

    private func receive(_ shown: Shown) {
        update { records in
            switch shown {
            case .records(let entries, let share):
                records.append(entries)
                records.progress = .reading(share)
            case .compared(let rows):
                for (place, row) in rows { records.change(at: place) { $0.replace(by: row) } }
            }
        }
        guard case .records(let entries, _) = shown else { return }
        if let problem = entries.lazy.compactMap(\.endOfFile).first { readingEnded(problem) }
        let isGuessed = entries.contains(where: \.isInGuessedEncoding)
        if isGuessed, !page.isClosed, records.problem == nil { desk.say(.guessedEncoding) }
    }

    private func update(_ change: (inout ImportEntries) -> Void) {
        guard !page.isClosed else { return }
        page.changeRecords(change)
    }

    // MARK: Choosing

    private func chooseForSelected(_ choice: ImportEntry.Choice) {
        if let entry = selectedRecord { choose(choice, for: [entry]) }
    }

    /// - Parameter state: only for entries in this state, or that wait and get into it; nil for all.
    private func choose(
        _ choice: ImportEntry.Choice, for entries: [ImportEntry], in state: RecordState? = nil
    ) {
        desk.endStatus()
        guard !list.state.isWriting else { return }
        page.state.table.choose(choice, forNumbers: entries.map(\.number), in: state)
    }

    private func readRecord() async {
        guard let entry = selectedRecord else { return }
        await desk.prompts.ask(.alert(entry.name, entry.lines))
    }

    private func chooseEncoding() async {
        guard !state.isImporting else { return }
        let mayLeave = await desk.mayLeave(leaving)
        guard mayLeave, !page.isClosed else { return }
        onEncoding(file.path)
    }

    // MARK: Importing

    /// Imports what is chosen as one step that can be undone.
    private func importRecords() async {
        let records = records
        guard !list.state.isWriting, !state.isImporting else { return }
        if records.progress == .notCompared, !page.isLoading { return await page.load { _ in await self.compare() } }
        guard records.progress == .complete else {
            return desk.say(records.progress.isReading ? .stillReading : .stillComparing)
        }
        guard records.importedCount > 0 else { return desk.say(.nothingToImport) }
        if let problem = records.problem {
            let question = Prompt.partialImport(problem, count: records.importedCount)
            guard await desk.ask(question) == .yes, !list.state.isWriting else { return }
        }
        state.isImporting = true
        var changes = ImportChanges()
        let result = await list.writer.importFriends {
            changes = await preview.changes(records.all.filter(\.hasChoice).map { ($0.number, $0.row) })
            return changes.planned
        }
        receive(.compared(changes.refused))
        let left = self.records.all.count - self.records.importedCount - self.records[.same]
        guard let result else {
            state.isImporting = false
            return changes.refused.isEmpty
                ? () : desk.say(.nothingImported(refused: changes.refused.count))
        }
        // What was chosen and not written can be written by another Enter.
        let isWhole = changes.refused.isEmpty && result.made.count == changes.planned.steps.count
        if !isWhole { await keep(changes, result) }
        state.isImporting = false
        if isWhole, !page.isClosed { onImported() }
        let account = result.importText(left: left, copies: changes.planned.copies.count)
        await list.changed(result, result.isOfOthers ? .imported(account) : .step(account))
        // A server that did not answer is not asked before the user wants it.
        guard result.isAnswered, self.records.progress == .notCompared, !page.isClosed, !page.isLoading else { return }
        await page.load { _ in await self.compare() }
    }

    /// Shows what has become of a part of an import: what was written is there already.
    private func keep(_ changes: ImportChanges, _ result: WriteResult) async {
        if !result.made.isEmpty { state.hasImported = true }
        receive(.compared(await preview.end(changes, result)))
        if await preview.isWaiting { update { $0.progress = .notCompared } }
    }

    // MARK: Leaving

    /// Without choices and with few records the preview is left at once. An import in progress keeps it, because it may end
    /// before all is written.
    var leaving: Leaving {
        let records = records
        if state.isImporting { return .refused(ImportEntries.stillImportingText) }
        guard records.chosenCount > 0 || records.all.count >= Self.manyRecords else { return .free }
        return .asking(.leavingImport(choices: records.chosenCount, afterPart: state.hasImported))
    }

    /// The number of records that take a while to read and compare again.
    static let manyRecords = 10_000
}

/// An event as the page shows it. Making the entries takes time, and is done off the main actor.
private enum Shown: Sendable {
    case records([ImportEntry], share: Double)
    case compared(ImportPlan.Rows)

    init(_ event: ImportPreview.Event) {
        switch event {
        case .records(let records, let share):
            self = .records(records.map { ImportEntry($0.row, number: $0.place, file: $0.file) }, share: share)
        case .compared(let rows): self = .compared(rows)
        }
    }
}

extension ImportEntries.Progress {
    fileprivate var isReading: Bool { if case .reading = self { true } else { false } }
}
