/// How the writes of a series are made.
struct WriteOptions: Equatable, Sendable {
    /// Whether the writes belong together: all are made, or none. A server that takes one write at a time gets them in their
    /// order, and the rest stays undone after a refusal.
    var isAtomic = false
    /// Whether the last writer wins: a write goes on from the version that is in its way.
    var isForced = false
    /// Whether nobody decides about what has failed, as in a command. A failure in the answer to a batch is then the result of its
    /// write alone, and the others are made. Writes that cannot be sent together are made one after the other, so that those that
    /// were made are the first ones. A write that is alone needs no batch.
    var isUnattended = false
    /// Whether to find out which additions have changed nothing (``WriteAnswer/existing``), which single calls do not say.
    var findsExisting = false

    /// The maximum number of repetitions of a forced write: after that its conflict is the result.
    static let maximumAttempts = 5
    /// The number of concurrent calls on a server that takes one write at a time.
    var maximumCalls: Int { isAtomic || isUnattended ? 1 : 4 }
}
