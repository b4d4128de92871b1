import Synchronization

/// Lets a number of operations run at once. Others wait for their turn: next is the client with the fewest running
/// operations, and among equals the one that came first.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var running: [ClientIdentity?: Int] = [:]
        var waiting: [(client: ClientIdentity?, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// - Parameter client: whose operation it is; all without a client count as one.
    func run<Value>(for client: ClientIdentity? = nil, _ work: () async throws -> Value) async rethrows -> Value {
        await take(client)
        defer { giveBack(client) }
        return try await work()
    }

    private func take(_ client: ClientIdentity?) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append((client, continuation))
                    return false
                }
                state.free -= 1
                state.running[client, default: 0] += 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack(_ client: ClientIdentity?) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            let count = state.running[client, default: 1] - 1
            state.running[client] = count > 0 ? count : nil
            let fewest = state.waiting.indices.min { first, second in
                state.running[state.waiting[first].client, default: 0]
                    < state.running[state.waiting[second].client, default: 0]
            }
            guard let fewest else {
                state.free += 1
                return nil
            }
            let next = state.waiting.remove(at: fewest)
            state.running[next.client, default: 0] += 1
            return next.continuation
        }
        next?.resume()
    }
}
