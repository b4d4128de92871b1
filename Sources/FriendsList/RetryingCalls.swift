import FriendsModel

/// Calls the server for a write, reports a failure, and retries as long as the delegate asks for it.
@MainActor
package struct RetryingCalls {
    private let delegate: any CallDelegate

    package init(_ delegate: any CallDelegate) { self.delegate = delegate }

    /// The outcome of a call, with all its retries.
    package struct Outcome<Value: Sendable> {
        /// The success, or the error after it was reported. A cancelled call is not reported.
        package let result: Result<Value, FriendsClientError>
        /// Whether the server may have done it although the call failed.
        package fileprivate(set) var mayHaveBeenDone = false
    }

    /// Makes a call.
    /// - Parameters:
    ///   - isRepeated: whether the outcome of the same call before is unknown.
    ///   - call: its argument is whether the outcome of the same call before is unknown.
    package func run<Value: Sendable>(
        _ operation: Operation, isRepeated: Bool = false,
        _ call: @escaping @MainActor (_ isRepeated: Bool) async throws(FriendsClientError) -> Value
    ) async -> Outcome<Value> {
        var isRepeated = isRepeated
        while true {
            do throws(FriendsClientError) {
                let isRepeated = isRepeated
                let value = try await delegate.run(operation) { (_) throws(FriendsClientError) in
                    try await call(isRepeated)
                }
                return Outcome(result: .success(value))
            } catch {
                let mayHaveBeenDone = error.mayHaveBeenDone || (isRepeated && !error.isConclusive)
                let end = Outcome<Value>(result: .failure(error), mayHaveBeenDone: mayHaveBeenDone)
                guard error != .cancelled else { return end }
                let retries = await delegate.retries(operation, after: error, mayHaveBeenDone: mayHaveBeenDone)
                guard retries else { return end }
                isRepeated = mayHaveBeenDone
            }
        }
    }
}

extension FriendsClientError {
    /// Whether the server may have done the call although it failed.
    package var mayHaveBeenDone: Bool {
        switch self {
        case .timedOut(.read), .timedOut(.request), .connectionLost, .unreadableResponse, .failed,
            .unexpectedStatus, .cancelled:
            true
        case .timedOut(.connect), .notDone, .notSignedIn, .tokenRefused, .notFound, .rejected, .conflict,
            .notRunning, .unreachable, .untrusted, .unavailable, .snapshotTooOld, .notOffered:
            false
        }
    }

    /// Whether the server has refused the change.
    var isRefusal: Bool {
        switch self {
        case .notFound, .rejected, .conflict: true
        case .timedOut, .connectionLost, .unreadableResponse, .failed, .unexpectedStatus, .notDone, .cancelled,
            .notSignedIn, .tokenRefused, .notRunning, .unreachable, .untrusted, .unavailable, .snapshotTooOld,
            .notOffered:
            false
        }
    }

    /// Whether the error tells the outcome of earlier attempts, too.
    var isConclusive: Bool {
        if case .notDone = self { return true }
        return isRefusal
    }
}
