/// Keys that were typed ahead, and have no meaning any more.
extension AppViewModel {
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
