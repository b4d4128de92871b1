import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body until access is revoked: an event stream can outlast its token.
struct RevocableBodyWriter: ResponseBodyWriter {
    /// The client has lost access.
    struct Revoked: Error {}

    private var writer: any ResponseBodyWriter
    private let isAllowed: @Sendable () -> Bool

    /// - Parameter isAllowed: called before each write.
    init(_ writer: any ResponseBodyWriter, while isAllowed: @escaping @Sendable () -> Bool) {
        self.writer = writer
        self.isAllowed = isAllowed
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard isAllowed() else { throw Revoked() }
        try await writer.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
