import FoundationEssentials
import FriendsFiles
import FriendsRepository
import FriendsModel
import FriendsWire
import Glibc
import HTTPTypes
import Hummingbird

/// An error response (RFC 9457): thrown by a route, sent by ``ProblemMiddleware``.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// A sentence for people about this request.
    let detail: String
    var errors: [ProblemDocument.Item]?
    /// The current friend, when it conflicts with the request.
    var current: Friend?
    var headers: HTTPFields = [:]
    /// The results of a batch of which nothing was written.
    var results: [BatchResult]?
    /// Why the server rejects the request before a route gets it; nil for all other problems.
    var rejection: Rejection?

    /// The response. A problem can have a large friend.
    func response(_ largeResponses: LargeResponses, to client: ClientIdentity?) async -> Response {
        guard let json = try? document() else { return Response(status: status) }
        return Response(status: status, headers: fields, body: await largeResponses.resultBody(json, for: client))
    }

    /// The response of a short problem.
    func response() -> Response {
        guard let json = try? document() else { return Response(status: status) }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: json))
    }

    /// The header fields of the response.
    var fields: HTTPFields {
        var fields = headers
        fields[.contentType] = Interface.problemMediaType
        if let current { fields[.eTag] = current.version.entityTag }
        return fields
    }

    /// The body of the response.
    func document() throws -> ByteBuffer { try JSON.encode(body) }

    var body: ProblemDocument {
        ProblemDocument(
            status: status.code, title: status.reasonPhrase, detail: detail, errors: errors,
            current: current.map { FriendDocument($0) }, results: results)
    }
}

extension Problem {
    static func notJSON() -> Self {
        Problem(status: .badRequest, detail: "The body is not a JSON object in UTF-8.")
    }

    /// - Parameter pointer: where in the body.
    static func ambiguousBody(_ pointer: String, _ detail: String) -> Self {
        Problem(
            status: .badRequest, detail: "The request cannot be understood.",
            errors: [ProblemDocument.Item(pointer: pointer, detail: detail)])
    }

    static func badParameter(_ name: String, _ detail: String) -> Self {
        Problem(
            status: .badRequest, detail: "The request cannot be understood.",
            errors: [ProblemDocument.Item(parameter: name, detail: detail)])
    }

    static func wrongMediaType(wanted: [String]) -> Self {
        Problem(
            status: .unsupportedMediaType,
            detail: "The Content-Type must be \(wanted.joined(separator: " or ")).",
            headers: [.accept: wanted.joined(separator: ", ")])
    }

    static func notAcceptable() -> Self {
        Problem(status: .notAcceptable, detail: "Friends are in JSON, or in vCard version 3.0 or 4.0.")
    }

    static func unsupportedContentCoding() -> Self {
        Problem(
            status: .unsupportedMediaType, detail: "The body must not be compressed or coded otherwise.",
            headers: [.acceptEncoding: "identity"])
    }

    static func unknownExpectation() -> Self {
        Problem(status: .expectationFailed, detail: "The only expectation that can be met is 100-continue.")
    }

    /// The items of `errors` in a response. A batch has one more for each further change.
    static var maximumErrors: Int { 100 }

    /// - Parameter limit: the errors that are reported, the first ones.
    static func badFields(_ errors: [ProblemDocument.Item], limit: Int = maximumErrors) -> Self {
        Problem(
            status: .unprocessableContent, detail: "Some values cannot be stored.", errors: Array(errors.prefix(limit)))
    }

    /// - Parameter pointer: where the friend is in the body.
    static func invalidWhole(_ problem: DraftProblem, at pointer: String = "") -> Self {
        badFields([ProblemDocument.Item(pointer: pointer, detail: problem.message)])
    }

    static func batchTooLong() -> Self {
        Problem(status: .contentTooLarge, detail: "A batch has at most \(Interface.maximumBatch) changes.")
    }

    static func batchReadsTooMuch() -> Self {
        Problem(
            status: .contentTooLarge,
            detail: "The changes before this one have read too much. Send it in another batch.")
    }

    static func badBatch(_ errors: [ProblemDocument.Item]) -> Self {
        Problem(
            status: .unprocessableContent, detail: "The batch cannot be understood.",
            errors: Array(errors.prefix(maximumErrors)))
    }

    /// Some changes of a batch cannot be made, so none was made.
    static func batchRefused(_ results: [BatchResult]) -> Self {
        Problem(
            status: .conflict, detail: "Nothing was written, because some of the changes cannot be made.",
            results: results)
    }

    /// A change of an atomic batch was not tried, or undone, because of others.
    static func failedDependency() -> Self {
        Problem(
            status: HTTPResponse.Status(code: 424, reasonPhrase: "Failed Dependency"),
            detail: "The change was not made, because others cannot be made.")
    }

    static func friendNotFound() -> Self {
        Problem(status: .notFound, detail: "There is no friend with this id.")
    }

    static func idTaken(by friend: Friend) -> Self {
        Problem(status: .conflict, detail: "The id belongs to a friend with other details.", current: friend)
    }

    static func deletedFriendNotFound() -> Self {
        Problem(status: .notFound, detail: "There is no friend with this id, deleted or not.")
    }

    static func notInTrash() -> Self {
        Problem(status: .notFound, detail: "There is no deleted friend with this id.")
    }

    static func notDeleted(_ friend: Friend) -> Self {
        Problem(status: .conflict, detail: "The friend is not deleted.", current: friend)
    }

    static func preconditionRequired() -> Self {
        Problem(
            status: .preconditionRequired, detail: "The request must say what it is based on.",
            errors: [ProblemDocument.Item(parameter: "If-Match", detail: "If-Match is required; * is for any version")])
    }

    static func changesNotKept() -> Self {
        Problem(status: .gone, detail: "What has changed since then cannot be told. Load the whole list.")
    }

    static func changedMeanwhile(current: Friend?) -> Self {
        Problem(
            status: .preconditionFailed, detail: "The friend has been changed meanwhile; nothing was written.",
            current: current)
    }

    static func nothingHere() -> Self {
        Problem(status: .notFound, detail: "There is nothing at this path.")
    }

    static func wrongMethod(_ method: HTTPRequest.Method, allowed: String) -> Self {
        Problem(
            status: .methodNotAllowed, detail: "\(method.rawValue) is not possible here, but \(allowed).",
            headers: [.allow: allowed])
    }

    /// Without the reason, which everyone could read. The log has it.
    static func notReady() -> Self {
        Problem(
            status: .serviceUnavailable, detail: "Nothing can be written at present.", headers: [.retryAfter: "1"])
    }

    static func tooLarge() -> Self {
        // The rest of the body is not read, so the connection cannot be used again.
        Problem(
            status: .contentTooLarge, detail: "The body has more than \(Interface.maximumRequestBody) bytes.",
            headers: [.connection: "close"], rejection: .bodySize)
    }

    static func tooManyLargeBodies() -> Self {
        // The rest of the body is not read, so the connection cannot be used again.
        Problem(
            status: .serviceUnavailable, detail: "Too many large requests at once. Try again.",
            headers: [.retryAfter: "1", .connection: "close"], rejection: .largeBodies)
    }

    static func tooManyWholeLists() -> Self {
        Problem(
            status: .serviceUnavailable,
            detail: "Too many whole lists at once. Try again, or ask for pages with limit.",
            headers: [.retryAfter: "1"])
    }

    static func tooManyLargeResponses() -> Self {
        Problem(
            status: .serviceUnavailable,
            detail: "Too many large responses at once. Try again, or ask for shorter pages.",
            headers: [.retryAfter: "1"])
    }

    /// A long list cannot be written to a file. The log has the directory and the reason.
    private static func noTemporaryFile(_ error: FileError) -> Self {
        let advice = "Ask for pages with limit."
        guard [ENOSPC, EDQUOT].contains(error.code) else {
            return Problem(
                status: .serviceUnavailable, detail: "Temporary files cannot be written at present. \(advice)")
        }
        return Problem(
            status: insufficientStorage, detail: "The disk for temporary files is full. \(advice)")
    }

    private static var insufficientStorage: HTTPResponse.Status {
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    }

    /// The response to an internal error, without details about files, statements or values.
    static func failure(_ error: any Error) -> Self {
        if let error = error as? FileError { return noTemporaryFile(error) }
        return switch error is CancellationError ? .cancelled : error as? FriendRepositoryError {
        case .locked, .busy, .cancelled:
            Problem(
                status: .serviceUnavailable, detail: "The database is busy.", headers: [.retryAfter: "1"])
        case .readOnly, .forbidden:
            Problem(status: .serviceUnavailable, detail: "The database cannot be written at present.")
        case .displaced:
            Problem(
                status: .serviceUnavailable,
                detail: "The database file was moved, deleted or replaced. Nothing can be stored until it is put back"
                    + " or the server is restarted.")
        case .logReplaced:
            Problem(
                status: .serviceUnavailable,
                detail: "The write-ahead log of the database was replaced by another program. Nothing can be stored.")
        case .unusable:
            Problem(status: .serviceUnavailable, detail: "The database cannot be reached at present.")
        case .unreachable:
            Problem(
                status: .serviceUnavailable, detail: "The database cannot be reached at present.",
                headers: [.retryAfter: "1"])
        case .unclear:
            // A gateway's status: clients repeat a write only if that is harmless, with an id or with If-Match.
            Problem(
                status: .gatewayTimeout, detail: "The database was lost during the write, which may have been done.",
                headers: [.retryAfter: "1"])
        case .full:
            Problem(
                status: insufficientStorage,
                detail: "The disk with the database is full. Make room, and try again.")
        case .newerVersion, .otherCollation:
            // Other servers on the database can write.
            Problem(
                status: .serviceUnavailable,
                detail: "This server can only read, because another one has changed the database.",
                headers: [.retryAfter: "1"])
        case .notADatabaseOfFriends, .damaged, .failed, nil:
            Problem(status: .internalServerError, detail: "The server failed. Its log says why.")
        }
    }
}
