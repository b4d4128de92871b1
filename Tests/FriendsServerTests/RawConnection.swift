import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import Testing

/// A connection on which a test sends exactly the bytes it wants, HTTP or not. It closes after ``longestWait``, so that a test
/// that waits for what never comes fails.
struct RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// - Parameters:
    ///   - tls: encrypts what is said, when it is not nil.
    ///   - receiveBuffer: how much the system receives before the test reads, in bytes; nil for many megabytes.
    init(port: Int, tls: NIOSSLContext? = nil, receiveBuffer: Int? = nil) async throws {
        var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
        }
        channel =
            try await bootstrap
            .connect(host: "127.0.0.1", port: port) { channel in Self.wrap(channel, tls) }
    }

    /// Sends `text` and gives what came back until the server has closed, or until `isComplete`.
    func exchange(_ text: String, until isComplete: @Sendable (String) -> Bool = { _ in false }) async throws -> String
    {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            return try await Self.read(inbound, until: isComplete)
        }
    }

    /// Sends `text`, and `rest` when `gate` opens before the answer, and gives what came back until `isComplete`.
    func exchange(
        _ text: String, then rest: String, after gate: Gate, until isComplete: @Sendable (String) -> Bool
    ) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await gate.wait()
                    try await outbound.write(ByteBuffer(string: rest))
                }
                defer { group.cancelAll() }
                return try await Self.read(inbound, until: isComplete)
            }
        }
    }

    /// Sends `text`, closes this side when `gate` is open, and gives what came back until the server has closed.
    func exchange(_ text: String, closingAfter gate: Gate) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            try await gate.wait()
            try await channel.channel.close(mode: .output)
            return try await Self.read(inbound) { _ in false }
        }
    }

    /// Sends `text` and lets `work` read what comes, piece by piece; then the connection is closed.
    func conversation(_ text: String, _ work: (inout Reader) async throws -> Void) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var reader = Reader(inbound: inbound.makeAsyncIterator(), outbound: outbound)
            try await work(&reader)
        }
    }

    /// What comes, read step by step.
    struct Reader {
        fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

        func send(_ text: String) async throws {
            try await outbound.write(ByteBuffer(string: text))
        }

        /// What came since the last time, until `isComplete` or until the server has closed.
        mutating func read(until isComplete: (String) -> Bool) async throws -> String {
            var text = ""
            while !isComplete(text), let buffer = try await inbound.next() { text += String(buffer: buffer) }
            return text
        }
    }

    /// Sends `text`, waits for the answer to end with `end`, and stays connected while `work` runs.
    func keptOpen(
        _ text: String, answerEndingWith end: String, while work: @Sendable () async throws -> Void
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if !end.isEmpty { _ = try await Self.read(inbound) { $0.hasSuffix(end) } }
            try await work()
        }
    }

    /// Sends `text` and resets the connection after `work`.
    func reset(after text: String, _ work: () async throws -> Void) async throws {
        try await channel.executeThenClose { _, outbound in
            try await outbound.write(ByteBuffer(string: text))
            try await work()
            let socket = try #require(channel.channel as? any SocketOptionProvider)
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
    }

    /// Sends `text` and reads nothing, until the server has cut the connection.
    func sendUntilClosed(_ text: String) async throws {
        try await channel.executeThenClose { _, outbound in
            // How it ends while something is being sent is the system's matter.
            try? await outbound.write(ByteBuffer(string: text))
            try await withTaskCancellationHandler {
                try await channel.channel.closeFuture.get()
            } onCancel: {
                channel.channel.close(promise: nil)
            }
            try Task.checkCancellation()
        }
    }

    private static func read(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, until isComplete: (String) -> Bool
    ) async throws -> String {
        var answer = ""
        for try await buffer in inbound {
            answer += String(buffer: buffer)
            if isComplete(answer) { break }
        }
        return answer
    }

    private static func wrap(
        _ channel: any Channel, _ tls: NIOSSLContext? = nil
    ) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> {
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(longestWait)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
        return channel.eventLoop.makeCompletedFuture {
            if let tls {
                let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                try channel.pipeline.syncOperations.addHandler(handler)
            }
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
    }
}
