import FriendsModel
import Observation

/// The whole program: the list, perhaps a form in it, and what lies over them. Where one is, is state, too.
@MainActor @Observable
package final class AppViewModel {
    /// What can be done with the program as a whole.
    package enum Action: Equatable, Sendable {
        case openAddForm, openUpdateForm
        case showHelp, hideHelp
        /// Moves the text of the help by lines.
        case scrollHelp(Int)
        /// Tells how far the text can be moved before its end is to be seen.
        case limitHelp(maximumTop: Int)
        /// Gives up what is being waited for.
        case cancelActivity
        /// Leaves the program from the list.
        case quit
        /// Leaves the program from wherever one is, asking when a form would be lost.
        case interrupt
    }

    /// The help on the screen, and how far it was moved.
    package struct Help: Equatable, Sendable {
        package internal(set) var top = 0
        var maximumTop = Int.max
    }

    package let list: FriendListViewModel
    package let activity: ActivityViewModel
    package let prompts: PromptViewModel
    package private(set) var form: FriendFormViewModel?
    package private(set) var help: Help?
    /// Whether the program is over.
    package private(set) var isFinished = false
    /// What the list is from: "local", or the server's name.
    package let serverName: String

    @ObservationIgnored private let client: any FriendsClient
    @ObservationIgnored private let makeID: @MainActor () -> Friend.ID
    @ObservationIgnored private var isLeaving = false

    /// - Parameters:
    ///   - makeID: makes an id that no other friend has.
    ///   - now: the time, in seconds since 1970.
    package init(
        client: any FriendsClient, serverName: String, clock: any Clock<Duration>,
        makeID: @escaping @MainActor () -> Friend.ID, now: @escaping @MainActor () -> Int
    ) {
        self.client = client
        self.serverName = serverName
        self.makeID = makeID
        activity = ActivityViewModel(clock: clock)
        prompts = PromptViewModel()
        list = FriendListViewModel(client: client, activity: activity, prompts: prompts, now: now)
    }

    /// All that is to be seen, as one value.
    package var state: AppState {
        AppState(
            serverName: serverName, list: list.state, form: form?.state, help: help, activity: activity.state,
            prompts: prompts.state)
    }

    /// Does what the action says, and returns when all of it is done, answers to questions included.
    package func send(_ action: Action) async {
        switch action {
        case .openAddForm: openForm(.add(makeID()))
        case .openUpdateForm: if let friend = list.state.selectedFriend { openForm(.update(friend)) }
        case .showHelp: help = Help()
        case .hideHelp: help = nil
        case .scrollHelp(let lines): moveHelp(to: { $0.top + lines })
        case .limitHelp(let maximumTop):
            help?.maximumTop = maximumTop
            moveHelp(to: \.top)
        case .cancelActivity: activity.cancel()
        case .quit: await finish()
        case .interrupt: await interrupt()
        }
    }

    private func moveHelp(to top: (Help) -> Int) {
        guard var help else { return }
        help.top = min(max(top(help), 0), help.maximumTop)
        self.help = help
    }

    private func openForm(_ mode: FriendFormViewModel.Mode) {
        guard form == nil else { return }
        list.state.status = nil
        form = FriendFormViewModel(mode: mode, client: client, activity: activity, prompts: prompts) {
            [weak self] ending in await self?.formEnded(ending)
        }
    }

    private func formEnded(_ ending: FriendFormViewModel.Ending) async {
        switch ending {
        case .saved(let friend, let step, let isMerged):
            form = nil
            await list.friendWasSaved(friend, step: step, isMerged: isMerged)
        case .discarded:
            form = nil
        case .letGo:
            form = nil
            await list.send(.load)
        case .outdated:
            await list.send(.load)
        case .cancelled:
            list.writeWasCancelled()
        }
    }

    private func interrupt() async {
        // Pressed again while it is waited for something: the person means it.
        if isLeaving { return isFinished = true }
        prompts.dismissAlerts()
        if let form, await !form.mayBeLeft() { return }
        await finish()
    }

    /// Ends the program when the writes that are under way have ended: what was asked for is done before.
    private func finish() async {
        isLeaving = true
        await list.writesEnded()
        isFinished = true
    }
}
