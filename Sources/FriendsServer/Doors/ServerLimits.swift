import NIOCore

/// How much of a shared server one client may take, and for how long.
package struct ServerLimits: Sendable {
    /// How many bytes the target of a request may have, and all its header fields together.
    var target = 8 * 1_024
    var fields = 16 * 1_024
    var fieldCount = 100

    /// How many requests a client may send: each second, and at once after a pause. 0 is no limit.
    package var requestsPerSecond = 500
    var burst: Int { requestsPerSecond * 4 }
    /// How many event streams a client may have open at a time.
    package var streamsPerClient = 100
    /// How many connections there may be, and how many of them for one client.
    package var connections = 1_000
    package var connectionsPerClient = 500
    /// How many more there may be, each for one answer: of `/health`, or that there are too many.
    var reserve = 32
    /// How many open files a server needs beside those of its regular connections: the reserve, the database, the log,
    /// what is being accepted.
    package static let otherFiles = 96
    /// How many bytes of answers the system may hold for one connection.
    var systemBuffer = 256 * 1_024

    /// How long a new connection may take to say what it wants, its handshake included.
    var firstRequest = TimeAmount.seconds(10)
    /// How long a connection may be idle between an answer and the end of the next request's head.
    var nextRequest = TimeAmount.seconds(25)
    /// How long the body of a request may take to arrive.
    var body = TimeAmount.seconds(15)
    /// How long a client may leave so much of an answer untaken that no more of it fits.
    var reading = TimeAmount.seconds(25)
    /// How long a connection whose last answer was sent is listened to, for a reset could destroy that answer.
    var closing = TimeAmount.seconds(2)

    package init() {}
}
