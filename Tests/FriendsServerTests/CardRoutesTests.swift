import EngineTestSupport
import FoundationEssentials
import FriendsModel
import FriendsVCard
import FriendsWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import FriendsServer

/// Friends as vCards and tables.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct CardRoutesTests {
    /// Ada without a card, and Grace, who was imported.
    private func server() async throws -> TestServer {
        let repository = try await Engine.makeRepository()
        let email = FriendLine.line(.email, "ada@example.org", id: "k5xwc2dfoq")
        _ = try await repository.create(FriendDetails.ada.with([email]), id: Friend.ID("ada"))
        let card = try FriendCard.friend(of: try #require(VCard(Cards.grace.utf8))).friend
        _ = try await repository.create(card.details, rest: card.rest.map { Data($0) }, id: card.id)
        return TestServer(repository)
    }

    private static let ada = """
        BEGIN:VCARD\r
        VERSION:4.0\r
        PRODID:-//friends//vCard//EN\r
        UID;VALUE=text:ada\r
        N:Lovelace;Ada;;;\r
        FN:Ada Lovelace\r
        TEL:+44 20 7946 0001\r
        EMAIL;X-FRIENDS-ID=k5xwc2dfoq:ada@example.org\r
        END:VCARD\r

        """

    @Test func `a friend is a vCard when asked for`() async throws {
        let server = try await server()
        let ada = try await server.ask(.get, "/friends/ada", headers: [.accept: "text/vcard"])
        #expect(ada.status == .ok && ada.text == Self.ada)
        #expect(ada.headers[.contentType] == "text/vcard")
        #expect(ada.headers[.eTag] == "\"1.vcard\"" && ada.headers[.vary] == "Accept")
        let grace = try await server.ask(.get, "/friends/grace", headers: [.accept: "text/vcard"])
        #expect(grace.text == Cards.grace)
        let three = try await server.ask(.get, "/friends/ada", headers: [.accept: "text/vcard; version=\"3.0\""])
        #expect(three.headers[.contentType] == "text/vcard; version=3.0; charset=utf-8")
        #expect(three.text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n"))
        let four = try await server.ask(.get, "/friends/grace", headers: [.accept: "text/vcard;version=4.0"])
        #expect(four.text.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n") && four.text.contains("X-NAVY:yes\r\n"))
    }

    @Test func `an edited friend keeps the other lines of its card`() async throws {
        let server = try await server()
        _ = try await server.ask(.patch, "/friends/grace", #"{"phonenumber":"112"}"#)
        let answer = try await server.ask(.get, "/friends/grace", headers: [.accept: "text/vcard"])
        #expect(answer.text == Cards.grace.replacing("+1 212 555 0199", with: "112"))
    }

    @Test func `the list is the cards in its order, page by page`() async throws {
        let server = try await server()
        let all = try await server.ask(.get, "/friends", headers: [.accept: "text/vcard"])
        #expect(all.text == Cards.grace + Self.ada)
        #expect(all.headers[.totalCount] == "2" && all.headers[.contentType] == "text/vcard")
        let first = try await server.ask(.get, "/friends?limit=1", headers: [.accept: "text/vcard"])
        #expect(first.text == Cards.grace && first.headers[.eTag] == all.headers[.eTag])
        let second = try await server.ask(.get, try #require(first.nextPage), headers: [.accept: "text/vcard"])
        #expect(second.text == Self.ada && second.nextPage == nil)
        let head = try await server.ask(.head, "/friends", headers: [.accept: "text/vcard"])
        #expect(head.status == .ok && head.text.isEmpty && head.headers[.contentType] == "text/vcard")
        #expect(head.headers[.contentLength] == "\(all.text.utf8.count)")
        let none = try await TestServer().ask(.get, "/friends", headers: [.accept: "text/vcard"])
        #expect(none.status == .ok && none.text.isEmpty)
    }

    @Test func `a list with large rests is complete`() async throws {
        let repository = try await Engine.makeRepository()
        let photo = String(repeating: "A", count: 900_000)
        for index in 0..<12 {
            let text =
                "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(100 + index)\r\nFN:A\(100 + index)\r\nPHOTO;ENCODING=b:\(photo)\r\nEND:VCARD\r\n"
            let card = try FriendCard.friend(of: try #require(VCard(text.utf8))).friend
            _ = try await repository.create(card.details, rest: card.rest.map { Data($0) }, id: card.id)
        }
        let answer = try await TestServer(repository).ask(.get, "/friends", headers: [.accept: "text/vcard"])
        let records = VCardReader.records(in: answer.body.readableBytesView)
        #expect(records.count == 12 && records.allSatisfy { (try? $0.card.get().bytes.count) ?? 0 > 900_000 })
        // A page is read at once, so it has not more of them than fit into the memory.
        let page = try await TestServer(repository).ask(.get, "/friends?limit=12", headers: [.accept: "text/vcard"])
        #expect(VCardReader.records(in: page.body.readableBytesView).count == 9 && page.nextPage != nil)
    }

    @Test(
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/html, */*;q=0.8", "application/json"),
            ("text/html", "application/json"), ("", "application/json"),
            ("application/json, text/vcard", "application/json"),
            ("text/vcard, application/json", "text/vcard"), ("text/vcard;q=0.5, application/json", "application/json"),
            ("*/*, text/vcard", "text/vcard"), ("text/*", "text/vcard"), ("TEXT/VCARD", "text/vcard"),
            ("text/vcard;q=0", nil), ("text/vcard;q=0, */*;q=0.1", "application/json"),
            ("text/vcard;version=3.0", "text/vcard; version=3.0; charset=utf-8"),
            ("text/vcard;version=2.1, text/vcard;version=4.0;q=0.1", "text/vcard; version=4.0; charset=utf-8"),
            ("text/vcard;version=2.1", nil), ("text/vcard;version=9", nil),
            ("text/vcard;version=9, application/*", "application/json"),
            ("text/csv", "text/csv; charset=utf-8; header=present"),
            ("text/csv;q=0.1, text/vcard", "text/vcard"),
            // The most precise range counts for a format, wherever it is.
            ("text/vcard;q=0, text/*", "text/csv; charset=utf-8; header=present"),
            ("*/*, application/json;q=0", "text/vcard"), ("*/*;q=0.5, application/json;q=0.1", "text/vcard"),
            ("text/*;q=0.5, text/vcard;q=0.1", "text/csv; charset=utf-8; header=present"),
            ("text/vcard, text/vcard;version=3.0;q=0.9", "text/vcard"),
            ("text/vcard;q=0.1, text/vcard;version=3.0", "text/vcard; version=3.0; charset=utf-8"),
            ("*/*;q=0", "application/json"),
            ("text/vcard;q=0.000, text/csv;q=0.001", "text/csv; charset=utf-8; header=present"),
            ("TEXT/VCARD;Q=0.4;VERSION=\"3.0\", Text/CSV;Q=0.3", "text/vcard; version=3.0; charset=utf-8"),
            ("text/csv ; q=0.9 , application/json ; q=0.8", "text/csv; charset=utf-8; header=present"),
            // An invalid weight counts as 1.
            ("text/csv;q=abc, application/json;q=0.9", "text/csv; charset=utf-8; header=present"),
            ("text/csv;q=nan, application/json;q=0.9", "text/csv; charset=utf-8; header=present"),
            ("application/json;q=0.5, text/csv;q=-1", "text/csv; charset=utf-8; header=present"),
            ("application/json, text/csv;q=5", "application/json"),
            ("text/csv;q=, text/vcard", "text/csv; charset=utf-8; header=present"),
            // In quotation marks, nothing divides.
            ("text/html;a=\"x, text/csv\", text/vcard;q=0.1", "text/vcard"),
            ("text/html;a=\";q=0\";q=0.1, text/csv;b=\"q=0\"", "text/csv; charset=utf-8; header=present"),
        ] as [(String?, String?)])
    func `Accept chooses the format`(accept: String?, contentType: String?) async throws {
        let server = try await server()
        for path in ["/friends", "/friends/ada", "/friends?limit=1"] {
            let answer = try await server.ask(.get, path, headers: accept.map { [.accept: $0] } ?? [:])
            if let contentType {
                #expect(answer.status == .ok && answer.headers[.contentType] == contentType, "\(path)")
            } else {
                #expect(answer.status == .notAcceptable, "\(path)")
                #expect(try answer.problem.detail == "Friends are in JSON, or in vCard version 3.0 or 4.0.")
            }
        }
        // The changes are JSON in any case.
        let changes = try await server.ask(.get, "/friends?since=0", headers: accept.map { [.accept: $0] } ?? [:])
        #expect(changes.headers[.contentType] == "application/json")
    }

    @Test func `friends are a table when asked for`() async throws {
        let server = try await server()
        let tag = try #require(try await server.ask(.get, "/friends").headers[.eTag])
        // A version says something in its history only.
        let history = tag.drop { $0 != "-" }.dropLast()
        #expect(history.count == 9)
        let ada = try await server.ask(.get, "/friends/ada", headers: [.accept: "text/csv"])
        let header = "id,firstname,lastname,phonenumber"
        let row = "ada,Ada,Lovelace,'+44 20 7946 0001,ada@example.org,email:k5xwc2dfoq,1\(history)\r\n"
        #expect(ada.text == "\(header),email 1,lines,version\r\n\(row)")
        #expect(ada.headers[.eTag] == "\"1.csv\"" && ada.headers[.vary] == "Accept")
        let all = try await server.ask(.get, "/friends", headers: [.accept: "text/csv"])
        let grace = "grace,Grace,Hopper,'+1 212 555 0199"
        #expect(all.text == "\(header),email 1,lines,version\r\n\(grace),,,2\(history)\r\n\(row)")
        // A page has the columns that it needs.
        let page = try await server.ask(.get, "/friends?limit=1", headers: [.accept: "text/csv"])
        #expect(page.text == "\(header),lines,version\r\n\(grace),,2\(history)\r\n")
        #expect(page.nextPage != nil)
        let head = try await server.ask(.head, "/friends", headers: [.accept: "text/csv"])
        #expect(head.text.isEmpty && head.headers[.contentLength] == "\(all.text.utf8.count)")
        let changed = try await server.ask(
            .patch, "/friends/ada", #"{"firstname":"A"}"#, headers: [.ifMatch: "\"1.csv\""])
        #expect(changed.status == .ok)
    }

    @Test func `a client knows a state in one format only`() async throws {
        let server = try await server()
        for path in ["/friends", "/friends/ada"] {
            let json = try #require(try await server.ask(.get, path).headers[.eTag])
            let card = try #require(try await server.ask(.get, path, headers: [.accept: "text/vcard"]).headers[.eTag])
            let headers: HTTPFields = [.accept: "text/vcard", .ifNoneMatch: json]
            #expect(try await server.ask(.get, path, headers: headers).status == .ok)
            let table: HTTPFields = [.accept: "text/csv", .ifNoneMatch: card]
            #expect(try await server.ask(.get, path, headers: table).status == .ok)
            let known = try await server.ask(.get, path, headers: [.accept: "text/vcard", .ifNoneMatch: card])
            #expect(known.status == .notModified && known.headers[.eTag] == card && known.headers[.vary] == "Accept")
        }
        let answer = try await server.ask(
            .patch, "/friends/ada", #"{"firstname":"A"}"#, headers: [.ifMatch: "\"1.vcard4.0\""])
        #expect(answer.status == .ok)
    }
}
