/// What a repository does at a moment, for metrics.
package struct RepositoryStatus: Sendable {
    /// The connections of this process for operations.
    package struct Connections: Equatable, Sendable {
        package var inUse: Int
        package var idle: Int
        /// The number of operations that wait for one.
        package var waiting: Int

        package init(inUse: Int, idle: Int, waiting: Int) {
            (self.inUse, self.idle, self.waiting) = (inUse, idle, waiting)
        }
    }

    package var connections: Connections
    /// The time since it last looked for changes of other servers. Unnoticed changes are not older.
    package var feedLag: Duration

    package init(connections: Connections, feedLag: Duration) {
        (self.connections, self.feedLag) = (connections, feedLag)
    }
}
