import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport
import NIOCore
import NIOHTTP1

/// Several writes in one request.
extension HTTPFriendsClient {
    /// `POST /friends/batch`. The result of each write is judged as the response to the single request.
    package func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await writeAndFindExisting(writes).results
    }

    /// The same. An addition that made a friend has status 201, and one whose friend was there has another.
    package func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        let response = try await response(to: writes, isAtomic: false)
        guard response.isSuccess else { throw response.batchRefusal }
        let results = try await results(in: response)
        var outcomes = try await outcomes(of: writes, by: results, response)
        for (index, result) in results.enumerated() where result.status == Self.tooMuchStatus {
            outcomes[index] = await outcome(of: writes[index])
        }
        // The attempt whose response was lost can have made it.
        guard response.lostResponse == nil else { return WriteAnswer(outcomes) }
        let existing = zip(writes, results).filter { write, result in
            if case .add = write { result.status == Self.existingStatus } else { false }
        }
        return WriteAnswer(outcomes, existing: Set(existing.map(\.0.id)))
    }

    private static let existingStatus = 200
    private static let missingStatus = 404
    /// The server answers the other changes of the batch, but can read no more for them.
    private static let tooMuchStatus = 413

    /// The outcome of a write that the batch had no room for, from a request of its own.
    private func outcome(of write: FriendWrite) async -> Result<Friend?, FriendsClientError> {
        do throws(FriendsClientError) {
            switch write {
            // Single calls are two requests, and without the second one the friend would be in the list.
            case .addToTrash, .erase, .updateAndDelete: return try await outcome(ofBatchOf: write)
            default: return .success(try await make(write))
            }
        } catch {
            return .failure(error)
        }
    }

    /// The outcome of a write that is a batch of its own.
    private func outcome(
        ofBatchOf write: FriendWrite
    ) async throws(FriendsClientError) -> Result<Friend?, FriendsClientError> {
        let response = try await response(to: [write], isAtomic: false)
        guard response.isSuccess else { throw response.batchRefusal }
        return try await outcomes(of: [write], by: results(in: response), response)[0]
    }

    /// The same with `atomic`. The refusal of the server has the result of each write.
    package func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        let response = try await response(to: writes, isAtomic: true)
        if response.isSuccess { return try await outcomes(of: writes, by: results(in: response), response) }
        guard response.status == .conflict, let refused = await refusedResults(in: response) else {
            throw response.batchRefusal
        }
        return try await outcomes(of: writes, by: refused, response, isRefused: true)
    }

    private func response(to writes: [FriendWrite], isAtomic: Bool) async throws(FriendsClientError) -> Response {
        // Without versions and ids, a batch that is sent twice could do harm.
        guard server.keepsIDs, writes.count <= Interface.maximumBatch else { throw .notOffered }
        return try await transport.response(to: request(for: writes, isAtomic: isAtomic))
    }

    /// - Parameter isRefused: whether nothing was written, and nothing is to be written alone.
    private func outcomes(
        of writes: [FriendWrite], by results: [BatchResult], _ response: Response, isRefused: Bool = false
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        guard results.count == writes.count else {
            throw .unreadableResponse(reason: "the reply has not one result for each change")
        }
        var outcomes: [Result<Friend?, FriendsClientError>] = []
        for (index, (write, result)) in zip(writes, results).enumerated() {
            if let outcome = result.directOutcome(of: write) {
                outcomes.append(outcome)
                continue
            }
            // A single restoration would add the friend.
            if isRefused, case .restore = write, result.status == Self.missingStatus {
                outcomes.append(.failure(.notFound))
                continue
            }
            let single = Response(result, at: index, of: response)
            do throws(FriendsClientError) {
                outcomes.append(.success(try await outcome(of: write, by: single)))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    /// Encodes off the caller's actor: a batch can be large, and the screen must not wait.
    @concurrent
    private func request(for writes: [FriendWrite], isAtomic: Bool) async throws(FriendsClientError) -> Request {
        var request = Request(forJSON: .POST, Interface.batchPath)
        try request.write(BatchRequest(writes, isAtomic: isAtomic), as: Interface.jsonMediaType)
        request.headers.add(name: Interface.preferHeader, value: Interface.minimalReturn)
        request.isRepeatable = true
        request.isForMany = true
        return request
    }

    /// Decodes off the caller's actor, like a page.
    @concurrent
    private func results(in response: Response) async throws(FriendsClientError) -> [BatchResult] {
        try response.decoded(as: BatchDocument.self, expected: "the results of a batch").results
    }

    /// The results in the refusal of an atomic batch; nil if it has none.
    @concurrent
    private func refusedResults(in response: Response) async -> [BatchResult]? {
        (try? response.decoded(as: ProblemDocument.self, expected: "the results of a batch"))?.results
    }

    private func outcome(of write: FriendWrite, by response: Response) async throws(FriendsClientError) -> Friend? {
        switch write {
        case .add(let details, let id, let rest): return try await added(details, id: id, rest: rest, by: response)
        case .addToTrash(_, let id, _):
            switch response.outcome(of: id, isExpected: { _ in false }) {
            case .done: return nil
            case .refused(let error), .unknown(let error, _): throw error
            }
        case .update(let id, let changes, let rest, let version):
            return try await updated(id, with: changes, rest: rest, from: version, by: response)
        case .delete(let id, let version), .erase(let id, let version), .updateAndDelete(let id, _, _, let version):
            try await deleted(id, at: version, by: response)
            return nil
        case .purge(let id, _):
            try purged(id, by: response)
            return nil
        case .restore(let id, let details): return try await restored(id, details: details, by: response)
        }
    }
}

extension BatchResult {
    private static let failedDependency = 424

    /// The outcome if the result has the wanted friend; nil if it has to be judged as a response.
    fileprivate func directOutcome(of write: FriendWrite) -> Result<Friend?, FriendsClientError>? {
        // It could have been made, but others could not (424).
        if status == Self.failedDependency { return .failure(.notDone(.conflict(current: nil))) }
        guard (200..<300).contains(status) else { return nil }
        switch (write, friend?.friend) {
        // The caller reads an updated friend that the server has left out.
        case (.addToTrash, nil), (.delete, nil), (.erase, nil), (.purge, nil), (.updateAndDelete, nil), (.update, nil):
            return .success(nil)
        case (.add(let details, let id, _), nil):
            return version.map { .success(Friend(id: id, version: Friend.Version($0), details: details)) }
        case (.add(let details, let id, _), let friend?), (.restore(let id, let details), let friend?):
            return friend.id == id && friend.details == details ? .success(friend) : nil
        case (.update(let id, let changes, _, _), let friend?):
            return friend.id == id && changes.isMade(in: friend.details) ? .success(friend) : nil
        default: return nil
        }
    }
}

extension Response {
    /// What the response to the single request would be.
    /// - Parameter index: of the change in the batch.
    fileprivate init(_ result: BatchResult, at index: Int, of batch: Response) {
        var problem = result.problem
        // The pointers are relative to the whole body.
        let prefix = "/changes/\(index)/friend"
        let errors = problem?.errors?.map { item in
            var item = item
            if let pointer = item.pointer, pointer.hasPrefix(prefix) {
                item.pointer = String(pointer.dropFirst(prefix.count))
            }
            return item
        }
        problem?.errors = errors
        let json: Data? =
            if let problem {
                try? JSONEncoder().encode(problem)
            } else if (200..<300).contains(result.status) {
                // A friend that the server left out is `null`, not an empty body: the client reads the friend.
                try? JSONEncoder().encode(result.friend)
            } else {
                nil
            }
        self.init(
            status: HTTPResponseStatus(statusCode: result.status), headers: [:],
            body: .success(json.map { ByteBuffer(bytes: $0) } ?? ByteBuffer()),
            authorizationOrigin: batch.authorizationOrigin, lostResponse: batch.lostResponse)
    }

    /// The error of a whole batch that was refused: not offered if the writes can be sent one by one.
    fileprivate var batchRefusal: FriendsClientError {
        switch status.code {
        case 404, 405, 413, 501:
            // Also after a refusal that is not genuine: the outcomes of the single writes count.
            if isGenuineRefusal { return .notOffered }
            return lostResponse ?? .notOffered
        case 400, 406, 410, 415, 422:
            guard isGenuineRefusal else { return lostResponse ?? foreignRefusal }
            return lostResponse ?? .notOffered
        default:
            let error = FriendsClientError(refusal: self)
            return lostResponse ?? error
        }
    }
}
