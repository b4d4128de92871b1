/// The fixed words of the HTTP interface, written once for the client and the server (Docs/HTTP.md).
package enum Interface {
    /// The collection of friends; one friend is at this path, a slash and its id.
    package static let friendsPath = "/friends"
    /// The deleted friends; one of them is at this path, a slash and its id.
    package static let trashPath = "/trash"
    /// What a path of the trash ends with that brings the friend back.
    package static let restoreSuffix = "/restore"
    /// The stream of changes (server-sent events).
    package static let eventsPath = "/events"
    package static let healthPath = "/health"
    package static let openAPIPath = "/openapi.yaml"

    /// The query parameter that limits a page, and the most it may ask for.
    package static let limitParameter = "limit"
    package static let maximumLimit = 10_000
    /// The query parameter that names the place where an earlier page ended.
    package static let afterParameter = "after"
    /// The query parameter that names the position in the history behind which changes are asked for.
    package static let sinceParameter = "since"
    /// The header that names it when a stream is taken up again.
    package static let lastEventIDHeader = "Last-Event-ID"
    /// The header with the number of friends in the whole list.
    package static let totalCountHeader = "Total-Count"

    package static let jsonMediaType = "application/json"
    package static let mergePatchMediaType = "application/merge-patch+json"
    package static let problemMediaType = "application/problem+json"
    package static let eventStreamMediaType = "text/event-stream"

    /// How many bytes the body of a request may have: all fields, as long as they can be, fit several times.
    package static let maximumRequestBody = 64 * 1024
}
