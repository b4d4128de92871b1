import FriendsFiles
import Logging
import Synchronization

/// Tells whose a token is, by the file of tokens as it is at that moment.
///
/// Each time it asks the system whether the file is still the one that it has read, which costs a microsecond; so a
/// token that was added works at once, and one that was taken away does not any more. A file that cannot be used lets
/// nobody in until it is mended: a slip in it must not leave a door open that was to be closed.
final class TokenDoor: Sendable {
    private struct State {
        var version: FileVersion?
        var list: Result<TokenList, TokenFileError>
    }

    private let file: TokenFile
    private let logger: Logger
    private let state: Mutex<State>

    /// - Throws: why the file cannot be used, when that is so from the beginning.
    init(_ file: TokenFile, logger: Logger) throws(TokenFileError) {
        self.file = file
        self.logger = logger
        // The version is noted before the file is read: a change in between is seen the next time.
        let version = FileVersion(of: file.path)
        state = Mutex(State(version: version, list: .success(try file.read())))
    }

    /// The name that belongs to the token, or nil when nobody's is.
    /// - Throws: why the file cannot be used any more.
    func name(of token: String) throws(TokenFileError) -> String? {
        try currentList().get().name(of: token)
    }

    private func currentList() -> Result<TokenList, TokenFileError> {
        state.withLock { state in
            let version = FileVersion(of: file.path)
            guard version != state.version else { return state.list }
            state.version = version
            do throws(TokenFileError) {
                state.list = .success(try file.read())
                logger.notice("Reloaded the token file")
            } catch {
                state.list = .failure(error)
                logger.error("All requests are rejected: \(error.message)")
            }
            return state.list
        }
    }
}
