import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Subprocess
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// A shared server with a certificate, made by the tool that people use for that.
    struct TransportSecurity {
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        private func path(_ name: String) -> String { "\(directory.path)/\(name).pem" }

        private func makeCertificate(_ name: String) async throws {
            let result = try await run(
                .name("openssl"),
                arguments: [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", path("\(name)-key"), "-out", path(name),
                ], output: .discarded, error: .discarded)
            try #require(result.terminationStatus.isSuccess)
        }

        @Test func `an unresponsive client delays the end by a second at most`() async throws {
            try await makeCertificate("a")
            let certificate = try ServerCertificate(certificatePath: path("a"), keyPath: path("a-key"))
            #expect(certificate.tls.shutdownTimeout <= .seconds(1))
        }

        @Test func `a trusted certificate encrypts the connection`() async throws {
            try await makeCertificate("a")
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.certificate = try ServerCertificate(
                certificatePath: path("a"), keyPath: path("a-key"))
            var client = TLSConfiguration.makeClientConfiguration()
            client.trustRoots = .file(path("a"))
            let modern = try NIOSSLContext(configuration: client)
            client.maximumTLSVersion = .tlsv11
            client.minimumTLSVersion = .tlsv1
            let old = try NIOSSLContext(configuration: client)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                // Its own pages would come from https.
                let request = """
                    GET /health HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: https://localhost:\(port)\r\n\
                    Connection: close\r\n\r\n
                    """
                let answer = try await RawConnection(port: port, tls: modern).exchange(request)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                await #expect(throws: (any Error).self) {
                    let answer = try await RawConnection(port: port, tls: old).exchange(request)
                    if answer.isEmpty { throw ChannelError.eof }
                }
                // Who speaks plainly gets no answer, and the server stays.
                let plain = try? await RawConnection(port: port).exchange(request)
                #expect(plain?.contains("HTTP/1.1") != true)
                let accepted = try await RawConnection(port: port, tls: modern).exchange(request)
                #expect(accepted.contains("200 OK"))
            }
        }

        @Test func `TLS 1.2 has ephemeral keys and authenticated encryption`() async throws {
            try await makeCertificate("a")
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.certificate = try ServerCertificate(certificatePath: path("a"), keyPath: path("a-key"))
            var client = TLSConfiguration.makeClientConfiguration()
            client.trustRoots = .file(path("a"))
            client.maximumTLSVersion = .tlsv12
            client.cipherSuiteValues = [.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256]
            let modern = try NIOSSLContext(configuration: client)
            client.cipherSuiteValues = [
                .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA,
            ]
            let old = try NIOSSLContext(configuration: client)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let accepted = try await RawConnection(port: port, tls: modern).exchange(request)
                #expect(accepted.contains("200 OK"))
                let answer = try? await RawConnection(port: port, tls: old).exchange(request)
                #expect(answer?.contains("HTTP/1.1") != true)
            }
        }

        @Test func `an endless handshake loses its connection`() async throws {
            try await makeCertificate("a")
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.certificate = try ServerCertificate(certificatePath: path("a"), keyPath: path("a-key"))
            configuration.limits.firstRequestTimeout = .milliseconds(50)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                _ = try? await RawConnection(port: port).exchange("\u{16}\u{3}\u{1}")
            }
        }

        @Test func `unusable files are reported`() async throws {
            try await makeCertificate("a")
            try await makeCertificate("b")
            func error(_ certificate: String, _ key: String) -> ServerCertificateError? {
                do throws(ServerCertificateError) {
                    _ = try ServerCertificate(certificatePath: path(certificate), keyPath: path(key))
                    return nil
                } catch {
                    return error
                }
            }
            #expect(error("a", "a-key") == nil)
            #expect(error("a", "b-key") == .mismatch(certificatePath: path("a"), keyPath: path("b-key")))
            #expect(error("c", "a-key") == .unreadable(path: path("c"), reason: "No such file or directory"))
            #expect(error("a", "c-key") == .unreadable(path: path("c-key"), reason: "No such file or directory"))
            #expect(error("a-key", "a-key") == .noCertificate(path: path("a-key")))
            #expect(error("a", "a") == .keyReadableByOthers(path: path("a")))
            chmod(path("a"), 0o600)
            #expect(error("a", "a") == .noKey(path: path("a")))
        }
    }
}
