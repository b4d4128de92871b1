import NIOCore
import NIOHTTP1

/// Checks the head of every request before anything else sees it, and brings its target into one form.
///
/// What is wrong here could be understood in two ways: a proxy in front of the server might take the other one, and
/// hand on a hidden second request (request smuggling). So such a request is the last of its connection.
final class RequestHeadValidator: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    enum InvalidHead: Error {
        /// Where the body ends is not told, or told in two ways.
        case framing
        case target
    }

    private var isRejected = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Whatever the parser makes of the bytes behind such a head, it is no request.
        guard !isRejected else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(InvalidHead) {
            try head.validate()
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } catch {
            isRejected = true
            context.fireErrorCaught(error)
        }
    }
}

extension HTTPRequestHead {
    fileprivate mutating func validate() throws(RequestHeadValidator.InvalidHead) {
        guard isFramingClear else { throw .framing }
        try normalizeTarget()
        guard version == .http1_0 else { return }
        // The connection is for one request, and there is no 100 (Continue) yet.
        headers.replaceOrAdd(name: "Connection", value: "close")
        headers.remove(name: "Expect")
    }

    /// Whether it is told once, and in a way that everybody understands, where the body ends (RFC 9112, 6).
    private var isFramingClear: Bool {
        let codings = headers["Transfer-Encoding"]
        let lengths = headers["Content-Length"]
        guard let coding = codings.first else { return lengths.count <= 1 && lengths.allSatisfy(\.isLength) }
        return version == .http1_1 && codings.count == 1 && coding.withoutSpaces.lowercased() == "chunked"
            && lengths.isEmpty
    }

    /// Makes a path of the target, and puts the authority that it names, if any, in the place of `Host`
    /// (RFC 9112, 3.2.2): it is what counts.
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
        // None, or two, is an error also beside such a target; the rules for hosts say so.
        if headers["Host"].count == 1 { headers.replaceOrAdd(name: "Host", value: String(authority)) }
    }
}

extension String {
    fileprivate var isLength: Bool {
        let digits = withoutSpaces.utf8
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The value of a field without the spaces and tabs around it, which do not belong to it (RFC 9112, 5).
    fileprivate var withoutSpaces: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
