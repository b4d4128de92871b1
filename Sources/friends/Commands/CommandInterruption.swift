import Dispatch
import Glibc
import Synchronization

/// A command was ended by a signal, and has said so. The program ends as by the signal, with the database closed.
struct CommandInterruption: Error {
    let signal: CInt
}

extension CommandInterruption {
    /// Calls `body` with the first Ctrl-C, or the first request to end. The second one ends the program at once.
    /// - Returns: what has to be kept as long as signals are awaited.
    static func receive(
        _ body: @escaping @Sendable (CommandInterruption) -> Void
    ) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                Glibc.signal(number, SIG_DFL)
                body(CommandInterruption(signal: number))
            }
            source.resume()
            return source
        }
    }

    /// Does work that is cancelled by such a signal, so that it leaves nothing half done.
    /// - Throws: ``CommandInterruption`` after a signal, unless the work was done before.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let received = Received()
        let task = Task(operation: work)
        let signals = receive { interruption in
            received.value.withLock { $0 = interruption }
            task.cancel()
        }
        defer { withExtendedLifetime(signals) {} }
        do {
            return try await task.value
        } catch {
            throw received.value.withLock { $0 } ?? error
        }
    }

    private final class Received: Sendable {
        let value = Mutex<CommandInterruption?>(nil)
    }
}
