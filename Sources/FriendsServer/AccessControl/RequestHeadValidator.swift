import NIOCore
import NIOHTTP1

/// Validates the head of every request right after the parser, normalizes its target, and keeps its version for the response.
///
/// A proxy in front of the server could read an ambiguous head differently, and forward a hidden second request
/// (request smuggling). So an invalid request is the last one of its connection.
final class RequestHeadValidator: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    enum InvalidHead: Error {
        /// The length of the body is missing or ambiguous.
        case framing
        case target
    }

    private var isRejected = false
    /// The versions of the requests whose responses have not ended, the oldest first.
    private var versions: CircularBuffer<HTTPVersion> = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The bytes after an invalid head are not a request.
        guard !isRejected else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(InvalidHead) {
            try head.validate()
            versions.append(head.version)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } catch {
            isRejected = true
            context.fireErrorCaught(error)
        }
    }

    /// The response has the version of its request. HTTP/1.0 has no chunks: without a length, a response ends with the
    /// connection.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where versions.first == .http1_0:
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            if !versions.isEmpty { versions.removeFirst() }
            context.write(data, promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        }
    }
}

extension HTTPRequestHead {
    fileprivate mutating func validate() throws(RequestHeadValidator.InvalidHead) {
        guard isFramingValid else { throw .framing }
        try normalizeTarget()
        guard version == .http1_0 else { return }
        // HTTP/1.0 has one request per connection, and no 100 (Continue).
        headers.replaceOrAdd(name: "Connection", value: "close")
        headers.remove(name: "Expect")
        // HTTP/1.0 needs no Host. Every browser sends one, so a request without it is from no web page.
        if !headers.contains(name: "Host") { headers.add(name: "Host", value: "localhost") }
    }

    /// Whether the length of the body is unambiguous (RFC 9112, 6).
    private var isFramingValid: Bool {
        let codings = headers["Transfer-Encoding"]
        let lengths = headers["Content-Length"]
        guard let coding = codings.first else { return lengths.count <= 1 && lengths.allSatisfy(\.isLength) }
        return version == .http1_1 && codings.count == 1 && coding.trimmingSpaces.lowercased() == "chunked"
            && lengths.isEmpty
    }

    /// Reduces the target to a path. An authority in the target replaces `Host` (RFC 9112, 3.2.2).
    private mutating func normalizeTarget() throws(RequestHeadValidator.InvalidHead) {
        if method != .CONNECT, uri.hasPrefix("/") || uri == "*" && method == .OPTIONS { return }
        guard method != .CONNECT,
            let scheme = ["http://", "https://"].first(where: { uri.lowercased().hasPrefix($0) })
        else { throw .target }
        let rest = uri.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.isEmpty else { throw .target }
        let path = rest[authority.endIndex...]
        uri = path.hasPrefix("/") ? String(path) : "/" + path
        if path.isEmpty, method == .OPTIONS { uri = "*" }
        // A missing or second `Host` is still an error, which `HostValidator` reports.
        if headers["Host"].count == 1 { headers.replaceOrAdd(name: "Host", value: String(authority)) }
    }
}

extension String {
    fileprivate var isLength: Bool {
        let digits = trimmingSpaces.utf8
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
