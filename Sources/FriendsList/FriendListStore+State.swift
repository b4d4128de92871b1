import FriendsModel

extension FriendListStore {
    /// What the store knows beside the rows.
    package struct State: Equatable, Sendable {
        package internal(set) var content = Content.loading
        /// Set while the rows are older than the last attempt to load them.
        package internal(set) var staleness: Staleness?
        package internal(set) var connection = Connection.none
        /// How far the first load is, when it takes more than one page.
        package internal(set) var progress: Progress?

        package init() {}

        /// Why the rows are old or missing.
        package var error: FriendsClientError? {
            if let staleness { return staleness.error }
            guard case .failed(let error) = content else { return nil }
            return error
        }
    }

    /// Whether rows are loaded, and why not.
    package enum Content: Equatable, Sendable {
        /// No answer yet: neither empty nor an error.
        case loading
        /// Never loaded.
        case failed(FriendsClientError)
        case loaded
    }

    /// Why the rows are old, and since when.
    package struct Staleness: Equatable, Sendable {
        /// The error of the newest attempt.
        package let error: FriendsClientError
        /// When the rows were loaded, in seconds since 1970; nil when the list was never loaded whole.
        package let loadedAt: Int?
    }

    /// How many friends have come so far.
    package struct Progress: Equatable, Sendable {
        package let loaded: Int
        /// Nil when the server does not say.
        package let total: Int?
    }

    /// What has happened to the list as a whole.
    package enum Event: Equatable, Sendable {
        /// The whole list was read from the cache.
        case restored
        case loaded(unreadableCount: Int)
        /// New changes of the server were made in the rows.
        case changed(ListChanges)
        /// Something that this program has written was made in the rows.
        case written
        /// The rows have become older than the list of the server.
        case failed
    }
}
