import Foundation
import Synchronization

/// Parses the events of many streams. They all get the same ones, so each is parsed once.
final class EventParser: Sendable {
    struct Event: Sendable {
        enum Content: Sendable {
            case connected, reset
            case changes(Changes)
            /// No event of this interface.
            case unknown
        }

        /// Nil if it has none, as a reset.
        let id: String?
        let content: Content
        /// The number of the last change that it tells of.
        let position: Int
    }

    private let known = Mutex<[String: Event]>([:])

    /// - Returns: nil for a heartbeat.
    func parse(_ text: String) -> Event? {
        if let event = known.withLock({ $0[text] }) { return event }
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, !line.hasPrefix(":") { fields[parts[0]] = parts[1].drop { $0 == " " } }
        }
        guard !fields.isEmpty else { return nil }
        let id = fields["id"].map(String.init)
        let event = Event(
            id: id, content: Self.content(fields["event"] ?? "", fields["data"] ?? ""),
            position: id.flatMap { Int($0.prefix { $0 != "-" }) } ?? 0)
        known.withLock { $0[text] = event }
        return event
    }

    private static func content(_ name: Substring, _ data: Substring) -> Event.Content {
        switch name {
        case "connected": .connected
        case "reset": .reset
        case "changes":
            (try? JSONDecoder().decode(Changes.self, from: Data(data.utf8))).map(Event.Content.changes) ?? .unknown
        default: .unknown
        }
    }
}
