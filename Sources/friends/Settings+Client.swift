import FriendsHTTP
import FriendsSettings

/// The client configuration of a shared server.
extension Settings {
    /// A problem with a file that a setting names.
    struct FileProblem: Error {
        /// A sentence without a full stop.
        let message: String
    }

    /// The address of the shared server; nil for the embedded one.
    func address() throws(ServerAddress.Problem) -> ServerAddress? {
        guard let server = server.value else { return nil }
        return try ServerAddress(server)
    }

    func token() throws(FileProblem) -> AccessToken? {
        guard let path = tokenFile.value else { return nil }
        do throws(AccessToken.Problem) {
            return try AccessToken(file: path)
        } catch {
            throw FileProblem(message: error.message)
        }
    }

    func authorities() throws(FileProblem) -> CertificateAuthorities? {
        guard let path = caFile.value else { return nil }
        do throws(CertificateAuthorities.Problem) {
            return try CertificateAuthorities(file: path)
        } catch {
            throw FileProblem(message: error.message)
        }
    }

    var limits: ClientLimits {
        ClientLimits(
            connecting: connectTimeout.value, silence: readTimeout.value, wholeRequest: requestTimeout.value)
    }
}
