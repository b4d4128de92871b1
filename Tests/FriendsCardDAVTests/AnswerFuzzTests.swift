import DAVTestSupport
import FriendsCardDAV
import FriendsDAV
import FriendsXML
import TestSupport
import Testing

/// Recorded answers with random damage.
@Suite(.timeLimit(.minutes(10)))
struct AnswerFuzzTests {
    private static let pieces = [
        "<", ">", "&", "\"", "]]>", "<!--", "-->", "<![CDATA[", "&#0;", "&#x41;", "&amp;", "\u{0}", "\u{B}", "\u{FFFE}",
        "404", "507",
        "</d:response>", "<d:response>", "<d:href>/x</d:href>", "<d:status>HTTP/1.1 404 Gone</d:status>", "../",
        "%2e%2e", "%00",
        "xmlns:d=\"DAV:\"", "</d:multistatus>", "<!DOCTYPE a>",
    ].map { Array($0.utf8) }

    private static func damaged(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &numbers) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &numbers)
            let end = min(bytes.count, start + Int.random(in: 1...60, using: &numbers))
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes[start] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
            case 3: bytes.removeSubrange(start...)
            case 4: bytes.swapAt(start, end - 1)
            default: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: start)
            }
        }
        return bytes
    }

    /// What a damaged answer still says, by the paths of its resources.
    private struct Reading {
        /// Those with properties.
        var named: Set<String> = []
        /// The number of resources that are said to be gone.
        var goneCount = 0

        init(_ root: XMLElement) {
            for response in root.all(DAVNames.response) {
                let paths = response.all(DAVNames.href).map(\.text)
                if response.all(DAVNames.status).isEmpty {
                    named.formUnion(paths)
                } else if response.all(DAVNames.status).contains(where: { $0.text.contains("4") }) {
                    goneCount += paths.count
                }
            }
        }
    }

    @Test func `a damaged list is an error or has all its cards`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            let answer = try #require(server.replies.last?.body)
            for await seed in Seeds(1_000) {
                var numbers = Numbers(state: UInt64(seed))
                let damaged = Self.damaged(answer, &numbers)
                server.willAnswer { $0.header("Depth") == "1" ? .multistatus(damaged) : nil }
                let changes = try? await book.changes(since: nil)
                guard let root = try? XMLReader.root(of: damaged) else {
                    #expect(changes == nil, "seed \(seed)")
                    continue
                }
                guard let changes else { continue }
                #expect(changes.isWhole && changes.removed.isEmpty, "seed \(seed)")
                let reading = Reading(root)
                let names = Set(changes.changed.map(\.name))
                for card in first.changed where reading.named.contains(card.path) {
                    #expect(names.contains(card.name), "seed \(seed)")
                }
            }
        }
    }

    @Test func `damaged changes remove nothing that was not said to be gone`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.remove("a.vcf")
            server.put(cardText("b"), at: "b.vcf")
            _ = try await book.changes(since: first.position)
            let answer = try #require(server.replies.last?.body)
            for await seed in Seeds(500) {
                var numbers = Numbers(state: UInt64(seed))
                let damaged = Self.damaged(answer, &numbers)
                server.willAnswer { $0.method == "REPORT" ? .multistatus(damaged) : nil }
                guard let changes = try? await book.changes(since: first.position) else { continue }
                if changes.isWhole {
                    #expect(changes.changed.count == 3, "seed \(seed)")
                } else {
                    let reading = Reading(try XMLReader.root(of: damaged))
                    #expect(changes.removed.count <= reading.goneCount, "seed \(seed)")
                }
            }
        }
    }

    @Test func `damaged reports lose no card`() async throws {
        try await withBook { server, book in
            let references = try await book.references
            _ = try await book.cards(references)
            let answer = try #require(server.replies.last?.body)
            for await seed in Seeds(500) {
                var numbers = Numbers(state: UInt64(seed))
                let damaged = Self.damaged(answer, &numbers)
                server.willAnswer { $0.method == "REPORT" ? .multistatus(damaged) : nil }
                let cards = try await book.texts(references)
                if (try? XMLReader.root(of: damaged)) == nil {
                    #expect(cards == Books.three.mapValues { .success($0) }, "seed \(seed)")
                } else {
                    #expect(cards.values.allSatisfy { (try? $0.get()) != nil }, "seed \(seed)")
                }
                #expect(cards.count == 3)
            }
        }
    }
}
