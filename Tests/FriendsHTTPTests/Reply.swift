import NIOCore

/// What a faulty server does when a request has come.
struct Reply: Sendable {
    enum Step: Sendable {
        case send(ByteBuffer)
        /// One byte at a time, for ever.
        case drip(UInt8, every: TimeAmount)
        case close
    }

    let steps: [Step]

    /// These bytes, and the connection stays open.
    static func bytes(_ text: String) -> Self { Self(steps: [.send(ByteBuffer(string: text))]) }

    /// These bytes, and the connection is closed.
    static func cut(_ text: String) -> Self { Self(steps: [.send(ByteBuffer(string: text)), .close]) }

    static func cut(_ text: String, _ bytes: [UInt8]) -> Self {
        Self(steps: [.send(ByteBuffer(string: text)), .send(ByteBuffer(bytes: bytes)), .close])
    }

    static func drip(_ text: String, every interval: TimeAmount) -> Self {
        Self(steps: [.send(ByteBuffer(string: text)), .drip(UInt8(ascii: " "), every: interval)])
    }

    /// No answer at all, and the connection stays open.
    static let silence = Self(steps: [])

    /// No answer at all, and the connection is closed.
    static let hangUp = Self(steps: [.close])

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
