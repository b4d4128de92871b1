import FriendsList
import FriendsModel

/// What every part of the screen needs: it says something in the status line, asks, shows what is awaited, keeps the messages,
/// and has the services. It tells of every change of a state.
@MainActor
package final class Desk {
    package let client: any FriendsClient
    /// The name of the server, or "local".
    package let serverName: String
    /// Whether others use the server, too.
    package let isShared: Bool
    /// What is typed and not stored yet.
    let drafts: any DraftStore
    /// The files that the user names.
    let files: any UserFiles
    /// The synchronisation with address books; nil without an account.
    package let sync: SyncViewModel?
    let clock: any Clock<Duration>
    /// The time, in seconds since 1970.
    let now: @MainActor () -> Int
    /// Sends a text to the clipboard.
    private let sendCopy: @MainActor (String) -> CopyOutcome
    package let activity: ActivityViewModel
    package let prompts = PromptViewModel()
    /// The text of the status line.
    package private(set) var status: StatusMessage? { didSet { onChange() } }
    /// The messages since the start of the program, the newest first.
    package private(set) var messages: [Message] = [] { didSet { onMessage() } }
    /// The failure that was recorded last.
    private var failure: Failure?
    /// Whether the user is asked to leave something that would be lost. The question is there once, however often it is asked
    /// for.
    private(set) var isAskingToLeave = false { didSet { onChange() } }
    /// Called after every change of a state.
    package var onChange: @MainActor () -> Void = {}
    /// Called when a message was added.
    var onMessage: @MainActor () -> Void = {}

    /// - Parameters:
    ///   - isAnimated: whether a spinner moves while something is awaited.
    ///   - sync: synchronises the list with address books, if there are accounts.
    ///   - now: the time, in seconds since 1970.
    ///   - sendCopy: sends a text to the clipboard.
    package init(
        client: any FriendsClient, serverName: String, isShared: Bool, drafts: any DraftStore, files: any UserFiles,
        clock: any Clock<Duration>, isAnimated: Bool = false, sync: (any SyncService)? = nil,
        now: @escaping @MainActor () -> Int, sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        (self.client, self.serverName, self.isShared) = (client, serverName, isShared)
        (self.drafts, self.files) = (drafts, files)
        (self.clock, self.now, self.sendCopy) = (clock, now, sendCopy)
        self.sync = sync.map { SyncViewModel(service: $0, clock: clock, now: now) }
        activity = ActivityViewModel(clock: clock, isAnimated: isAnimated)
        activity.onChange = { [weak self] in self?.onChange() }
        prompts.onChange = { [weak self] in self?.onChange() }
        self.sync?.onChange = { [weak self] in self?.onChange() }
        self.sync?.onMessage = { [weak self] in self?.mention($0) }
        self.sync?.onResolution = { [weak self] in if self?.status == $0 { self?.clearStatus() } }
    }

    // MARK: Saying

    package func say(_ message: StatusMessage) {
        status = message
        if !message.isAboutKeys { record(message.kind, message.text, message.lines) }
    }

    package func say(_ kind: StatusMessage.Kind, _ text: String) { say(StatusMessage(kind: kind, text: text)) }

    /// Says something that nobody has waited for. It does not take the place of an offer or a problem; the messages have it.
    func mention(_ message: StatusMessage) {
        record(message.kind, message.text, message.lines)
        if status?.offer == nil, status?.kind != .problem { status = message }
    }

    func clearStatus() { status = nil }

    /// Clears a status that is about something else after a step. What can be undone stays.
    func endStatus() {
        if let status, !status.canBeReversed { clearStatus() }
    }

    /// Clears a status that is about a key, after a change elsewhere.
    func endKeyStatus() {
        if status?.isAboutKeys == true || status == .refusedPaste { clearStatus() }
    }

    /// Reports a key without a meaning, once, and not in place of an offer of undo or a problem.
    func refuseKey(_ name: String) {
        let report = StatusMessage.unusedKey(name)
        guard status != report, status?.canBeReversed != true, status?.kind != .problem else { return }
        say(report)
    }

    /// Reports that keys were ignored that waited for something.
    /// - Parameter isFirstList: whether they waited for the first list.
    package func reportIgnoredKeys(waitingForList isFirstList: Bool) {
        let old = status
        say(isFirstList ? .ignoredKeys : .ignoredWaitingKeys)
        // It can be the reason. The messages have both.
        if let old, old.kind == .problem { say(old) }
        // More letters may be on their way to where the others went.
        prompts.send(.ignoreLetters)
    }

    /// Puts a text on the clipboard, and says so.
    /// - Parameter name: what is said of it.
    func copy(_ text: String, named name: String) { say(.copied(name, sendCopy(text))) }

    // MARK: Asking

    /// Shows a prompt, after the prompts that are there already, and waits for its answer. The messages keep an alert.
    /// - Parameter receive: takes the answer at once.
    func ask(
        _ prompt: Prompt, _ receive: @escaping @MainActor (Prompt.Answer) -> Void = { _ in }
    ) async -> Prompt.Answer {
        if !prompt.isQuestion, !prompt.answers.contains(.keepAsNotes) {
            record(.problem, prompt.heading, prompt.lines)
        }
        return await prompts.ask(prompt, receive)
    }

    /// Whether something may be left: it has nothing to lose, or the user says so.
    func mayLeave(_ leaving: Leaving) async -> Bool {
        switch leaving {
        case .free: return true
        case .refused(let reason):
            say(.information, reason)
            return false
        case .asking(let question):
            guard !isAskingToLeave else { return false }
            isAskingToLeave = true
            // What stays can be left again at once.
            let answer = await ask(question) { if $0 != .yes { self.isAskingToLeave = false } }
            if answer == .yes { isAskingToLeave = false }
            return answer == .yes
        }
    }

    // MARK: Recording

    /// Records why the rows are old or missing, once.
    func record(_ newFailure: Failure?) {
        guard newFailure != failure else { return }
        failure = newFailure
        if let failure { record(.problem, failure.heading, failure.lines) }
    }

    private func record(_ kind: StatusMessage.Kind, _ heading: String, _ lines: [MessageLine]) {
        let number = (messages.first?.number ?? 0) + 1
        let message = Message(number: number, time: now(), kind: kind, heading: heading, lines: lines.map(\.words))
        messages = [message] + messages.prefix(Message.limit - 1)
    }
}

/// What stands against leaving a part of the screen.
enum Leaving {
    case free
    case asking(Prompt)
    /// It stays, for a reason.
    case refused(String)
}

/// The calls of the list on the screen: an activity while they are under way, and a prompt after a failure.
extension Desk: CallDelegate {
    package func run<Value: Sendable>(
        _ operation: Operation,
        _ call: @escaping @MainActor (_ progress: WriteProgress) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        let text = operation.progressText
        return try await activity.run(text) { (retitle) throws(FriendsClientError) in
            try await call { answered, count in retitle("\(text) \(answered) of \(count)") }
        }
    }

    package func retries(
        _ operation: Operation, after error: FriendsClientError, mayHaveBeenDone: Bool = false
    ) async -> Bool {
        await ask(Failure(error, during: operation, mayHaveBeenDone: mayHaveBeenDone).prompt) == .retry
    }

    package func retries(_ operation: Operation, after result: WriteResult) async -> Bool {
        await ask(result.failurePrompt(during: operation)) == .retry
    }

    package func allowsDeletion(
        of count: Int, isShared: Bool, by direction: UndoHistory.Direction?
    ) async -> Bool {
        await ask(.deletion(count, isShared: isShared, by: direction)) == .yes
    }
}
