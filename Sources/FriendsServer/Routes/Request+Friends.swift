import FoundationEssentials
import FriendsDatabase
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The parts of a request, read and checked.
extension Request {
    /// The most friends that the answer may have, or nil for all.
    func limit() throws(Problem) -> Int? {
        guard let text = uri.queryParameters.get(Interface.limitParameter) else { return nil }
        guard let limit = Int(text), text.utf8.first != UInt8(ascii: "+"), (1...Interface.maximumLimit).contains(limit)
        else {
            throw .badParameter(
                Interface.limitParameter,
                "\(Interface.limitParameter) must be a number from 1 to \(Interface.maximumLimit)")
        }
        return limit
    }

    /// The place in the list behind which the answer begins, or nil for the beginning.
    func position() throws(Problem) -> FriendPosition? {
        guard let token = uri.queryParameters.get(Interface.afterParameter) else { return nil }
        guard let position = FriendPosition(token: token) else {
            throw .badParameter(
                Interface.afterParameter, "\(Interface.afterParameter) must come from the Link of an earlier page")
        }
        return position
    }

    /// The position behind which changes are asked for, or nil when the list itself is.
    func since() throws(Problem) -> HistoryPosition? {
        let parameters = uri.queryParameters
        guard let text = parameters.get(Interface.sinceParameter) else { return nil }
        for other in [Interface.limitParameter, Interface.afterParameter] where parameters.get(other) != nil {
            throw .badParameter(
                Interface.sinceParameter, "\(Interface.sinceParameter) and \(other) exclude each other")
        }
        return try historyPosition(text, in: Interface.sinceParameter)
    }

    /// The position behind which a stream of changes begins, or nil for the present.
    func startOfEvents() throws(Problem) -> HistoryPosition? {
        let since = try since()
        guard let text = headers[.lastEventID] else { return since }
        return try historyPosition(text, in: Interface.lastEventIDHeader)
    }

    private func historyPosition(_ text: String, in parameter: String) throws(Problem) -> HistoryPosition {
        guard let position = HistoryPosition(text) else {
            throw .badParameter(parameter, "\(parameter) must come from an earlier answer")
        }
        return position
    }

    /// The versions of which the friend must have one (`If-Match`), or nil when any will do (`*`).
    func wantedVersions() throws(Problem) -> [Friend.Version]? {
        guard let text = condition(.ifMatch) else { throw .preconditionRequired() }
        if text == "*" { return nil }
        guard let tags = EntityTag.list(text) else {
            throw .badParameter("If-Match", "If-Match must be * or entity tags in double quotes")
        }
        // Only a strong tag promises that not a byte is different.
        return tags.filter { !$0.isWeak }.map { Friend.Version($0.text) }
    }

    /// Whether the client says that it has the state with this name already (`If-None-Match`).
    ///
    /// What cannot be understood says nothing: the client gets what it may have, and that does no harm.
    func isKnown(_ name: String) -> Bool {
        guard let text = condition(.ifNoneMatch) else { return false }
        return text == "*" || EntityTag.list(text)?.contains { $0.text.isIdentical(to: name) } == true
    }

    private func condition(_ header: HTTPField.Name) -> String? {
        let values = headers[values: header]
        return values.isEmpty ? nil : values.joined(separator: ",").trimmed
    }

    /// The fields in the body.
    /// - Parameter mediaTypes: what the body may call itself.
    func fields(mediaTypes: [String]) async throws -> FriendFields {
        guard headers.list(.contentEncoding).allSatisfy({ $0 == "identity" }) else {
            throw Problem.unsupportedContentCoding()
        }
        let mediaType = headers[.contentType]?.prefix { $0 != ";" }
        guard let mediaType, mediaTypes.contains(String(mediaType).trimmed.lowercased()) else {
            throw Problem.wrongMediaType(wanted: mediaTypes)
        }
        let body = try await body.collect(upTo: Interface.maximumRequestBody)
        // The decoder would also take other encodings, and repair broken ones.
        guard let text = String(validating: body.readableBytesView, as: UTF8.self), try JSON.isWellFormed(text) else {
            throw Problem.notJSON()
        }
        do {
            return try JSONDecoder().decode(FriendFields.self, from: Data(text.utf8))
        } catch is DecodingError {
            throw Problem.notJSON()
        }
    }
}

extension HTTPFields {
    /// The members of a field that is a list, in lower case.
    func list(_ name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { String($0).trimmed.lowercased() }
            .filter { !$0.isEmpty }
    }
}

extension FriendsContext {
    /// The id in the path, decoded once.
    /// - Throws: the 404 of a friend that does not exist when no friend can have such an id.
    func friendID() throws(Problem) -> Friend.ID {
        guard let text = parameters.get("id")?.removingPercentEncoding, let id = Friend.ID(validating: text) else {
            throw .friendNotFound()
        }
        return id
    }
}

extension HTTPField.Name {
    /// The number of friends in the whole list.
    static let totalCount = known(Interface.totalCountHeader)
    /// Where the next page is (RFC 8288).
    static let link = known("Link")
    /// Where a stream of events was cut off (the HTML standard, 9.2.4).
    static let lastEventID = known(Interface.lastEventIDHeader)

    /// Whether a proxy may hold an answer back until it has more of it; nginx and others obey it.
    static let accelBuffering = known("X-Accel-Buffering")

    static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) cannot be the name of a header") }
        return name
    }
}
