import Foundation
import FoundationNetworking
import Testing

/// The HTTP interface as any program sees it.
struct HTTP {
    let root: String

    /// A friend in the words of the interface.
    struct Friend: Codable, Equatable {
        var id: String?
        var firstname: String
        var lastname: String
        var phonenumber: String
        var lines: [Line]?
        /// In Base64.
        var rest: String?
    }

    struct Line: Codable, Equatable {
        var id: String?
        var kind: String
        var label: String?
        var value: String

        init(_ kind: String, _ value: String, label: String? = nil) {
            self.kind = kind
            self.label = label
            self.value = value
        }
    }

    init(_ root: String) {
        self.root = root
    }

    /// The status of the response to `GET`; nil without a response.
    func status(of path: String) async throws -> Int? {
        let url = try #require(URL(string: root + path))
        return (try? await URLSession.shared.data(from: url).1 as? HTTPURLResponse)?.statusCode
    }

    /// Reads or adds a friend of the test's own, who can be added again.
    /// - Returns: the status of the response, 0 without one, its `Retry-After` and its body.
    func probe(_ method: String) async throws -> (status: Int, retryAfter: String?, body: String) {
        let isRead = method == "GET"
        var request = URLRequest(url: try #require(URL(string: root + (isRead ? "/friends/probe" : "/friends"))))
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if !isRead {
            request.httpBody = try JSONEncoder().encode(
                Friend(id: "probe", firstname: "Probe", lastname: "", phonenumber: "12"))
        }
        guard let (body, response) = try? await URLSession.shared.data(for: request) as? (Data, HTTPURLResponse)
        else { return (0, nil, "") }
        return (
            response.statusCode, response.value(forHTTPHeaderField: "Retry-After"),
            String(decoding: body, as: UTF8.self)
        )
    }

    func friends() async throws -> [Friend] {
        let url = try #require(URL(string: root + "/friends"))
        return try JSONDecoder().decode([Friend].self, from: try await URLSession.shared.data(from: url).0)
    }

    /// Adds a friend.
    /// - Returns: the status of the answer.
    @discardableResult
    func add(
        _ first: String, _ last: String, _ phone: String, lines: [Line]? = nil, id: String? = nil, rest: Data? = nil
    ) async throws -> Int {
        var request = URLRequest(url: try #require(URL(string: root + "/friends")))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(
            Friend(
                id: id, firstname: first, lastname: last, phonenumber: phone, lines: lines,
                rest: rest?.base64EncodedString()))
        let (_, response) = try await URLSession.shared.data(for: request)
        return try #require(response as? HTTPURLResponse).statusCode
    }
}
