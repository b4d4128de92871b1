/// A vCard (2.1, 3.0 or 4.0), byte for byte: its content lines in order, each with the bytes that it has in its file, with their
/// folds, spelling and encoding.
///
/// Line ends are the exception: all of them are CRLF, as vCards require. A file in UTF-16 becomes UTF-8.
package struct VCard: Equatable, Sendable {
    /// The versions that are read. Cards of version 2.1 are only written with the lines that they had.
    package enum Version: String, Comparable, Sendable {
        case v2 = "2.1"
        case v3 = "3.0"
        case v4 = "4.0"

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Where a content line is in the bytes of its card.
    struct Span: Equatable, Sendable {
        /// How a line is written over several rows.
        struct Layout: OptionSet, Sendable {
            let rawValue: UInt8

            /// It has line ends inside.
            static let rows = Layout(rawValue: 1)
            /// Its value is quoted-printable: a row that ends with `=` continues.
            static let quotedPrintable = Layout(rawValue: 2)
            /// Its value is Base64 (2.1, 3.0).
            static let base64 = Layout(rawValue: 4)
            /// Another card follows as its value (`AGENT` in 2.1).
            static let nested = Layout(rawValue: 8)
            /// Rows of its text follow that are not indented.
            static let loose = Layout(rawValue: 16)
        }

        let start: Int
        /// Without the line end.
        var end: Int
        var layout: Layout = []
    }

    /// The whole card, from `BEGIN:VCARD` to the line end after `END:VCARD`.
    package let bytes: [UInt8]
    private let spans: [Span]

    init(bytes: [UInt8], spans: [Span]) {
        self.bytes = bytes
        self.spans = spans
    }

    /// Reads bytes that are one card and nothing else; nil for others.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let record = VCardReader.records(in: bytes).only, case .success(let card) = record.card else {
            return nil
        }
        self = card
    }

    /// The content lines in order, with `BEGIN`, `END` and text that is no content line.
    package var lines: [ContentLine] { spans.map { ContentLine(bytes[$0.start..<$0.end], layout: $0.layout) } }

    /// The version; 3.0 for a card without a known version, because the syntax of 3.0 fits most cards.
    package var version: Version { Self.version(of: lines) }

    static func version(of lines: [ContentLine]) -> Version {
        guard let line = lines.first(where: { $0.property == .version }) else { return .v3 }
        return Version(rawValue: String(decoding: line.value.trimmedBlanks, as: UTF8.self)) ?? .v3
    }
}

extension Collection {
    /// The element of a collection with one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
