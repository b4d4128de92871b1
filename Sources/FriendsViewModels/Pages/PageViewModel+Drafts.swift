import FriendsModel

/// The drafts.
extension PageViewModel {
    func loadDrafts() async {
        loadNumber += 1
        let number = loadNumber
        let stored = await desk.drafts.stored()
        if number == loadNumber { show(.drafts(stored)) }
    }

    private var selectedDraft: StoredDraft? {
        guard case .drafts(let drafts) = state.table.entries, let selected = state.table.selected else { return nil }
        return drafts[selected]
    }

    /// Opens the form of the selected draft.
    func continueDraft() async {
        // A second key press is ignored.
        guard let draft = selectedDraft, !isTakingDraft else { return }
        isTakingDraft = true
        defer { isTakingDraft = false }
        if let taken = await take(draft) { onContinue(taken) }
    }

    /// Deletes the selected draft, after a question: it cannot be undone.
    func deleteDraft() async {
        guard let draft = selectedDraft else { return }
        let question = Prompt.question("Delete this draft?", ["\(draft.draft.title).", "You can\u{2019}t undo it."])
        guard await desk.ask(question) == .yes, let taken = await take(draft) else { return }
        desk.drafts.discard(taken.id)
        await loadDrafts()
    }

    /// - Returns: nil if the draft is gone or another program has it; the page is then reloaded.
    private func take(_ draft: StoredDraft) async -> StoredDraft? {
        if let taken = await desk.drafts.takeOver(draft.id) { return taken }
        desk.say(.problem, "This draft is open elsewhere or was deleted")
        await loadDrafts()
        return nil
    }
}

extension UnsavedDraft {
    /// What the user was doing.
    package var title: String {
        base.map { "Editing \($0.details.fullName)" } ?? "Adding \(name)"
    }

    /// What it is, for the question at the start.
    var unsavedTitle: String {
        base.map { "Unsaved changes: \($0.details.fullName)" } ?? "Unsaved friend: \(name)"
    }

    private var name: String {
        let name = details.fullName.trimmed
        return name.isEmpty ? "a friend" : name
    }
}
