import Hummingbird
import NIOCore

/// What a request carries on its way through the router.
struct FriendsContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that the request came by.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
