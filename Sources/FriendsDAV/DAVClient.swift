import FriendsModel
import FriendsXML
import HTTPTransport
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Sends requests to a WebDAV server, and to the servers of the same provider that it refers to.
package struct DAVClient: Sendable {
    private let transports: Transports

    /// A client that connects with its first request.
    /// - Parameters:
    ///   - authorization: sent to the server that the user has named, and to those of the same domain that it refers to.
    ///   - authorities: the trusted certificate authorities; nil for the system's.
    ///   - clock: measures the pauses before retries.
    ///   - jitter: a random duration from zero to the given one: the length of such a pause.
    package init(
        authorization: Authorization?, authorities: CertificateAuthorities?, limits: ClientLimits,
        clock: any Clock<Duration>, jitter: @escaping @Sendable (Duration) -> Duration,
        eventLoopGroup: any EventLoopGroup, logger: Logger
    ) {
        transports = Transports { address in
            Transport(
                address: address, authorization: authorization, authorities: authorities, limits: limits,
                policy: RetryPolicy(clock: clock, jitter: jitter), eventLoopGroup: eventLoopGroup, logger: logger,
                refusal: { _ in .unreadableResponse(reason: "the server refused it") })
        }
    }

    /// Closes all connections. Requests in progress fail as cancelled.
    package func shutdown() async { await transports.shutdown() }

    /// The limits of a server that answers slowly: some need a minute for a large address book.
    package static let limits = ClientLimits(
        connectTimeout: .seconds(10), readTimeout: .seconds(60), requestTimeout: .seconds(150))

    // MARK: - Reading

    /// The properties of a resource, and of what is directly in it.
    /// - Parameter hasMembers: whether those of the resources in it are asked for as well.
    /// - Returns: the answer, and the address of the resource after redirects.
    package func properties(
        _ names: [XMLName], of address: DAVAddress, hasMembers: Bool = false
    ) async throws(DAVError) -> (answer: Multistatus, address: DAVAddress) {
        try await multistatus(.PROPFIND, DAVNames.propfind(names), address, depth: hasMembers ? "1" : "0")
    }

    /// The answer to a report about a collection.
    package func report(_ body: XMLElement, of address: DAVAddress) async throws(DAVError) -> Multistatus {
        try await multistatus(.REPORT, body, address, depth: "0").answer
    }

    private func multistatus(
        _ method: HTTPMethod, _ body: XMLElement, _ address: DAVAddress, depth: String
    ) async throws(DAVError) -> (answer: Multistatus, address: DAVAddress) {
        var request = Request(method, "", isRead: true)
        request.headers = ["Depth": depth, "Content-Type": "application/xml; charset=utf-8", "Accept": "*/*"]
        request.body = ByteBuffer(bytes: body.document)
        let (response, address) = try await read(request, address)
        guard response.status.code == 207 else {
            throw .unreadable(reason: "the reply does not come from an address book server")
        }
        let content = try Self.body(of: response)
        let root: XMLElement
        do throws(XMLReader.Problem) {
            root = try XMLReader.root(of: content.readableBytesView)
        } catch {
            throw .unreadable(reason: error.reason)
        }
        return (try Multistatus(root, of: address), address)
    }

    /// Reads a resource, whose version is `etag`.
    package func content(
        of address: DAVAddress, accepting mediaType: String
    ) async throws(DAVError) -> (bytes: [UInt8], etag: String?) {
        var request = Request(.GET, "")
        request.headers = ["Accept": mediaType]
        let (response, _) = try await read(request, address)
        guard response.status.code == 200 else { throw .unreadable(reason: "the reply has no content") }
        return (Array(try Self.body(of: response).readableBytesView), response.headers.first(name: "ETag"))
    }

    private static let maximumRedirects = 5

    private func read(
        _ request: Request, _ address: DAVAddress
    ) async throws(DAVError) -> (response: Response, address: DAVAddress) {
        var address = address
        for _ in 0...Self.maximumRedirects {
            let response = try await response(to: request, address)
            guard [301, 302, 303, 307, 308].contains(response.status.code) else { return (response, address) }
            let location = response.headers.first(name: "Location") ?? ""
            guard let next = address.resolving(location), next.isTrusted(by: address) else {
                throw .elsewhere(location)
            }
            address = next
        }
        throw .elsewhere(address.description)
    }

    // MARK: - Writing

    /// Which state of a resource a write replaces.
    package enum Precondition: Sendable {
        /// None: the resource is new.
        case absent
        /// The one with this version.
        case version(String)

        fileprivate var header: (name: String, value: String) {
            switch self {
            case .absent: ("If-None-Match", "*")
            case .version(let etag): ("If-Match", etag)
            }
        }
    }

    /// Stores a resource.
    /// - Returns: its address, which a server may choose, and its version, if the server says it.
    package func put(
        _ content: [UInt8], as mediaType: String, at address: DAVAddress, _ precondition: Precondition
    ) async throws(DAVError) -> (address: DAVAddress, etag: String?) {
        var request = Request(.PUT, "")
        request.headers = ["Content-Type": mediaType]
        request.headers.add(name: precondition.header.name, value: precondition.header.value)
        request.body = ByteBuffer(bytes: content)
        let response = try await write(request, address)
        // Also a 207, in which some servers refuse.
        guard [200, 201, 204].contains(response.status.code) else {
            throw .unreadable(reason: "the server did not say whether it has stored the card")
        }
        let place = response.headers.first(name: "Location").flatMap(address.resolving)
        return (
            place.map { DAVAddress(address.server, path: $0.path) } ?? address, response.headers.first(name: "ETag")
        )
    }

    /// Makes a folder of some types.
    /// - Parameter name: what the user calls it.
    package func makeCollection(
        at address: DAVAddress, _ types: [XMLName], name: String
    ) async throws(DAVError) {
        let properties = [
            XMLElement(DAVNames.resourceType, types.map { XMLElement($0) }),
            XMLElement(DAVNames.displayName, text: name),
        ]
        let body = XMLElement(
            DAVNames.makeCollection, [XMLElement(DAVNames.set, [XMLElement(DAVNames.prop, properties)])])
        var request = Request(.MKCOL, "")
        request.headers = ["Content-Type": "application/xml; charset=utf-8"]
        request.body = ByteBuffer(bytes: body.document)
        let response = try await write(request, address)
        guard response.status.code == 201 else {
            throw .unreadable(reason: "the server did not say whether it has made the address book")
        }
    }

    /// Deletes a resource, if it still has this version.
    package func delete(_ address: DAVAddress, version: String) async throws(DAVError) {
        var request = Request(.DELETE, "")
        request.headers.add(name: "If-Match", value: version)
        let response = try await write(request, address)
        guard [200, 202, 204].contains(response.status.code) else {
            throw .unreadable(reason: "the server did not say whether it has deleted the card")
        }
    }

    private func write(_ request: Request, _ address: DAVAddress) async throws(DAVError) -> Response {
        let response = try await response(to: request, address)
        if (300..<400).contains(response.status.code) {
            throw .elsewhere(response.headers.first(name: "Location") ?? "")
        }
        if response.isPage { throw .unreadable(reason: "the server has answered with a page for people") }
        return response
    }

    /// The response to a request: a success or a redirect.
    private func response(to request: Request, _ address: DAVAddress) async throws(DAVError) -> Response {
        let response: Response
        do throws(FriendsClientError) {
            response = try await transports.at(address.server).response(to: request.at(address.path))
        } catch {
            throw .noAnswer(error)
        }
        guard (200..<400).contains(response.status.code) else { throw DAVError(refusal: response) }
        return response
    }

    private static func body(of response: Response) throws(DAVError) -> ByteBuffer {
        // The client accepts no encodings.
        if let encoding = response.headers.first(name: "Content-Encoding")?.trimmed, encoding.lowercased() != "identity"
        {
            throw .unreadable(reason: "the reply is compressed")
        }
        switch response.body {
        case .success(let body): return body
        case .failure(let failure): throw .noAnswer(failure.error)
        }
    }
}

extension Request {
    /// The request for another path.
    fileprivate func at(_ path: String) -> Request {
        var request = Request(method, path, isRead: isRead)
        (request.headers, request.body) = (headers, body)
        return request
    }
}

extension XMLReader.Problem {
    fileprivate var reason: String {
        switch self {
        case .malformed: "the reply is not valid XML, or not complete"
        case .documentType: "the reply has a document type"
        case .tooDeep: "the reply is nested too deeply"
        case .tooLarge: "the reply is too large"
        }
    }
}

extension DAVAddress {
    /// Whether a server may refer to this address: it is as safe, and on a host of the same domain. A password goes nowhere else.
    func isTrusted(by other: DAVAddress) -> Bool {
        let (one, two) = (server.origin, other.server.origin)
        guard one.scheme == two.scheme || one.scheme == "https" else { return false }
        if one.host == two.host { return true }
        return one.scheme == "https" && two.scheme == "https" && one.host.domain != nil
            && one.host.domain == two.host.domain
    }
}

extension String {
    /// The part of a host's name that servers of one provider share: its last two words, or three if the second last is as short as in
    /// `co.uk`; nil for an address of numbers, and for a name with too few words.
    fileprivate var domain: [Substring]? {
        let words = lowercased().split(separator: ".")
        guard let last = words.last, !hasPrefix("["), !last.allSatisfy(\.isNumber), words.count >= 2 else { return nil }
        let count = words[words.count - 2].count <= 3 && last.count == 2 ? 3 : 2
        return words.count >= count ? words.suffix(count) : nil
    }
}

/// The transports of a client, one for each server.
private final class Transports: Sendable {
    private let known = Mutex<[String: Transport]>([:])
    private let make: @Sendable (ServerAddress) -> Transport

    init(_ make: @escaping @Sendable (ServerAddress) -> Transport) {
        self.make = make
    }

    func at(_ server: ServerAddress) -> Transport {
        known.withLock { known in
            if let transport = known[server.description] { return transport }
            let transport = make(server)
            known[server.description] = transport
            return transport
        }
    }

    func shutdown() async {
        for transport in known.withLock({ $0.values.map(\.self) }) { await transport.shutdown() }
    }
}

extension Response {
    /// Whether it is a page for people, such as one to sign in, in place of an answer. Some servers send a page with a 201.
    fileprivate var isPage: Bool {
        status.code == 200 && headers.first(name: "Content-Type")?.trimmed.lowercased().hasPrefix("text/html") == true
    }
}
