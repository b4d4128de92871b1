import FriendsList
import FriendsModel

/// The calls of the list on the screen: an activity while they are under way, and a prompt after a failure.
struct ScreenCalls: CallDelegate {
    let activity: ActivityViewModel
    let prompts: PromptViewModel

    func run<Value: Sendable>(
        _ operation: Operation,
        _ call: @escaping @MainActor (_ progress: WriteProgress) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        let text = operation.progressText
        return try await activity.run(text) { (retitle) throws(FriendsClientError) in
            try await call { answered, count in retitle("\(text) \(answered) of \(count)") }
        }
    }

    func retries(_ operation: Operation, after error: FriendsClientError, mayHaveBeenDone: Bool) async -> Bool {
        await prompts.ask(Failure(error, during: operation, mayHaveBeenDone: mayHaveBeenDone).prompt) == .retry
    }

    func retries(_ operation: Operation, after result: WriteResult) async -> Bool {
        await prompts.ask(result.failurePrompt(during: operation)) == .retry
    }

    func allowsDeletion(
        of count: Int, isShared: Bool, by direction: UndoHistory.Direction?
    ) async -> Bool {
        await prompts.ask(.deletion(count, isShared: isShared, by: direction)) == .yes
    }
}
