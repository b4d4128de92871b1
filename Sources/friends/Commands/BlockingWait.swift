import Dispatch
import FriendsCommands
import Synchronization

/// Waits for asynchronous work on the main thread of a command, which has nothing else to do.
enum BlockingWait {
    static func result(
        _ work: @escaping @Sendable () async throws -> CommandStatus
    ) -> Result<CommandStatus, any Error> {
        let result = Mutex<Result<CommandStatus, any Error>>(.success(.done))
        let isDone = DispatchSemaphore(value: 0)
        Task.detached(priority: .userInitiated) {
            let outcome: Result<CommandStatus, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
            isDone.signal()
        }
        isDone.wait()
        return result.withLock { $0 }
    }
}
