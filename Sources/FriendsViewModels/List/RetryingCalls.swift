import FriendsModel

/// Calls the server for a write, shows the alert when it fails, and tries again as often as the person asks for it.
@MainActor
struct RetryingCalls {
    let activity: ActivityViewModel
    let prompts: PromptViewModel

    /// What a call has come to, with all its repetitions.
    struct Outcome<Value: Sendable> {
        /// The success, or the error after its alert was closed. Giving up needs no alert.
        let result: Result<Value, FriendsClientError>
        /// Whether the server may have done it although it is not a success.
        var mayHaveBeenDone = false
    }

    /// - Parameters:
    ///   - isRepeated: whether the same was asked for before, and it is not known what came of that.
    ///   - call: told whether it is a repetition of a call whose outcome is not known.
    func run<Value: Sendable>(
        _ operation: Operation, isRepeated: Bool = false,
        _ call: @escaping @MainActor (_ isRepeated: Bool) async throws(FriendsClientError) -> Value
    ) async -> Outcome<Value> {
        var isRepeated = isRepeated
        while true {
            do throws(FriendsClientError) {
                let isRepeated = isRepeated
                let value = try await activity.run(operation.progressText) { () throws(FriendsClientError) in
                    try await call(isRepeated)
                }
                return Outcome(result: .success(value))
            } catch {
                let isInDoubt = error.mayHaveBeenDone || (isRepeated && !error.tellsWhatThereIs)
                let end = Outcome<Value>(result: .failure(error), mayHaveBeenDone: isInDoubt)
                guard error != .cancelled else { return end }
                let failure = Failure(error, during: operation, isInDoubt: isInDoubt)
                let answer = await prompts.ask(failure.prompt)
                guard answer == .retry else { return end }
                isRepeated = isInDoubt
            }
        }
    }
}

extension FriendsClientError {
    /// Whether the server may have done what was asked although no answer says so.
    var mayHaveBeenDone: Bool {
        switch self {
        case .timedOut(.read), .timedOut(.request), .connectionLost, .unreadableResponse, .failed,
            .unexpectedStatus, .cancelled:
            true
        case .timedOut(.connect), .notDone, .notSignedIn, .tokenRefused, .notFound, .rejected, .conflict,
            .unreachable,
            .untrusted, .unavailable, .snapshotTooOld, .notOffered:
            false
        }
    }

    /// Whether the server has looked at what it was asked to change, and refused.
    var isRefusal: Bool {
        switch self {
        case .notFound, .rejected, .conflict: true
        case .timedOut, .connectionLost, .unreadableResponse, .failed, .unexpectedStatus, .notDone, .cancelled,
            .notSignedIn, .tokenRefused, .unreachable, .untrusted, .unavailable, .snapshotTooOld, .notOffered:
            false
        }
    }

    /// Whether the server has said how things stand. Any other error says nothing of the attempts before it.
    var tellsWhatThereIs: Bool {
        if case .notDone = self { return true }
        return isRefusal
    }
}
