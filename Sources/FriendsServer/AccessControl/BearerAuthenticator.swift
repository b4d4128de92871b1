import FriendsFiles
import Logging
import Synchronization

/// Finds the owner of a bearer token in the token file.
///
/// Every call compares the file's version, which costs a microsecond, so additions and removals take effect at once. While
/// the file is unusable every token is rejected: with the old content, a token that was to be revoked would stay valid.
final class BearerAuthenticator: Sendable {
    private struct State {
        var version: FileVersion?
        var list: Result<TokenList, TokenFileError>
    }

    private let file: TokenFile
    private let logger: Logger
    private let state: Mutex<State>

    /// Throws when the file cannot be used from the start.
    init(_ file: TokenFile, logger: Logger) throws(TokenFileError) {
        self.file = file
        self.logger = logger
        // The version is taken before reading, so that a change in between is noticed by the next call.
        let version = FileVersion(of: file.path)
        state = Mutex(State(version: version, list: .success(try file.read())))
    }

    /// The owner of the token; nil when the token is unknown.
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
