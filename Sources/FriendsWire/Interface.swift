/// The constants of the HTTP interface, shared by the client and the server (Docs/HTTP.md).
package enum Interface {
    /// The list of friends. One friend is at this path, a slash and its id.
    package static let friendsPath = "/friends"
    /// Several changes in one request.
    package static let batchPath = "/friends/batch"
    /// The maximum number of changes in a batch.
    package static let maximumBatch = 1_000
    /// The deleted friends. One of them is at this path, a slash and its id.
    package static let trashPath = "/trash"
    /// The end of a path in the trash that restores the friend.
    package static let restoreSuffix = "/restore"
    /// The stream of changes (server-sent events).
    package static let eventsPath = "/events"
    package static let healthPath = "/health"
    /// Whether the server can write.
    package static let readyPath = "/ready"
    package static let openAPIPath = "/openapi.yaml"

    /// The query parameter that limits a page, and its maximum.
    package static let limitParameter = "limit"
    package static let maximumLimit = 10_000
    /// The query parameter with the end of the previous page.
    package static let afterParameter = "after"
    /// The query parameter of a list with rests, and its value.
    package static let includeParameter = "include"
    package static let includedRest = "rest"
    /// The query parameter with the position in the history after which changes are requested.
    package static let sinceParameter = "since"
    /// The header with that position when a client reconnects to the event stream.
    package static let lastEventIDHeader = "Last-Event-ID"
    /// The header with the number of friends in the whole list.
    package static let totalCountHeader = "Total-Count"
    /// The header with the id of the request, in every response and in the log of the server.
    package static let requestIDHeader = "X-Request-Id"
    /// The headers with the preferences of the client (RFC 7240), and with the applied ones.
    package static let preferHeader = "Prefer"
    package static let preferenceAppliedHeader = "Preference-Applied"
    /// The preference for a response without what the request has.
    package static let minimalReturn = "return=minimal"

    package static let jsonMediaType = "application/json"
    package static let csvMediaType = "text/csv"
    package static let vCardMediaType = "text/vcard"
    package static let mergePatchMediaType = "application/merge-patch+json"
    package static let problemMediaType = "application/problem+json"
    package static let eventStreamMediaType = "text/event-stream"

    /// The maximum size of a request body in bytes: more than a friend with the most and the longest lines and the largest rest
    /// needs, or a batch of usual friends.
    package static let maximumRequestBody = 26 << 20
}
