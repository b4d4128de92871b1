import NIOCore
import Synchronization

/// The connections that a shared server has, counted for each client.
///
/// When there are enough, a new one takes the place of the one whose client has let it wait the longest: those who only
/// hold connections lose them to those who use theirs. Beyond its share a client competes with itself alone.
///
/// When all of them are being served, a new one comes into the reserve. What it asks is answered once: `/health` as
/// ever, a token that is below its own limit as ever, and everybody else with 503.
final class ConnectionTable: Sendable {
    fileprivate struct Entry {
        let channel: any Channel
        /// Whose share it counts against; nil when it is a proxy's, which asks for many.
        var client: Client?
        var isReserve = false
        /// Since when it is the client's turn to do something; nil when it is the server's.
        var waitingSince: NIODeadline?
    }

    fileprivate struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// How many connections each client has, those in the reserve aside.
        var shares: [Client: Int] = [:]
        var reserved = 0
        var regular: Int { entries.count - reserved }
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let maximumReserve: Int
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    /// - Parameters:
    ///   - reserve: how many more than `maximum` there may be, each for one answer.
    ///   - proxies: whose connections count for nobody.
    init(maximum: Int, maximumPerClient: Int, reserve: Int = 0, proxies: TrustedProxies = TrustedProxies()) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
        maximumReserve = reserve
        self.proxies = proxies
    }

    /// Takes a new connection in, and closes another one for it when there are too many.
    /// - Returns: false when there are too many, and all of them are at work.
    func admit(_ channel: any Channel, at now: NIODeadline) -> Bool {
        let address = channel.remoteAddress
        let client = proxies.contains(address) ? nil : Client.unnamed(ClientNetwork(address))
        let (isAdmitted, loser) = state.withLock { state -> (Bool, (any Channel)?) in
            var entry = Entry(channel: channel, client: client, waitingSince: now)
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

    /// Counts a connection against the share of the client whose request came on it.
    /// - Returns: false when the client has no room for it.
    func assign(_ channel: any Channel, to client: Client) -> Bool {
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

    /// Whether the connection is there for one answer only.
    func isReserve(_ channel: any Channel) -> Bool {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isReserve == true }
    }

    /// Notes since when it is the client's turn to do something, or with nil that it is not.
    func note(_ channel: any Channel, waitingSince: NIODeadline?) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.waitingSince = waitingSince }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.remove(ObjectIdentifier(channel)) }
    }

    // MARK: - Room

    /// Makes room for one more connection of a client.
    /// - Parameter isNew: whether it counts towards the maximum of all as well.
    /// - Returns: whether there is room, and the connection that was taken out for it, to be closed.
    private func makeRoom(
        for client: Client?, isNew: Bool, except channel: (any Channel)? = nil, in state: inout State
    ) -> (Bool, (any Channel)?) {
        let isShareUsed = client.map { state.shares[$0, default: 0] >= maximumPerClient } ?? false
        guard isShareUsed || isNew && state.regular >= maximum else { return (true, nil) }
        let loser = state.longestWaiting { entry in
            !entry.isReserve && entry.channel !== channel && (!isShareUsed || entry.client == client)
        }
        return (loser != nil, loser.flatMap { state.remove($0)?.channel })
    }

    private func makeRoomInReserve(in state: inout State) -> (Bool, (any Channel)?) {
        guard state.reserved >= maximumReserve else { return (true, nil) }
        let loser = state.longestWaiting(where: \.isReserve)
        return (loser != nil, loser.flatMap { state.remove($0)?.channel })
    }
}

extension ConnectionTable.State {
    fileprivate mutating func add(_ entry: ConnectionTable.Entry) {
        entries[ObjectIdentifier(entry.channel)] = entry
        if entry.isReserve {
            reserved += 1
        } else if let client = entry.client {
            shares[client, default: 0] += 1
        }
    }

    fileprivate mutating func remove(_ id: ObjectIdentifier) -> ConnectionTable.Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        if entry.isReserve {
            reserved -= 1
        } else if let client = entry.client, let count = shares[client] {
            shares[client] = count > 1 ? count - 1 : nil
        }
        return entry
    }

    fileprivate func longestWaiting(where isCandidate: (ConnectionTable.Entry) -> Bool) -> ObjectIdentifier? {
        entries.compactMap { id, entry in isCandidate(entry) ? entry.waitingSince.map { (id: id, since: $0) } : nil }
            .min { $0.since < $1.since }?.id
    }
}
