/// Parses the bytes of a stream, however they are split, into events.
///
/// It follows "Interpreting an event stream" of the HTML standard, without two fields: `retry`, because the client decides
/// when to reconnect, and `id`, because the data of this interface has its own position. An event without an empty line at
/// its end is incomplete.
struct EventStreamParser {
    /// An event exceeds the maximum size.
    struct TooLarge: Error, Equatable {
        let limit: Int
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let maximumEventSize: Int
    private var line: [UInt8] = []
    private var isFirstLine = true
    /// Whether a line feed belongs to the carriage return before it.
    private var isAfterCarriageReturn = false
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false

    /// - Parameter maximumEventSize: the maximum size in bytes of an incomplete event.
    init(maximumEventSize: Int) {
        self.maximumEventSize = maximumEventSize
    }

    /// The events that these bytes complete.
    mutating func parse(_ bytes: some Sequence<UInt8>) throws(TooLarge) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where isAfterCarriageReturn:
                isAfterCarriageReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isAfterCarriageReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                isAfterCarriageReturn = false
                guard line.count + data.count + type.utf8.count < maximumEventSize else {
                    throw TooLarge(limit: maximumEventSize)
                }
                line.append(byte)
            }
        }
        return events
    }

    /// - Returns: the event that an empty line completes.
    private mutating func endLine() -> ServerSentEvent? {
        defer {
            line.removeAll(keepingCapacity: line.count <= 4_096)
            isFirstLine = false
        }
        var rest = line[...]
        if isFirstLine, rest.starts(with: Self.byteOrderMark) { rest = rest.dropFirst(Self.byteOrderMark.count) }
        guard !rest.isEmpty else { return endEvent() }
        let name = rest.prefix { $0 != UInt8(ascii: ":") }
        var value = rest[name.endIndex...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that starts with a colon has an empty name: a comment.
        if name.elementsEqual("data".utf8) {
            if hasData { data.append(UInt8(ascii: "\n")) }
            data += value
            hasData = true
        } else if name.elementsEqual("event".utf8) {
            type = String(decoding: value, as: UTF8.self)
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            type = ""
            data = []
            hasData = false
        }
        guard hasData else { return nil }
        return ServerSentEvent(type: type.isEmpty ? "message" : type, data: data)
    }
}
