/// The pages in place of the list.
extension AppViewModel {
    /// Opens a page in place of the current one, but not over a form.
    func openPage(_ kind: PageViewModel.Kind) async {
        guard form == nil else { return }
        // The marks and the filter stay.
        if let page, page.kind == kind { return await page.send(.reload)?.value ?? () }
        closePage()
        tagging.send(.cancel)
        pathField.send(.cancel)
        // The status line names keys of the list.
        list.send(.report(nil))
        let page = PageViewModel(
            kind, client: client, list: list, writer: writer, activity: activity, prompts: prompts, log: messages,
            drafts: drafts,
            now: now
        ) { [weak self] in self?.goOn(with: $0) }
        page.onChange = { [weak self] in self?.onChange() }
        self.page = page
        await page.send(.load)?.value
    }

    func closePage() {
        guard let page else { return }
        page.close()
        self.page = nil
    }
}
