import FriendsFormats
import FriendsImport
import FriendsModel

/// The preview of an import.
extension PageViewModel {
    /// What can be done with the records.
    package enum RecordAction: Equatable, Sendable {
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
        /// Imports what is chosen.
        case importRecords
    }

    private var records: ImportEntries? {
        guard case .records(let records) = state.table.all else { return nil }
        return records
    }

    private var selectedRecord: ImportEntry? {
        guard case .records(let records) = state.table.entries, let selected = state.table.selected else { return nil }
        return records.all[selected]
    }

    func send(_ action: RecordAction) -> Task<Void, Never>? {
        switch action {
        case .read: return .immediate { await self.readRecord() }
        case .importRecords: return .immediate { await self.importRecords() }
        case .toggle:
            if let entry = selectedRecord { choose(entry.nextChoice, for: [entry]) }
            state.table.move(.next)
        case .merge: chooseForSelected(.duplicate(.merge))
        case .skip: chooseForSelected(.leaveOut)
        case .add: chooseForSelected(.duplicate(.add))
        case .takeAll: choose(.take, for: shownRecords)
        case .leaveOutAll: choose(.leaveOut, for: shownRecords)
        case .chooseForState:
            guard let entry = selectedRecord else { break }
            choose(entry.choice, for: shownRecords.filter { $0.state == entry.state })
        }
        return nil
    }

    // MARK: Reading

    func loadRecords() async {
        guard let (file, columns) = file, records?.all.isEmpty == true, loading == nil else { return }
        let reader = reader ?? ImportReader(client: client)
        self.reader = reader
        let friends = list.state.table.rows.friends
        let task = Task {
            do {
                try await reader.read(file, columns, comparedWith: friends) { [weak self] in await self?.receive($0) }
            } catch let error as UserFileError {
                list.send(.report(.init(kind: .problem, text: error.message)))
            } catch {
                return
            }
            await compare(with: reader)
        }
        loading = task
        await task.value
        loading = nil
    }

    private func compare(with reader: ImportReader) async {
        while !isClosed {
            update { $0.progress = .comparing }
            do throws(FriendsClientError) {
                try await reader.compare { [weak self] in await self?.receive($0) }
                return update { $0.progress = .complete }
            } catch {
                guard error != .cancelled, !isClosed else { return }
                guard await prompts.ask(Failure(error, during: .load).prompt) == .retry else { return }
            }
        }
    }

    private func receive(_ event: ImportReader.Event) {
        guard !isClosed else { return }
        switch event {
        case .records(let entries, let share):
            update {
                $0.append(entries)
                $0.progress = .reading(share)
            }
        case .compared(let rows):
            update { records in
                for (place, row) in rows { records.replace(at: place, by: records.all[place].replacing(row)) }
            }
        }
    }

    private func update(_ change: (inout ImportEntries) -> Void) {
        guard var records, !isClosed else { return }
        change(&records)
        show(.records(records))
    }

    // MARK: Choosing

    private var shownRecords: [ImportEntry] {
        guard case .records(let records) = state.table.entries else { return [] }
        return records.all
    }

    private func chooseForSelected(_ choice: ImportEntry.Choice) {
        if let entry = selectedRecord { choose(choice, for: [entry]) }
    }

    private func choose(_ choice: ImportEntry.Choice, for entries: [ImportEntry]) {
        list.endStatus()
        guard !list.state.isWriting else { return }
        update { records in
            for entry in entries { records.replace(at: entry.number, by: entry.choosing(choice)) }
        }
    }

    private func readRecord() async {
        guard let entry = selectedRecord else { return }
        await prompts.showAgain(.alert(entry.name, entry.lines.map(MessageLine.text)))
    }

    // MARK: Importing

    /// Imports what is chosen as one step that can be undone.
    private func importRecords() async {
        guard let records, let reader, !list.state.isWriting else { return }
        // The comparison has failed, and was not repeated.
        if records.progress == .comparing, loading == nil { return await compare(with: reader) }
        guard records.progress == .complete else {
            return report("The file is still being read")
        }
        guard records.importedCount > 0 else { return report("Nothing to import") }
        guard let result = await writer.importFriends({ await reader.changes(for: records.all) }) else { return }
        if !result.made.isEmpty, !isClosed { onImported() }
        let added = result.made.count { $0.change.original == nil }
        await list.send(.friendsChanged(result, Self.account(added: added, changed: result.made.count - added)))?.value
    }

    private func report(_ text: String) {
        list.send(.report(.init(kind: .information, text: text)))
    }

    private static func account(added: Int, changed: Int) -> String {
        let parts = [added == 0 ? nil : "\(added) added", changed == 0 ? nil : "\(changed) changed"].compactMap(\.self)
        return "Imported \((added + changed).friends): \(parts.joined(separator: ", "))"
    }
}
