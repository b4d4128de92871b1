import FriendsList

/// What the list or a page shows: its rows, or what is there in their place.
package enum ListContent: Equatable, Sendable {
    /// No answer yet: neither empty nor an error.
    case loading
    /// Never loaded.
    case failed(Failure)
    case loaded

    init(_ content: FriendListStore.Content) {
        switch content {
        case .loading: self = .loading
        case .failed(let error): self = .failed(Failure(error, during: .load))
        case .loaded: self = .loaded
        }
    }
}

extension FriendListStore.Staleness {
    /// Why the rows are old.
    package var failure: Failure { Failure(error, during: .load) }
}

extension FriendListStore.State {
    /// Why the rows are old or missing.
    var failure: Failure? { error.map { Failure($0, during: .load) } }
}
