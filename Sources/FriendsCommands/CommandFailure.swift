import FriendsModel

/// Why a command did not do what was asked: its exit status, and what standard error says.
package struct CommandFailure: Error, Equatable, Sendable {
    package let status: CommandStatus
    /// What is wrong and what to do, on one line.
    package let message: String
    /// Further lines, such as the friends that match.
    package let details: [String]

    package init(_ status: CommandStatus, _ message: String, details: [String] = []) {
        (self.status, self.message, self.details) = (status, message, details)
    }

    /// The failure of a call to the server.
    package init(_ error: FriendsClientError) {
        switch error {
        case .notSignedIn:
            self.init(
                .refused,
                "The server needs your token. Put it in a file that only you can read, and name the file with"
                    + " --token-file or FRIENDS_TOKEN_FILE.")
        case .tokenRefused(let origin):
            self.init(
                .refused,
                "The server refused \(origin.map { "the token in \($0)" } ?? "your token")."
                    + " Ask its operator for a new one.")
        case .notFound: self.init(.nothingFound, "There is no such friend.")
        case .rejected(let parts, let reason):
            let reasons = parts.isEmpty ? [reason ?? "The server rejected this"] : parts.map(\.reason)
            self.init(.refused, Self.sentences(reasons))
        case .conflict:
            self.init(
                .conflict,
                "Someone else changed this friend in the meantime. Nothing was overwritten. Look at it and try again, or"
                    + " use --force.")
        case .notRunning(let server):
            self.init(.unreachable, "The server at \(server) isn\u{2019}t running. Check the address of the server.")
        case .unreachable(let reason):
            // The embedded server says in sentences what to do.
            let advice = reason.hasSuffix(".") ? [] : ["Check the address of the server, and whether it is running"]
            self.init(.unreachable, Self.sentences([reason] + advice))
        case .timedOut(let timeout):
            self.init(.unreachable, "\(timeout.text) Try again, or check the server.")
        case .connectionLost(let reason):
            self.init(.unreachable, "The connection to the server broke: \(Self.sentences([reason]))")
        case .untrusted(let reason):
            self.init(
                .unreachable,
                "The identity of the server could not be verified: \(Self.sentences([reason])) Nothing was sent. Ask its"
                    + " operator for the certificate, and name it with --ca-file.")
        case .unreadableResponse(let reason):
            self.init(
                .unreachable,
                "The server\u{2019}s reply could not be understood: \(Self.sentences([reason])) Is this the address of a"
                    + " friends server?")
        case .unavailable(let status, let reason):
            // A full disk is full the next time, too.
            let isFull = status.hasPrefix("507")
            self.init(
                isFull ? .refused : .unreachable,
                reason.map { Self.sentences([$0]) } ?? "The server is busy (\(status)). Try again.")
        case .failed(let status, let reason):
            self.init(
                .refused,
                reason.map { Self.sentences([$0]) } ?? "The server had a problem (\(status)). Try again later.")
        case .unexpectedStatus(let status, let reason):
            let reasons = ["The server answered \(status)", reason, "Check its address"].compactMap(\.self)
            self.init(.unreachable, Self.sentences(reasons))
        // The embedded server: its message says what to do.
        case .notDone(.failed(status: "", let reason)): self.init(.failed(status: "", reason: reason))
        case .notDone(let error):
            let failure = CommandFailure(error)
            self.init(failure.status, "\(failure.message) Nothing was changed on the server.")
        case .snapshotTooOld:
            self.init(.refused, "The list changed while it was read. Try again.")
        case .notOffered: self.init(.refused, "This server can\u{2019}t do that.")
        case .cancelled: self.init(.refused, "Cancelled.")
        }
    }

    /// The failure of a write, whose message begins with the name of the friend.
    package init(_ error: FriendsClientError, of write: FriendWrite, _ details: FriendDetails) {
        let failure = CommandFailure(error)
        let message =
            switch (error, write) {
            case (.conflict, .add): "Another friend has the same id, with other details."
            case (.conflict, .restore): "It is already in the list, with other details."
            case (.notFound, .restore): "It is no longer in the trash."
            case (.notFound, _): "Someone else deleted this friend."
            default: failure.message
            }
        self.init(failure.status, "\(details.fullName): \(message)")
    }

    /// Texts as sentences on one line.
    static func sentences(_ texts: [String]) -> String {
        texts.map { text in
            let isWord = text.prefix { !$0.isWhitespace }.allSatisfy(\.isLetter)
            let text = isWord ? text.prefix(1).uppercased() + text.dropFirst() : text
            return text.last.map(".?!".contains) == true ? text : text + "."
        }.joined(separator: " ")
    }
}

extension FriendsClientError.Timeout {
    fileprivate var text: String {
        switch self {
        case .connect: "The connection to the server timed out."
        case .read: "The server stopped responding."
        case .request: "The whole request took too long."
        }
    }
}
