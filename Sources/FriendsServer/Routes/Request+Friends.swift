import Foundation
import FriendsRepository
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// Parses and validates the parts of a request.
extension Request {
    /// The maximum number of friends in the response; nil for all.
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

    /// Whether the friends of a list are wanted with their rests.
    func includesRests() throws(Problem) -> Bool {
        guard let text = uri.queryParameters.get(Interface.includeParameter) else { return false }
        guard text == Interface.includedRest else {
            throw .badParameter(
                Interface.includeParameter, "\(Interface.includeParameter) must be \(Interface.includedRest)")
        }
        return true
    }

    /// The position in the list after which the page starts; nil for the beginning.
    func position() throws(Problem) -> FriendPosition? {
        try position { FriendPosition(token: $0) }
    }

    /// The position in the trash after which the page starts; nil for the beginning.
    func trashPosition() throws(Problem) -> TrashPosition? {
        try position { TrashPosition(token: $0) }
    }

    private func position<Position>(_ parse: (String) -> Position?) throws(Problem) -> Position? {
        guard let token = uri.queryParameters.get(Interface.afterParameter) else { return nil }
        guard let position = parse(token) else {
            throw .badParameter(
                Interface.afterParameter, "\(Interface.afterParameter) must come from the Link of an earlier page")
        }
        return position
    }

    /// The position since which changes are requested; nil for a request of the list itself.
    func since() throws(Problem) -> HistoryPosition? {
        let parameters = uri.queryParameters
        guard let text = parameters.get(Interface.sinceParameter) else { return nil }
        for other in [Interface.limitParameter, Interface.afterParameter] where parameters.get(other) != nil {
            throw .badParameter(
                Interface.sinceParameter, "\(Interface.sinceParameter) and \(other) exclude each other")
        }
        return try historyPosition(text, in: Interface.sinceParameter)
    }

    /// The position at which an event stream starts; nil for the current one.
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

    /// The allowed current versions (`If-Match`); nil for any (`*`).
    func wantedVersions() throws(Problem) -> [Friend.Version]? {
        guard let text = condition(.ifMatch) else { throw .preconditionRequired() }
        if text == "*" { return nil }
        guard let tags = EntityTag.list(text) else {
            throw .badParameter("If-Match", "If-Match must be * or entity tags in double quotes")
        }
        // Only a strong tag identifies a version.
        return tags.filter { !$0.isWeak }.map { Friend.Version(Representation.name(inTag: $0.text)) }
    }

    /// Whether the client already has the state with this tag (`If-None-Match`). An invalid field is ignored.
    func isKnown(_ name: String) -> Bool {
        guard let text = condition(.ifNoneMatch) else { return false }
        return text == "*" || EntityTag.list(text)?.contains { $0.text.isIdentical(to: name) } == true
    }

    /// Whether the client knows what it sends, and wants only the rest back (`Prefer`; RFC 7240).
    var prefersMinimalReturn: Bool {
        headers.list(.prefer).contains { $0.replacing("\"", with: "") == Interface.minimalReturn }
    }

    private func condition(_ header: HTTPField.Name) -> String? {
        let values = headers[values: header]
        return values.isEmpty ? nil : values.joined(separator: ",").trimmed
    }

    /// The JSON object in the body.
    /// - Parameters:
    ///   - mediaTypes: the allowed media types.
    ///   - validate: what the object means; throws when its values are invalid.
    func body<Document: Decodable & SendableMetatype, Value: Sendable>(
        _ type: Document.Type, mediaTypes: [String], _ validate: @escaping @Sendable (Document) throws(Problem) -> Value
    ) async throws -> Value {
        guard headers.list(.contentEncoding).allSatisfy({ $0 == "identity" }) else {
            throw Problem.unsupportedContentCoding()
        }
        let mediaType = headers[.contentType]?.prefix { $0 != ";" }
        guard let mediaType, mediaTypes.contains(String(mediaType).trimmed.lowercased()) else {
            throw Problem.wrongMediaType(wanted: mediaTypes)
        }
        let body = try await body.collect(upTo: Interface.maximumRequestBody)
        return try await BodyThreads.run(size: body.readableBytes) {
            try validate(try JSON.decode(type, from: body))
        }
    }
}

extension HTTPFields {
    /// The members of a list field, in lower case.
    func list(_ name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { String($0).trimmed.lowercased() }
            .filter { !$0.isEmpty }
    }
}

extension FriendsContext {
    /// Tells whether the client may still wait for the response. One without an open connection, as in tests, always does.
    func clientWaiting() async -> @Sendable () -> Bool {
        guard channel.isActive else { return { true } }
        // A test of the routes alone has none.
        let presence = try? await channel.pipeline.handler(type: ClientPresence.self).get()
        return { [channel] in channel.isActive && presence?.hasLeft != true }
    }

    /// The id in the path, decoded once. Throws 404 when the id is invalid.
    func friendID() throws(Problem) -> Friend.ID {
        guard let text = (parameters.get("id") ?? literalID)?.removingPercentEncoding,
            let id = Friend.ID(validating: text)
        else {
            throw .friendNotFound()
        }
        return id
    }
}

extension HTTPField.Name {
    /// The number of friends in the whole list.
    static let totalCount = known(Interface.totalCountHeader)
    /// The link to the next page (RFC 8288).
    static let link = known("Link")
    static let prefer = known(Interface.preferHeader)
    static let preferenceApplied = known(Interface.preferenceAppliedHeader)
    /// The last event that the client received (the HTML standard, 9.2.4).
    static let lastEventID = known(Interface.lastEventIDHeader)

    /// Whether a proxy may buffer the response; nginx and others support it.
    static let accelBuffering = known("X-Accel-Buffering")
    static let xRequestID = known(Interface.requestIDHeader)

    static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) cannot be the name of a header") }
        return name
    }
}
