import GRDB

extension DatabaseQueue {
    /// Opens a database as another program does. It waits for its turn, and may leave a transaction open.
    package static func ofAnotherProgram(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
