import Glibc

/// Ends the program as a signal does, so that a shell sees the status of other programs.
enum SignalEnd {
    /// Raises the signal, also if this thread has it blocked, or the program ignores it.
    static func raise(_ number: CInt) {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        Glibc.raise(number)
    }
}
