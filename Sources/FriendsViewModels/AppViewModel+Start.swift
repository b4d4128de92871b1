import FriendsModel

/// The start of the program, and the changes of others for an open form.
extension AppViewModel {
    func start() async {
        await list.store.start()
        desk.sync?.start()
        // What was typed before is for the list, and must not meet the question.
        await offerDraft()
    }

    /// Offers a draft of a program on this server that ended before its form.
    private func offerDraft() async {
        while let stored = await desk.drafts.takeOver() {
            // The user is at something else already: the draft is offered the next time. What is typed must not answer the
            // question.
            guard form == nil, page == nil, !isTyping, !isChoosing else { return desk.drafts.putBack(stored.id) }
            switch await desk.ask(.offer(stored.draft)) {
            case .continueDraft: return goOn(with: stored)
            case .toDrafts: desk.drafts.setAside(stored.id)
            default: return desk.drafts.putBack(stored.id)
            }
        }
    }

    /// Whether an input field has the focus.
    private var isTyping: Bool {
        list.state.table.filter?.isTyping == true || tagging.state != nil || pathField.state != nil
            || palette.state != nil
    }

    /// Whether the next key is for a menu or the help.
    private var isChoosing: Bool { list.state.isChoosingOrder || list.state.columnChooser != nil || help != nil }

    /// Opens the form of a draft that was taken over.
    func goOn(with stored: StoredDraft) {
        // An earlier key has opened another form.
        guard form == nil else { return desk.drafts.putBack(stored.id) }
        desk.drafts.adopt(stored.id)
        let draft = stored.draft
        list.select(draft.id)
        openForm(draft.base.map { .update($0) } ?? .add(draft.id), typed: draft.details)
        // Others may have changed the friend, or deleted it, since the draft was left.
        if list.state.content == .loaded, list.state.progress == nil { compareForm() }
    }

    /// Tells the form when the friend in it is another one in the list, or not there any more.
    func compareForm() {
        guard let form else { return }
        guard let index = list.state.table.rows.index(of: form.state.mode.id) else { return form.friendDeleted() }
        let current = list.state.table.rows[index]
        // A cached list can be older than a friend that was added just before the program ended.
        let isOther = current.version != form.state.mode.friend?.version
        if isOther || form.state.isDeletedElsewhere { form.friendChanged(current) }
    }
}
