import FriendsFiles
import FriendsSettings
import Glibc
import NIOPosix

/// Reads the secret of an account: from its file, or from the program that prints it.
package enum AccountSecret {
    /// The maximum size of a file, and of the line of a program, in bytes.
    static let maximumSize = 4_096

    /// Reads the secret, which takes as long as its program.
    /// - Parameters:
    ///   - timeLimit: how long the program may take before it is killed.
    ///   - clock: a clock for that.
    /// - Returns: nil for an account without a sign-in.
    package static func read(
        _ account: AccountSetting, timeLimit: Duration = .seconds(10),
        clock: any Clock<Duration> = EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next())
    ) async throws(Problem) -> Credentials? {
        func line(_ command: [String]) async throws(Problem.Reason) -> [UInt8] {
            try await SecretCommand(words: command).firstLine(within: timeLimit, clock)
        }
        switch account.signIn {
        case .anonymous: return nil
        case .password(let user, .file(let path)):
            let secret = try await named(account, .passwordFile(path)) { () throws(Problem.Reason) in
                try password(in: try firstLine(of: path))
            }
            return .basic(user: user, password: secret)
        case .password(let user, .command(let command)):
            let secret = try await named(account, .passwordCommand) { () async throws(Problem.Reason) in
                try password(in: try await line(command))
            }
            return .basic(user: user, password: secret)
        case .token(let command):
            let secret = try await named(account, .tokenCommand) { () async throws(Problem.Reason) in
                try token(in: try await line(command))
            }
            return .bearer(token: secret)
        }
    }

    /// Names the account and the source in a problem.
    private static func named(
        _ account: AccountSetting, _ source: Problem.Source, _ work: () async throws(Problem.Reason) -> String
    ) async throws(Problem) -> String {
        do {
            return try await work()
        } catch {
            throw Problem(account: account.name, source: source, reason: error)
        }
    }

    /// The first line of a file that only its owner can read.
    private static func firstLine(of path: String) throws(Problem.Reason) -> [UInt8] {
        do throws(SecretFile.Failure) {
            let bytes = try SecretFile.read(path, maximumSize: maximumSize, forbidding: 0o077)
            return Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        } catch {
            switch error {
            case .unreadable(ENOENT): throw .missing
            case .unreadable(let errno): throw .unreadable(String(cString: strerror(errno)))
            case .notAFile: throw .unreadable("it is not a file")
            case .readableByOthers: throw .readableByOthers
            case .tooLarge: throw .tooLong
            }
        }
    }

    /// A password can have spaces and letters of any script.
    private static func password(in line: [UInt8]) throws(Problem.Reason) -> String {
        guard let text = String(validating: withoutReturn(line), as: UTF8.self) else { throw .notText }
        guard !text.isEmpty else { throw .empty }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .controlCharacters
        }
        return text
    }

    /// Other characters could end the header with the token.
    private static func token(in line: [UInt8]) throws(Problem.Reason) -> String {
        let line = withoutReturn(line)
        guard !line.isEmpty else { throw .empty }
        guard line.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notAToken }
        return String(decoding: line, as: UTF8.self)
    }

    /// The line without the first half of a line end of Windows.
    private static func withoutReturn(_ line: [UInt8]) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    }
}
