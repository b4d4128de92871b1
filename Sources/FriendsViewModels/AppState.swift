/// The whole visible state: the argument of the views.
package struct AppState: Equatable, Sendable {
    package var serverName: String
    /// Whether the server is shared, and can be unreachable.
    package var isShared: Bool
    package var list: FriendListViewModel.State
    package var form: FriendForm?
    /// The page in place of the list, if there is one.
    package var page: PageViewModel.State?
    package var help: AppViewModel.Help?
    package var palette: PaletteViewModel.State?
    package var activity: ActivityViewModel.State
    package var prompts: PromptViewModel.State

    package init(
        serverName: String, isShared: Bool, list: FriendListViewModel.State = .init(),
        form: FriendForm? = nil, page: PageViewModel.State? = nil,
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
