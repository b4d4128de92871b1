import Foundation
import FriendsHTTP
import FriendsModel
import HTTPTransport
import NIOSSL
import Subprocess
import TestSupport
import Testing

/// Who is taken for the right server.
@Suite(.timeLimit(.minutes(10)))
struct CertificateTests {
    static let untrusted = FriendsClientError.untrusted(
        reason: "its certificate is not from an authority that this computer trusts, or it has expired")

    @Test func `a certificate of an unknown authority is not trusted`() async throws {
        try await withTemporaryDirectory { directory in
            let tls = try await signed(in: directory).context
            try await withServer([.json("[]")], scheme: "https", tls: tls) { server, client in
                for call in Call.allCases { await call.expect(Self.untrusted, from: client) }
                #expect(await followError(client) == Self.untrusted)
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func aCertificateThatTheGivenAuthorityVouchesForIsTrusted() async throws {
        try await withTemporaryDirectory { directory in
            let (tls, file) = try await signed(in: directory)
            let authorities = try CertificateAuthorities(file: file)
            let done = Reply.answer("204 No Content")
            let replies: [Reply] = [.json("[]"), done, done, done, .endedEvents("")]
            try await withServer(replies, scheme: "https", tls: tls, authorities: authorities) { server, client in
                for call in Call.allCases { await call.expect(nil, from: client) }
                #expect(await followError(client) == nil)
                #expect(server.requests.count == 5)
            }
        }
    }

    @Test func aCertificateOfAnotherAuthorityIsNotTrusted() async throws {
        try await withTemporaryDirectory { directory in
            let tls = try await signed(in: directory).context
            let other = try await signed(in: directory, authority: "other").file
            let authorities = try CertificateAuthorities(file: other)
            try await withServer([], scheme: "https", tls: tls, authorities: authorities) { server, client in
                for call in Call.allCases { await call.expect(Self.untrusted, from: client) }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func aTrustedCertificateForAnotherNameIsNotTrusted() async throws {
        try await withTemporaryDirectory { directory in
            let (tls, file) = try await signed(in: directory, name: "DNS:friends.example")
            let authorities = try CertificateAuthorities(file: file)
            try await withServer([], scheme: "https", tls: tls, authorities: authorities) { server, client in
                for call in Call.allCases {
                    await call.expect(.untrusted(reason: "its certificate is for another name"), from: client)
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    /// TLS 1.0 and 1.1 are broken (RFC 8996).
    @Test(arguments: [(TLSVersion.tlsv11, false), (.tlsv12, true)])
    func `a server with TLS below 1.2 is refused`(version: TLSVersion, isTrusted: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let (tls, file) = try await signed(in: directory, newest: version)
            let authorities = try CertificateAuthorities(file: file)
            try await withServer([.json("[]")], scheme: "https", tls: tls, authorities: authorities) { server, client in
                let reason = "the TLS handshake with it failed"
                await Call.list.expect(isTrusted ? nil : .untrusted(reason: reason), from: client)
                #expect(server.requests.count == (isTrusted ? 1 : 0))
            }
        }
    }

    @Test func aFileWithoutCertificatesIsRefused() async throws {
        try await withTemporaryDirectory { directory in
            let path = "\(directory)/ca.pem"
            #expect(throws: CertificateAuthorities.Problem.unreadable(path: path, reason: "No such file or directory"))
            {
                _ = try CertificateAuthorities(file: path)
            }
            let texts = [
                "", "hello\n", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----\n",
            ]
            for text in texts {
                try Data(text.utf8).write(to: URL(filePath: path))
                #expect(throws: CertificateAuthorities.Problem.noCertificate(path: path)) {
                    _ = try CertificateAuthorities(file: path)
                }
            }
        }
    }

    @Test func `https to an http server is reported`() async throws {
        try await withServer([], scheme: "https") { server, client in
            async let error = Call.list.error(client)
            try await server.hasOpened(1)
            server.sendToAll(Reply.head("400 Bad Request"))
            #expect(await error == .untrusted(reason: "it does not support https"))
        }
    }

    @Test func `http to an https server gets no response`() async throws {
        try await withTemporaryDirectory { directory in
            let tls = try await signed(in: directory).context
            try await withServer([.json("[]")], tls: tls) { server, client in
                guard case .connectionLost = await Call.list.error(client) else {
                    Issue.record("An answer of TLS was taken for something else")
                    return
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    private func followError(_ client: HTTPFriendsClient) async -> FriendsClientError? {
        do throws(FriendsClientError) {
            try await client.follow(since: FriendPage.Snapshot("\"1-a\"")) { _ in }
            return nil
        } catch {
            return error
        }
    }

    /// Makes an authority, and a server's certificate that it has signed.
    /// - Returns: what the server needs, and the file of the authority.
    private func signed(
        in directory: String, authority: String = "ca", name: String = "IP:127.0.0.1", newest: TLSVersion? = nil
    ) async throws -> (context: NIOSSLContext, file: String) {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        let ca = "\(directory)/\(authority)"
        let server = "\(directory)/server-\(authority)"
        try await openssl(
            ["req", "-x509"] + key + ["-subj", "/CN=\(authority)", "-keyout", "\(ca).key", "-out", "\(ca).pem"])
        try await openssl(
            ["req", "-x509"] + key + [
                "-CA", "\(ca).pem", "-CAkey", "\(ca).key", "-subj", "/CN=server", "-addext",
                "basicConstraints=CA:FALSE", "-addext", "subjectAltName=\(name)", "-keyout", "\(server).key", "-out",
                "\(server).pem",
            ])
        let chain = try NIOSSLCertificate.fromPEMFile("\(server).pem")
        let privateKey = try NIOSSLPrivateKey(file: "\(server).key", format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (.tlsv1, newest)
        return (try NIOSSLContext(configuration: configuration), "\(ca).pem")
    }

    private func openssl(_ arguments: [String]) async throws {
        let result = try await run(
            .name("openssl"), arguments: Arguments(arguments), output: .discarded, error: .string(limit: 4_096))
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    }
}
