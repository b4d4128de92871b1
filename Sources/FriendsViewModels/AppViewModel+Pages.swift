import FriendsFormats

/// The pages in place of the list.
extension AppViewModel {
    /// Opens a page in place of the current one, but not over a form.
    func openPage(_ kind: PageViewModel.Kind) async {
        guard form == nil else { return }
        // The marks and the filter stay.
        if let page, page.kind == kind, kind != .records { return await page.send(.reload)?.value ?? () }
        if kind == .messages, let page, page.kind == .records, !page.isImporting {
            self.page = nil
            coveredPage = page
        } else {
            guard await pageMayBeLeft() else { return }
        }
        await open(kind).send(.load)?.value
    }

    /// Opens the preview of an import.
    func openImport(of file: any RecordFile, _ columns: ColumnMap) {
        let page = open(.records)
        page.file = (file, columns)
        page.onImported = { [weak self] in self?.closePage() }
        page.send(.load)
    }

    /// Opens an empty page in place of the current one, or over the preview of an import.
    private func open(_ kind: PageViewModel.Kind) -> PageViewModel {
        if page != nil { closePage() }
        tagging.send(.cancel)
        pathField.send(.cancel)
        // The status line names keys of the list.
        desk.clearStatus()
        let page = PageViewModel(kind, desk: desk, list: list) { [weak self] in self?.goOn(with: $0) }
        self.page = page
        return page
    }

    /// Shows the two friends of the selected row of the duplicates.
    func openMerge() {
        guard let table = page?.state.table, let selected = table.selected, case .duplicates(let shown) = table.entries,
            case .duplicates(let all) = table.all
        else { return }
        merging.open(shown[selected], of: all)
    }

    /// Whether what was chosen on the page may be lost, and in the merge of two friends on it.
    func pageMayBeLeft() async -> Bool {
        guard await desk.mayLeave(merging.leaving()) else { return false }
        for page in [page, coveredPage].compactMap(\.self) {
            guard await desk.mayLeave(page.leaving) else { return false }
        }
        return true
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
        for page in [page, coveredPage] { page?.close() }
        coveredPage = nil
        if page != nil { page = nil }
    }
}
