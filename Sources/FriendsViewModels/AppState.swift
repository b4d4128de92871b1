/// All that is to be seen: what a view is a function of.
package struct AppState: Equatable, Sendable {
    package var serverName: String
    /// Whether the list is on a server that others use as well, and can be away.
    package var isShared: Bool
    package var list: FriendListViewModel.State
    package var form: FriendFormViewModel.State?
    /// The list in the place of the friends, when there is one.
    package var page: PageViewModel.State?
    package var help: AppViewModel.Help?
    package var palette: PaletteViewModel.State?
    package var activity: ActivityViewModel.State
    package var prompts: PromptViewModel.State

    package init(
        serverName: String, isShared: Bool, list: FriendListViewModel.State = .init(),
        form: FriendFormViewModel.State? = nil, page: PageViewModel.State? = nil,
        help: AppViewModel.Help? = nil, palette: PaletteViewModel.State? = nil,
        activity: ActivityViewModel.State = .init(),
        prompts: PromptViewModel.State = .init()
    ) {
        self.serverName = serverName
        self.isShared = isShared
        self.list = list
        self.form = form
        self.page = page
        self.help = help
        self.palette = palette
        self.activity = activity
        self.prompts = prompts
    }
}
