extension AccountSecret {
    /// Why the secret of an account cannot be used.
    package struct Problem: Error, Equatable, Sendable {
        /// Where the secret comes from.
        package enum Source: Equatable, Sendable {
            case passwordFile(String)
            case passwordCommand
            case tokenCommand
        }

        package enum Reason: Error, Equatable, Sendable {
            // Of a file.
            case missing
            case unreadable(String)
            case readableByOthers
            // Of a program. The text is the last line of its standard error.
            case notFound(program: String)
            case notStarted(String)
            case exited(status: Int32, String?)
            case signaled(Int32, String?)
            case late(Duration, String?)
            case cancelled
            // Of the secret.
            case empty
            case tooLong
            case notText
            case controlCharacters
            case notAToken
        }

        package let account: String
        package let source: Source
        package let reason: Reason

        /// One sentence for the user, without a full stop. It has control characters if the path of a file or the standard
        /// error of a program has some.
        package var message: String { "\(subject) \(predicate)" }

        private var subject: String {
            switch source {
            case .passwordFile(let path): "Password file \(path) of account \(account)"
            case .passwordCommand: "The password command of account \(account)"
            case .tokenCommand: "The token command of account \(account)"
            }
        }

        private var isFile: Bool {
            if case .passwordFile = source { return true }
            return false
        }

        private var predicate: String {
            switch reason {
            case .missing: "does not exist"
            case .unreadable(let reason): "cannot be read: \(reason)"
            case .readableByOthers: "can be read by others; make it private with chmod 600"
            case .notFound(let program): "cannot be run: \(program) was not found, or is not executable"
            case .notStarted(let reason): "cannot be run: \(reason)"
            case .exited(let status, let error): "failed with exit status \(status)\(Self.appended(error))"
            case .signaled(let signal, let error): "was ended by signal \(signal)\(Self.appended(error))"
            case .late(let limit, let error): "did not end within \(Self.seconds(limit)) s\(Self.appended(error))"
            case .cancelled: "was cancelled"
            case .empty where isFile: "has an empty first line"
            case .empty: "printed nothing, or an empty first line"
            case .tooLong where isFile: "is longer than \(AccountSecret.maximumSize) bytes"
            case .tooLong: "printed a first line of more than \(AccountSecret.maximumSize) bytes"
            case .notText: "\(hasLine) that is not valid UTF-8"
            case .controlCharacters: "\(hasLine) with control characters"
            case .notAToken: "\(hasLine) with spaces or other characters that no token has"
            }
        }

        private var hasLine: String { isFile ? "has a first line" : "printed a first line" }

        private static func appended(_ error: String?) -> String { error.map { ": \($0)" } ?? "" }

        private static func seconds(_ limit: Duration) -> String {
            let text = "\(limit / .seconds(1))"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
    }
}
