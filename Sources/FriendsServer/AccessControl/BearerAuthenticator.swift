import FriendsFiles
import Glibc
import Logging
import Synchronization

/// Finds the owner of a bearer token in the token file.
///
/// Every call compares the file's version, which costs a microsecond, so additions and removals take effect at once. While
/// the file is unusable every token is rejected: with the old content, a token that was to be revoked would stay valid.
final class BearerAuthenticator: Sendable {
    /// What a request may do with its token, or without one.
    struct Access: Equatable, Sendable {
        /// The owner of the token; nil without a valid one.
        let name: String?
        let isAllowed: Bool
        /// The generation of the tokens that allow it.
        let generation: Int
    }

    private struct State {
        var version: FileVersion?
        /// Nil as long as there has been no file: no token is needed.
        var list: Result<TokenList, TokenFileError>?
        var generation = 0
    }

    private let file: TokenFile
    private let logger: Logger
    private let state: Mutex<State>

    /// Throws when the file cannot be used from the start.
    /// - Parameter mayBeMissing: whether no token is needed until there is a file.
    init(_ file: TokenFile, mayBeMissing: Bool = false, logger: Logger) throws(TokenFileError) {
        self.file = file
        self.logger = logger
        // The version is taken before reading, so that a change in between is noticed by the next call.
        let version = FileVersion(of: file.path)
        do throws(TokenFileError) {
            state = Mutex(State(version: version, list: .success(try file.read())))
        } catch .unreadable(_, ENOENT) where mayBeMissing {
            state = Mutex(State(version: nil))
        }
    }

    /// Increases with every change of the tokens.
    var generation: Int { state.withLock { current(&$0).generation } }

    /// - Parameter token: nil for a request without one.
    func access(with token: String?) throws(TokenFileError) -> Access {
        let state = state.withLock { current(&$0) }
        guard let list = state.list else { return Access(name: nil, isAllowed: true, generation: state.generation) }
        let name = try token.map { (token) throws(TokenFileError) in try list.get().name(of: token) } ?? nil
        return Access(name: name, isAllowed: name != nil, generation: state.generation)
    }

    /// The state that belongs to the file as it is.
    private func current(_ state: inout State) -> State {
        let version = FileVersion(of: file.path)
        guard version != state.version else { return state }
        state.version = version
        state.generation += 1
        do throws(TokenFileError) {
            state.list = .success(try file.read())
            logger.notice("Reloaded the token file")
        } catch {
            state.list = .failure(error)
            logger.error("All requests are rejected: \(error.message)")
        }
        return state
    }
}
