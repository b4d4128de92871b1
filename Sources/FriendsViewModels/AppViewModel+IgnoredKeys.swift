/// Keys that were typed ahead, and have no meaning any more.
extension AppViewModel {
    /// Passes on what was typed for the next friend, until that one is sent itself, or a question comes up.
    /// - Returns: whether all of it had a meaning.
    func type(_ actions: [FriendFormViewModel.Action]) -> Bool {
        for action in actions {
            guard prompts.state.current == nil, let form, !form.state.isSending || form.state.addsAnother else {
                prompts.send(.ignoreLetters)
                return false
            }
            form.send(action)
        }
        return true
    }

    /// Reports that keys were ignored that waited for something.
    /// - Parameter isFirstList: whether they waited for the first list.
    package func reportIgnoredKeys(waitingForList isFirstList: Bool) {
        let status = list.state.status
        list.send(.report(isFirstList ? .ignoredKeys : .ignoredWaitingKeys))
        // It can be the reason. The messages have both.
        if let status, status.kind == .problem { list.send(.report(status)) }
        // More letters may be on their way to where the others went.
        prompts.send(.ignoreLetters)
    }
}
