import NIOCore
import Synchronization

/// Limits the connections of a shared server, in total and per client.
///
/// At the limit, a new connection replaces the one that has been idle the longest, so that clients that only hold
/// connections lose them to clients that use theirs. At its own limit, a client replaces its own connections.
///
/// When no connection is idle, a new one goes to the reserve and gets one response: the regular one for `/health`, for
/// `/ready` and for a token below its limit, otherwise 503.
final class ConnectionLimiter: Sendable {
    fileprivate struct Entry {
        let channel: any Channel
        /// The client that the connection counts for; nil for a proxy, which serves many.
        var client: ClientIdentity?
        var isReserve = false
        /// Since when the server waits for the client; nil while the client waits for the server.
        var idleSince: NIODeadline?
    }

    fileprivate struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of connections per client, without the reserve.
        var shares: [ClientIdentity: Int] = [:]
        var reserved = 0
        var regular: Int { entries.count - reserved }
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let maximumReserve: Int
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    /// - Parameters:
    ///   - reserve: the number of connections above `maximum`, each for one response.
    ///   - proxies: their connections do not count for a client.
    init(maximum: Int, maximumPerClient: Int, reserve: Int = 0, proxies: TrustedProxies = TrustedProxies()) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
        maximumReserve = reserve
        self.proxies = proxies
    }

    /// Admits a new connection, and closes an idle one for it at the limit.
    /// - Returns: false at the limit when no connection is idle.
    func admit(_ channel: any Channel, at now: NIODeadline) -> Bool {
        let address = channel.remoteAddress
        let client = proxies.contains(address) ? nil : ClientIdentity.anonymous(ClientNetwork(address))
        let (isAdmitted, loser) = state.withLock { state -> (Bool, (any Channel)?) in
            var entry = Entry(channel: channel, client: client, idleSince: now)
            var (hasRoom, loser) = makeRoom(for: client, isNew: true, in: &state)
            if !hasRoom {
                entry.isReserve = true
                (hasRoom, loser) = makeRoomInReserve(in: &state)
            }
            if hasRoom { state.add(entry) }
            return (hasRoom, loser)
        }
        loser?.close(promise: nil)
        return isAdmitted
    }

    /// Counts a connection for the client that sent a request on it.
    /// - Returns: false when the client is at its limit.
    func assign(_ channel: any Channel, to client: ClientIdentity) -> Bool {
        let (isAssigned, loser) = state.withLock { state -> (Bool, (any Channel)?) in
            guard let entry = state.entries[ObjectIdentifier(channel)] else { return (true, nil) }
            let isProxy = entry.client == nil
            if !entry.isReserve, isProxy || entry.client == client { return (true, nil) }
            let (hasRoom, loser) = makeRoom(
                for: isProxy ? nil : client, isNew: entry.isReserve, except: channel, in: &state)
            guard hasRoom else { return (false, nil) }
            guard var entry = state.remove(ObjectIdentifier(channel)) else { return (true, loser) }
            entry.isReserve = false
            if !isProxy { entry.client = client }
            state.add(entry)
            return (true, loser)
        }
        loser?.close(promise: nil)
        return isAssigned
    }

    /// Whether the connection gets one response only.
    func isReserve(_ channel: any Channel) -> Bool {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isReserve == true }
    }

    /// Sets since when the server waits for the client, or nil while the client waits for the server.
    func update(_ channel: any Channel, idleSince: NIODeadline?) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.idleSince = idleSince }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.remove(ObjectIdentifier(channel)) }
    }

    // MARK: - Room

    /// Makes room for one more connection of a client.
    /// - Parameter isNew: whether it counts towards the total as well.
    /// - Returns: whether there is room, and the connection to close for it.
    private func makeRoom(
        for client: ClientIdentity?, isNew: Bool, except channel: (any Channel)? = nil, in state: inout State
    ) -> (Bool, (any Channel)?) {
        let isShareUsed = client.map { state.shares[$0, default: 0] >= maximumPerClient } ?? false
        guard isShareUsed || isNew && state.regular >= maximum else { return (true, nil) }
        let loser = state.longestIdle { entry in
            !entry.isReserve && entry.channel !== channel && (!isShareUsed || entry.client == client)
        }
        return (loser != nil, loser.flatMap { state.remove($0)?.channel })
    }

    private func makeRoomInReserve(in state: inout State) -> (Bool, (any Channel)?) {
        guard state.reserved >= maximumReserve else { return (true, nil) }
        let loser = state.longestIdle(where: \.isReserve)
        return (loser != nil, loser.flatMap { state.remove($0)?.channel })
    }
}

extension ConnectionLimiter.State {
    fileprivate mutating func add(_ entry: ConnectionLimiter.Entry) {
        entries[ObjectIdentifier(entry.channel)] = entry
        if entry.isReserve {
            reserved += 1
        } else if let client = entry.client {
            shares[client, default: 0] += 1
        }
    }

    fileprivate mutating func remove(_ id: ObjectIdentifier) -> ConnectionLimiter.Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        if entry.isReserve {
            reserved -= 1
        } else if let client = entry.client, let count = shares[client] {
            shares[client] = count > 1 ? count - 1 : nil
        }
        return entry
    }

    fileprivate func longestIdle(where isCandidate: (ConnectionLimiter.Entry) -> Bool) -> ObjectIdentifier? {
        entries.compactMap { id, entry in isCandidate(entry) ? entry.idleSince.map { (id: id, since: $0) } : nil }
            .min { $0.since < $1.since }?.id
    }
}
