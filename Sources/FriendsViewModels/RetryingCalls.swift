import FriendsModel

/// Calls the server for a write, shows the alert when it fails, and tries again as often as the person asks for it.
@MainActor
struct RetryingCalls {
    let activity: ActivityViewModel
    let prompts: PromptViewModel

    /// - Parameter call: told whether it is a repetition of a call whose outcome is not known.
    /// - Returns: the success, or the error after its alert was closed. Giving up needs no alert.
    func run<Value: Sendable>(
        _ operation: Operation,
        _ call: @escaping @MainActor (_ isRepeated: Bool) async throws(FriendsClientError) -> Value
    ) async -> Result<Value, FriendsClientError> {
        var isRepeated = false
        while true {
            do throws(FriendsClientError) {
                let isRepeated = isRepeated
                return .success(
                    try await activity.run(operation.progressText) { () throws(FriendsClientError) in
                        try await call(isRepeated)
                    })
            } catch {
                guard error != .cancelled else { return .failure(error) }
                let answer = await prompts.ask(Failure(error, during: operation).prompt)
                guard answer == .retry else { return .failure(error) }
                isRepeated = isRepeated || error.mayHaveBeenDone
            }
        }
    }
}

extension FriendsClientError {
    /// Whether the server may have done what was asked although no answer says so.
    var mayHaveBeenDone: Bool {
        switch self {
        case .timedOut(.nextPiece), .timedOut(.wholeCall), .connectionLost, .unreadableAnswer, .failed, .cancelled: true
        case .timedOut(.connection), .notSignedIn, .tokenRefused, .notFound, .rejected, .conflict, .unreachable,
            .untrusted,
            .unavailable, .snapshotTooOld, .notOffered:
            false
        }
    }
}
