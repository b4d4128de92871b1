/// The lists that can take the place of the friends.
extension AppViewModel {
    /// Shows a page, in the place of the one that is there. Over a form there is none: what is typed stays in sight.
    func openPage(_ kind: PageViewModel.Kind) async {
        guard form == nil else { return }
        // What is marked and filtered on the page stays.
        if let page, page.kind == kind { return await page.send(.reload)?.value ?? () }
        closePage()
        // It speaks of keys of the list.
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
