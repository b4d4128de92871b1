import Foundation
import Synchronization

/// Parses the events of many streams. They all get the same ones, so each is parsed once.
final class EventParser: Sendable {
    struct Event: Sendable {
        let id: String
        let position: Int
        let isReset: Bool
        /// Nil if it tells of none.
        let changes: Changes?
        let ids: Set<String>
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
        guard let name = fields["event"], let id = fields["id"].map(String.init) else { return nil }
        let data = Data((fields["data"] ?? "").utf8)
        let changes = name == "changes" ? try? JSONDecoder().decode(Changes.self, from: data) : nil
        let event = Event(
            id: id, position: Int(id.prefix { $0 != "-" }) ?? 0, isReset: name == "reset", changes: changes,
            ids: (changes?.deletedIDs ?? []).union(changes?.changed.map(\.id) ?? []))
        known.withLock { $0[text] = event }
        return event
    }
}
