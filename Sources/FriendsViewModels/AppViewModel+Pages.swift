import FriendsFormats

/// The pages in place of the list.
extension AppViewModel {
    /// Opens a page in place of the current one, but not over a form.
    func openPage(_ kind: PageKind) async {
        guard form == nil else { return }
        // The marks and the filter stay.
        if let page, page.state.kind == kind { return await page.send(.reload)?.value ?? () }
        if kind == .messages, let page, page === importing?.page, importing?.state.isImporting == false {
            self.page = nil
            coveredPage = page
        } else {
            guard await pageMayBeLeft() else { return }
        }
        await open(kind).load()
    }

    /// Opens the preview of an import.
    func openImport(of file: any RecordFile, _ columns: ColumnMap) {
        let importing = ImportViewModel(
            of: file, columns, on: open(.records),
            onEncoding: { [weak self] in self?.pathField.send(.beginEncoding(ofFile: $0)) },
            onImported: { [weak self] in self?.closePage() })
        self.importing = importing
        Task.immediate { await importing.load() }
    }

    /// Opens an empty page in place of the current one, or over the preview of an import.
    private func open(_ kind: PageKind) -> PageViewModel {
        if page != nil { closePage() }
        tagging.send(.cancel)
        pathField.send(.cancel)
        // The status line names keys of the list.
        desk.clearStatus()
        let page = PageViewModel(kind, desk: desk, list: list) { [weak self] in self?.follow($0) }
        self.page = page
        return page
    }

    /// Goes where the page leads to.
    private func follow(_ exit: PageViewModel.Exit) {
        switch exit {
        case .draft(let stored): goOn(with: stored)
        case .merge(let entry, let entries): merging.open(entry, of: entries)
        case .friend(let id):
            closePage()
            list.select(id)
        case .filter(let text):
            closePage()
            for action in [FilterAction.clear, .begin, .edit(.insert(text)), .keep] { list.send(.find(action)) }
        }
    }

    /// Whether what was chosen on the page may be lost, and in the merge of two friends on it.
    func pageMayBeLeft() async -> Bool {
        guard await desk.mayLeave(merging.leaving()) else { return false }
        return await desk.mayLeave(importing?.leaving ?? .free)
    }

    /// Goes back for the user: to the preview under the page, or to the friends.
    func leavePage() async {
        if let coveredPage, let page {
            page.close()
            self.coveredPage = nil
            coveredPage.send(.resize(height: page.state.table.viewport.height))
            self.page = coveredPage
        } else if await pageMayBeLeft() {
            closePage()
        }
    }

    func closePage() {
        merging.close()
        guard page != nil else { return }
        for page in [page, coveredPage] { page?.close() }
        (page, coveredPage, importing) = (nil, nil, nil)
    }
}
