import FriendsRepository
import FriendsWire
import Hummingbird
import NIOCore

/// The changes of the list after a position, as server-sent events (the HTML standard, 9.2).
struct EventStream: Sendable {
    /// The age of an answer that does for a heartbeat: one read for all streams whose heartbeats come together.
    private static var heartbeatAge: Duration { .seconds(1) }

    let changes: SharedChanges
    let start: HistoryPosition

    /// Writes until the subscription ends: for each wake, the changes since the previous one.
    ///
    /// A slow client gets fewer and larger events.
    func write(to writer: inout any ResponseBodyWriter, at subscription: ChangeFeed.Subscription) async throws {
        try await writer.write(Self.event(.connected, id: start, data: "{}"))
        var position = start
        for await wake in subscription.wakes {
            let answer: SharedChanges.Answer
            do {
                answer = try await changes.changes(
                    since: position, notificationCount: subscription.notificationCount,
                    maximumAge: wake == .heartbeat ? Self.heartbeatAge : nil)
            } catch is FriendRepositoryError {
                // The client reconnects, and gets the error.
                return
            }
            switch answer {
            case .event(let event, let next):
                position = next
                try await writer.write(event)
            case .nothing: if wake == .heartbeat { try await writer.write(ByteBuffer(string: ":\n\n")) }
            case .reset: return try await writer.write(Self.event(.reset, data: "{}"))
            }
        }
    }

    /// - Parameter data: a single line.
    static func event(_ type: EventType, id: HistoryPosition? = nil, data: String) -> ByteBuffer {
        let identity = id.map { "id: \($0.text)\n" } ?? ""
        return ByteBuffer(string: "event: \(type.rawValue)\n\(identity)data: \(data)\n\n")
    }
}
