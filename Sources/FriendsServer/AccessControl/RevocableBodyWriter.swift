import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body until access is revoked: an event stream can outlast its token.
struct RevocableBodyWriter: ResponseBodyWriter {
    /// The client has lost access.
    struct Revoked: Error {}

    private var writer: any ResponseBodyWriter
    private var access: GrantedAccess

    /// - Parameter access: asked before each write.
    init(_ writer: any ResponseBodyWriter, while access: GrantedAccess) {
        self.writer = writer
        self.access = access
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard access.isStillGranted() else { throw Revoked() }
        try await writer.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
