import FriendsFiles
import Glibc
import HTTPTransport

/// The bearer token for a server. It is never shown, logged or put on a command line.
package struct AccessToken: Sendable, CustomStringConvertible {
    /// Why a token file is rejected.
    package enum Problem: Error, Equatable {
        case missing(path: String)
        case unreadable(path: String, reason: String)
        /// Others than the owner can read it.
        case readableByOthers(path: String)
        case noToken(path: String)
        /// The file is too long for a token.
        case tooLong(path: String)

        /// One sentence for the user, without a full stop.
        package var message: String {
            switch self {
            case .missing(let path): "Token file \(path) does not exist"
            case .unreadable(let path, let reason): "Token file \(path) cannot be read: \(reason)"
            case .readableByOthers(let path):
                "Token file \(path) can be read by others; make it private with chmod 600"
            case .noToken(let path): "Token file \(path) must hold one line of printable characters without spaces"
            case .tooLong(let path): "Token file \(path) is longer than \(AccessToken.maximumSize) bytes"
            }
        }
    }

    /// The maximum size of a token file in bytes.
    package static let maximumSize = 4_096

    let value: String
    /// The file of the token, and where that file is named, for a person whose token is refused.
    let origin: String

    /// Reads the token from the first line of a file that only its owner can read.
    /// - Parameter place: where the file is named: an option, a variable or a settings file.
    package init(file path: String, namedIn place: String? = nil) throws(Problem) {
        origin = place.map { "\(path) (\($0))" } ?? path
        let bytes: [UInt8]
        do throws(SecretFile.Failure) {
            bytes = try SecretFile.read(path, maximumSize: Self.maximumSize, forbidding: 0o077)
        } catch {
            switch error {
            case .unreadable(ENOENT): throw .missing(path: path)
            case .unreadable(let errno): throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            case .notAFile: throw .unreadable(path: path, reason: "it is not a file")
            case .readableByOthers: throw .readableByOthers(path: path)
            case .tooLarge: throw .tooLong(path: path)
            }
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        // Other characters could end the header with the token.
        guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .noToken(path: path) }
        value = String(decoding: line, as: UTF8.self)
    }

    /// What the server gets with each request.
    var authorization: Authorization { Authorization("Bearer \(value)", origin: origin) }

    package var description: String { "(hidden)" }
}
