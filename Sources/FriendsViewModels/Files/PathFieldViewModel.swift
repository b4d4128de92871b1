import FriendsFormats
import FriendsList
import FriendsModel

/// The field for a path: where to export friends to, or what to import.
@MainActor
package final class PathFieldViewModel {
    /// What can be done with the field.
    package enum Action: Equatable, Sendable {
        /// Asks where to export friends to.
        case beginExport
        /// Asks what to import.
        case beginImport
        /// Asks in which encoding a file of an import is read again.
        case beginEncoding(ofFile: String)
        case edit(TextEdit)
        /// Completes the path, or puts the next or previous possible name into it.
        case complete, completePrevious
        case submit
        /// Cancels what is done with the path, or else closes the field.
        case cancel
    }

    /// Nil while the field is closed.
    package internal(set) var state: PathField? { didSet { desk.onChange() } }
    private let desk: Desk
    private let list: FriendListViewModel
    /// Called with a file that was opened to be imported.
    var onImport: @MainActor (any RecordFile, ColumnMap) -> Void = { _, _ in }
    /// What is done with the path.
    private var work: Task<Void, Never>?
    /// The table whose columns are asked about.
    private var opened: (any RecordFile)?

    init(desk: Desk, list: FriendListViewModel) {
        self.desk = desk
        self.list = list
    }

    /// Performs the action. What needs no file and no response of the server is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .beginExport: beginExport()
        case .beginImport: open(.importFriends)
        case .beginEncoding(let path): open(.encoding(ofFile: path))
        case .edit(let edit): if state?.isBusy == false { state?.apply(edit) }
        case .complete: return .immediate { await self.complete(1) }
        case .completePrevious: return .immediate { await self.complete(-1) }
        case .submit: return submit()
        case .cancel: if let work { work.cancel() } else { (state, opened) = (nil, nil) }
        }
        return nil
    }

    /// Cancels what is done with the path, and waits for its end: no unfinished file is left.
    func finish() async {
        work?.cancel()
        await work?.value
    }

    private func open(_ purpose: PathField.Purpose) {
        guard work == nil else { return }
        desk.clearStatus()
        (state, opened) = (PathField(purpose), nil)
    }

    private func complete(_ step: Int) async {
        guard let field = state, !field.isBusy, state?.choose(step) == false else { return }
        if let choices = field.choices {
            return state?.complete(from: choices.map { FileName($0, isFolder: false) }) ?? ()
        }
        let folder = field.input.text == "~" ? "" : field.parts.folder
        if field.input.text == "~" { return state?.write("~/") ?? () }
        let names = await desk.files.names(in: folder)
        // The path may be another one by now.
        if state == field { state?.complete(from: names) }
    }

    private func submit() -> Task<Void, Never>? {
        guard let field = state, work == nil else { return nil }
        if case .columns(let choice) = field.purpose {
            take(field.input.text.trimmed, choice)
            return nil
        }
        guard !field.input.text.trimmed.isEmpty else {
            state = nil
            return nil
        }
        state?.isBusy = true
        state?.completion = nil
        state?.problem = nil
        let task = Task.immediate {
            await self.use(field)
            self.work = nil
            if self.state?.isBusy == true { self.state?.isBusy = false }
        }
        // What is done at once has ended.
        if state?.isBusy == true { work = task }
        return task
    }

    private func use(_ field: PathField) async {
        do throws(UserFileError) {
            switch field.purpose {
            case .export(let selection): try await export(selection, to: field.input.text)
            case .importFriends: try await open(field.input.text, encoding: nil)
            case .encoding(let path): try await open(path, encoding: field.input.text.trimmed)
            case .columns: break
            }
        } catch {
            state?.problem = error.message
        }
    }
}

// MARK: - Import

extension PathFieldViewModel {
    /// Opens a file, and asks what becomes of columns that nobody knows.
    private func open(_ path: String, encoding: String?) async throws(UserFileError) {
        let file = try await desk.files.open(path, encoding: encoding)
        var columns = ColumnMap()
        if !file.unknownColumns.isEmpty {
            switch await desk.ask(.unknownColumns(file.unknownColumns)) {
            case .keepAsNotes: break
            case .leaveOut: columns.others = .skip
            case .chooseEach:
                if Task.isCancelled { return }
                opened = file
                let isOverPreview = state?.isOverPreview == true
                state = PathField(.columns(ColumnChoice(file.unknownColumns, isOverPreview: isOverPreview)))
                return
            default: return
            }
        }
        if Task.isCancelled { return }
        state = nil
        onImport(file, columns)
    }

    /// Takes what the user says about a column, and asks about the next one.
    private func take(_ text: String, _ choice: ColumnChoice) {
        var choice = choice
        guard choice.choose(text) else {
            state?.problem = UserFileError.unknownTarget(text).message
            return
        }
        guard !choice.next() else {
            state = PathField(.columns(choice))
            return
        }
        let file = opened
        (state, opened) = (nil, nil)
        if let file { onImport(file, choice.map) }
    }
}

// MARK: - Export

extension PathFieldViewModel {
    private func beginExport() {
        guard let selection = ExportSelection(list.state.table) else {
            return list.state.table.hasMarks
                ? desk.say(.hiddenMarks) : desk.say(.nothingToExport)
        }
        open(.export(selection))
    }

    private func export(_ selection: ExportSelection, to path: String) async throws(UserFileError) {
        guard !path.hasSuffix("/") else { throw .noFileName }
        guard let format = ExportText.Format(fileName: path) else { throw .unknownEnding }
        let isTaken = try await desk.files.isTaken(path)
        if isTaken {
            guard await desk.ask(.replacing(path)) == .yes else { return }
        }
        while !Task.isCancelled {
            do {
                let result = try await write(selection, to: path, as: format, replaces: isTaken)
                state = nil
                return desk.say(.exported(result, to: path))
            } catch let error as UserFileError {
                throw error
            } catch let error as FriendsClientError where error != .cancelled {
                guard await desk.retries(.export(selection.count), after: error) else { return }
            } catch {
                break
            }
        }
        state = nil
        desk.say(.exportCancelled)
    }

    /// Writes the file, and shows how far it is.
    private func write(
        _ selection: ExportSelection, to path: String, as format: ExportText.Format, replaces: Bool
    ) async throws -> ExportResult {
        let (client, files) = (desk.client, desk.files)
        let result = try await desk.run(.export(selection.count)) { (progress) throws(FriendsClientError) in
            let (counts, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
            async let result = Self.result {
                defer { continuation.finish() }
                return try await files.write(path, replaces: replaces) { write in
                    try await selection.export(as: format, from: client, to: write) { continuation.yield($0) }
                }
            }
            for await count in counts { progress(count, selection.count) }
            return await result
        }
        return try result.get()
    }

    @concurrent
    private static func result<Value: Sendable>(
        _ make: @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await make()) } catch { return .failure(error) }
    }
}
