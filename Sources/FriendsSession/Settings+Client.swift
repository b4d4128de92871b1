import FriendsHTTP
import FriendsSettings
import HTTPTransport

/// Converts settings for the client of a shared server.
extension Settings {
    /// The address of the shared server; nil for the embedded one.
    func address() throws(ServerAddress.Problem) -> ServerAddress? {
        guard let server = server.value else { return nil }
        return try ServerAddress(server)
    }

    func token() throws(AccessToken.Problem) -> AccessToken? {
        guard let path = tokenFile.value else { return nil }
        let place =
            switch tokenFile.source {
            case .option(let name), .variable(let name): name
            case .file, .standard: "token-file in \(file?.path ?? "the settings")"
            }
        return try AccessToken(file: path, namedIn: place)
    }

    func authorities() throws(CertificateAuthorities.Problem) -> CertificateAuthorities? {
        guard let path = caFile.value else { return nil }
        return try CertificateAuthorities(file: path)
    }

    var limits: ClientLimits {
        ClientLimits(
            connectTimeout: connectTimeout.value, readTimeout: readTimeout.value, requestTimeout: requestTimeout.value)
    }
}
