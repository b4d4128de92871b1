import FriendsDatabase
import FriendsWire
import Hummingbird
import NIOCore

/// The changes of the list after a position, as server-sent events (the HTML standard, 9.2).
struct EventStream: Sendable {
    let repository: FriendRepository
    let start: HistoryPosition

    /// Writes until `wakes` end: for each of them, the changes since the previous one.
    ///
    /// A slow client gets fewer and larger events.
    func write(to writer: inout any ResponseBodyWriter, at wakes: AsyncStream<ChangeFeed.Wake>) async throws {
        try await writer.write(event(.connected, id: start, data: "{}"))
        var position = start
        for await wake in wakes {
            let changes: FriendRepository.Changes?
            do {
                changes = try await repository.changes(since: position)
            } catch {
                // The client reconnects, and gets the error.
                return
            }
            guard let changes else { return try await writer.write(event(.reset, data: "{}")) }
            if changes.position != position {
                position = changes.position
                let data = String(buffer: try JSON.encode(ChangesDocument(changes)))
                try await writer.write(event(.changes, id: position, data: data))
            } else if wake == .heartbeat {
                try await writer.write(ByteBuffer(string: ":\n\n"))
            }
        }
    }

    /// - Parameter data: a single line.
    private func event(_ type: EventType, id: HistoryPosition? = nil, data: String) -> ByteBuffer {
        let identity = id.map { "id: \($0.text)\n" } ?? ""
        return ByteBuffer(string: "event: \(type.rawValue)\n\(identity)data: \(data)\n\n")
    }
}
