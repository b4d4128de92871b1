import NIOCore
import Synchronization

/// The connections that a shared server has, as many as it wants to have.
///
/// When there are enough, a new one takes the place of the one whose client has let it wait the longest: those who only
/// hold connections lose them to those who use theirs. Beyond its share a network competes with itself alone.
final class ConnectionTable: Sendable {
    private struct Entry {
        let channel: any Channel
        let network: ClientNetwork
        /// Since when it is the client's turn to do something; nil when it is the server's.
        var waitingSince: NIODeadline?
    }

    private let maximum: Int
    private let maximumPerNetwork: Int
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    init(maximum: Int, maximumPerNetwork: Int) {
        self.maximum = maximum
        self.maximumPerNetwork = maximumPerNetwork
    }

    /// Takes a new connection in, and closes another one for it when there are too many.
    /// - Returns: false when there are too many and all of them are at work.
    func admit(_ channel: any Channel, at now: NIODeadline) -> Bool {
        let network = ClientNetwork(channel.remoteAddress)
        let (isAdmitted, loser) = entries.withLock { entries -> (Bool, (any Channel)?) in
            let entry = Entry(channel: channel, network: network, waitingSince: now)
            let ofNetwork = entries.count { $0.value.network == network }
            let isShareUsed = ofNetwork >= maximumPerNetwork
            guard isShareUsed || entries.count >= maximum else {
                entries[ObjectIdentifier(channel)] = entry
                return (true, nil)
            }
            let waiting = entries.compactMap { id, entry in
                isShareUsed && entry.network != network ? nil : entry.waitingSince.map { (id: id, since: $0) }
            }
            guard let longest = waiting.min(by: { $0.since < $1.since }) else { return (false, nil) }
            let loser = entries.removeValue(forKey: longest.id)?.channel
            entries[ObjectIdentifier(channel)] = entry
            return (true, loser)
        }
        loser?.close(promise: nil)
        return isAdmitted
    }

    /// Notes since when it is the client's turn to do something, or with nil that it is not.
    func note(_ channel: any Channel, waitingSince: NIODeadline?) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.waitingSince = waitingSince }
    }

    func remove(_ channel: any Channel) {
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
