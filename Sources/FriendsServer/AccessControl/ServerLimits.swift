import NIOCore

/// The limits of a shared server: sizes, rates and timeouts.
package struct ServerLimits: Sendable {
    /// The maximum size of a request target, in bytes.
    var targetSize = 8 * 1_024
    /// The maximum size of all header fields of a request, in bytes.
    var headerSize = 16 * 1_024
    var headerCount = 100

    /// Request bodies above 64 KiB that are read and processed at once; one above 13 MiB counts twice. Others get 503.
    package var largeBodies = 16
    /// Large bodies of one client, which sends three batches at once. Its others get 503.
    package var largeBodiesPerClient = 6

    /// Responses with a whole list of more than 1,000 friends at once; each may be a file of its own. Others get 503.
    var wholeLists = 16
    /// The same of one client.
    var wholeListsPerClient = 4
    /// Other responses above 256 KiB at once, each a file of its own: pages, changes and friends. Others get 503.
    var largeResponses = 64
    /// The same of one client.
    var largeResponsesPerClient = 16
    /// Where these files are.
    var spools = Spool.Place()

    /// Requests per second and client; 0 means no limit.
    package var requestsPerSecond = 500
    /// Requests of one client at once, after a pause.
    var burst: Int { requestsPerSecond * 4 }
    /// Open event streams per client.
    package var streamsPerClient = 100
    package var connections = 1_000
    package var connectionsPerClient = 500
    /// Connections above the maximum, each for one response: `/health`, `/ready`, or 503.
    var reserve = 32
    /// Open files that a server needs in addition to its connections: the reserve, the database, the log, and connections
    /// that are being accepted; and one for each whole list and large response.
    package static let otherFiles = 96 + ServerLimits().wholeLists + ServerLimits().largeResponses
    /// The size of the system's send buffer for one connection, in bytes.
    var socketBufferSize = 256 * 1_024

    /// From the connection to the end of the first request's head, including the TLS handshake.
    var firstRequestTimeout = TimeAmount.seconds(10)
    /// From a response to the end of the next request's head.
    var keepAliveTimeout = TimeAmount.seconds(25)
    /// From the head of a request to the end of its body.
    var bodyTimeout = TimeAmount.seconds(45)
    /// How long a client may take to read while the connection's buffers are full.
    var writeTimeout = TimeAmount.seconds(25)
    /// How long the connection stays open after its last response: a reset could destroy that response.
    var closeTimeout = TimeAmount.seconds(2)
    /// How long an open event stream may take to end when the server shuts down.
    var streamEndTimeout = TimeAmount.seconds(1)

    package init() {}
}
