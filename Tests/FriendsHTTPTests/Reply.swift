import NIOCore

/// What a faulty server does when a request has come.
struct Reply: Sendable {
    enum Step: Sendable {
        case send(ByteBuffer)
        /// The same bytes again and again, forever or `count` times.
        case drip(ByteBuffer, every: TimeAmount, count: Int = .max)
        /// Continues when this number of requests has come.
        case wait(requests: Int)
        /// Lets nobody connect any more.
        case stopListening
        case close
        /// Closes the connection as a system does whose program is gone (RST).
        case reset
    }

    let steps: [Step]
    /// Whether the client waits for more in vain.
    var isSilent = false

    /// These bytes, and the connection stays open.
    static func bytes(_ text: String) -> Self { Self(steps: [.send(ByteBuffer(string: text))]) }

    /// These bytes, and the connection is closed.
    static func cut(_ text: String) -> Self { Self(steps: [.send(ByteBuffer(string: text)), .close]) }

    static func cut(_ text: String, _ bytes: [UInt8]) -> Self {
        Self(steps: [.send(ByteBuffer(string: text)), .send(ByteBuffer(bytes: bytes)), .close])
    }

    static func drip(_ text: String, every interval: TimeAmount) -> Self {
        Self(steps: [.send(ByteBuffer(string: text)), .drip(ByteBuffer(string: " "), every: interval)])
    }

    /// A stream of events that goes silent after `count` heartbeats.
    static func heartbeats(after text: String, every interval: TimeAmount, count: Int) -> Self {
        Self(steps: [
            .send(ByteBuffer(string: eventsHead + chunk(text))),
            .drip(ByteBuffer(string: chunk(":\n\n")), every: interval, count: count),
        ])
    }

    /// No answer at all, and the connection stays open.
    static let silence = Self(steps: [], isSilent: true)

    /// These bytes and nothing more, though more is waited for.
    static func stall(after text: String) -> Self {
        Self(steps: [.send(ByteBuffer(string: text))], isSilent: true)
    }

    /// No answer at all, and the connection is closed.
    static let hangUp = Self(steps: [.close])

    /// These bytes, and the connection is reset.
    static func reset(after text: String = "") -> Self {
        Self(steps: [.send(ByteBuffer(string: text)), .reset])
    }

    /// No answer, and nobody can connect any more, as when a program ends.
    static let endOfServer = Self(steps: [.stopListening, .close])

    /// The same reply, but not before `count` requests have come.
    func afterRequests(_ count: Int) -> Self { Self(steps: [.wait(requests: count)] + steps) }

    /// The head of a stream of events, and these bytes of it; the connection stays open.
    static func events(_ text: String) -> Self {
        bytes(eventsHead + chunk(text))
    }

    /// The same, and the stream ends as it should.
    static func endedEvents(_ text: String) -> Self {
        bytes(eventsHead + chunk(text) + "0\r\n\r\n")
    }

    static let eventsHead = head("200 OK", ["Content-Type: text/event-stream", "Transfer-Encoding: chunked"])

    static func chunk(_ text: String) -> String {
        text.isEmpty ? "" : "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    /// A well-formed answer.
    static func answer(_ status: String, _ headers: [String] = [], _ body: String = "") -> Self {
        bytes(head(status, headers + ["Content-Length: \(body.utf8.count)"]) + body)
    }

    static func json(_ body: String, _ headers: [String] = []) -> Self {
        answer("200 OK", headers + ["Content-Type: application/json"], body)
    }

    static func problem(_ status: String, _ body: String) -> Self {
        answer(status, ["Content-Type: application/problem+json"], body)
    }

    static func head(_ status: String, _ headers: [String] = []) -> String {
        (["HTTP/1.1 \(status)"] + headers).map { $0 + "\r\n" }.joined() + "\r\n"
    }
}
