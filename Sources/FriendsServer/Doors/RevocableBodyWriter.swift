import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body for as long as its reader may have it: a stream can outlast the token that has opened it.
struct RevocableBodyWriter: ResponseBodyWriter {
    /// The reader may have no more of it.
    struct Revoked: Error {}

    private var writer: any ResponseBodyWriter
    private let isAllowed: @Sendable () -> Bool

    /// - Parameter isAllowed: is asked before each write.
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
