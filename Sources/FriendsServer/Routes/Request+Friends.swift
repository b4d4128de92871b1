import FoundationEssentials
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

    /// The versions of which the friend must have one (`If-Match`), or nil when any will do.
    func wantedVersions() throws(Problem) -> [Friend.Version]? {
        let values = headers[values: .ifMatch]
        if values.isEmpty { return nil }
        let text = values.joined(separator: ",")
        if text.trimmed == "*" { return nil }
        guard let tags = EntityTag.list(text) else {
            throw .badParameter("If-Match", "If-Match must be * or entity tags in double quotes")
        }
        // Only a strong tag promises that not a byte is different.
        return tags.filter { !$0.isWeak }.map { Friend.Version($0.text) }
    }

    /// The fields in the body.
    /// - Parameter mediaTypes: what the body may call itself.
    func fields(mediaTypes: [String]) async throws -> FriendFields {
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

    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) cannot be the name of a header") }
        return name
    }
}
