import Hummingbird
import NIOCore

/// The context of a request in the router.
struct FriendsContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The id in a path without a parameter for it.
    var literalID: String?
    /// Who sends the request; nil without access control.
    var client: ClientIdentity?
    /// The connection of the request.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
