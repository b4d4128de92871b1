import FoundationEssentials
import FriendsDatabase
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The route of batches: several changes in one request and one transaction.
extension FriendController {
    @Sendable func batch(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let document = try await request.document(BatchRequest.self, mediaTypes: [Interface.jsonMediaType])
        let batch = try Batch(document)
        var results = batch.changes.map(\.refusal)
        if !batch.isAtomic || results.allSatisfy({ $0 == nil }) {
            let written = try await repository.write(batch.changes.compactMap(\.write), isAtomic: batch.isAtomic)
            let places = batch.changes.indices.filter { batch.changes[$0].write != nil }
            for (place, result) in zip(places, written) { results[place] = BatchResult(result, at: place) }
        }
        let isRefused = results.contains { $0?.problem != nil }
        if batch.isAtomic, isRefused {
            throw Problem.batchRefused(
                results.map { $0?.problem == nil ? BatchResult(Problem.notMadeAlone().body) : $0 }.compactMap(\.self))
        }
        let json = try JSON.encode(BatchDocument(results.compactMap(\.self)))
        return Response(
            status: .ok, headers: [.contentType: Interface.jsonMediaType], body: ResponseBody(byteBuffer: json))
    }
}

/// A validated batch.
private struct Batch {
    /// A change: a write, or why its values are refused.
    struct Change {
        var write: FriendRepository.Write?
        var refusal: BatchResult?
    }

    let isAtomic: Bool
    let changes: [Change]

    /// Throws when the batch cannot be understood. Values that cannot be stored are refused change by change.
    init(_ request: BatchRequest) throws(Problem) {
        var errors: [ProblemDocument.Item] = []
        if request.isAtomic == nil {
            errors.append(ProblemDocument.Item(pointer: "/atomic", detail: "Atomic must be true or false"))
        }
        if request.changes == nil {
            errors.append(ProblemDocument.Item(pointer: "/changes", detail: "Changes must be a list"))
        }
        guard request.changes?.count ?? 0 <= Interface.maximumBatch else { throw .batchTooLong() }
        var ids: Set<Friend.ID> = []
        var changes: [Change] = []
        for (index, change) in (request.changes ?? []).enumerated() {
            changes.append(change.validated(at: "/changes/\(index)", besides: &ids, &errors))
        }
        guard errors.isEmpty else { throw .badBatch(errors) }
        isAtomic = request.isAtomic ?? false
        self.changes = changes
    }
}

extension BatchRequest.Change {
    /// The write. What cannot be understood is added to `errors`.
    /// - Parameter ids: the friends of the changes before it: one batch changes a friend once.
    fileprivate func validated(
        at pointer: String, besides ids: inout Set<Friend.ID>, _ errors: inout [ProblemDocument.Item]
    ) -> Batch.Change {
        func reject(_ key: String, _ detail: String) -> Batch.Change {
            errors.append(ProblemDocument.Item(pointer: pointer + key, detail: detail))
            return Batch.Change()
        }
        guard isObject else { return reject("", "A change must be an object") }
        guard case .text(let name) = operation, let operation = BatchRequest.Operation(rawValue: name) else {
            let names = BatchRequest.Operation.allCases.map(\.rawValue).joined(separator: ", ")
            return reject("/op", "Op must be one of \(names)")
        }
        if [.create, .update].contains(operation), friend == nil {
            return reject("/friend", "Friend must be an object")
        }
        if operation != .create {
            guard case .text = id else { return reject("/id", "Id must be a text") }
        }
        if [.update, .delete].contains(operation) {
            guard case .text = version else {
                return reject("/version", "Version must be a text; * is for any version")
            }
        }
        let pointerOfID = operation == .create ? "/friend/id" : "/id"
        do throws(Problem) {
            let write = try write(operation, at: pointer)
            guard ids.insert(write.id).inserted else {
                return reject(pointerOfID, "Another change is of the same friend")
            }
            return Batch.Change(write: write)
        } catch {
            // The friend of a refused change counts, too.
            if case .text(let text) = operation == .create ? friend?.id ?? .absent : id,
                let id = Friend.ID(validating: text), !ids.insert(id).inserted
            {
                return reject(pointerOfID, "Another change is of the same friend")
            }
            return Batch.Change(refusal: BatchResult(error.body))
        }
    }

    private func write(
        _ operation: BatchRequest.Operation, at pointer: String
    ) throws(Problem) -> FriendRepository.Write {
        switch operation {
        case .create:
            let new = try (friend ?? FriendRequest(FriendChanges())).newFriend(at: pointer + "/friend")
            let id = new.id ?? Friend.ID(UUID().uuidString.lowercased())
            return .create(new.details, rest: new.rest, id: id)
        case .update:
            let id = try friendID()
            let (changes, rest) = try (friend ?? FriendRequest(FriendChanges())).changes(at: pointer + "/friend")
            return .update(id, changes, rest: rest, ifVersion: versions)
        case .delete: return .delete(try friendID(), ifVersion: versions)
        case .restore: return .restore(try friendID())
        }
    }

    /// An invalid id is that of no friend.
    private func friendID() throws(Problem) -> Friend.ID {
        guard case .text(let text) = id, let id = Friend.ID(validating: text) else { throw .friendNotFound() }
        return id
    }

    /// The version that the change is based on, as a list; nil for any (`*`).
    private var versions: [Friend.Version]? {
        guard case .text(let text) = version else { return [] }
        return text == "*" ? nil : [Friend.Version(text)]
    }
}

extension FriendRepository.Write {
    fileprivate var id: Friend.ID {
        switch self {
        case .create(_, _, let id), .update(let id, _, _, _), .delete(let id, _), .restore(let id): id
        }
    }
}

extension BatchResult {
    /// The result of a write, as that of the single request.
    /// - Parameter index: of the change in the batch.
    fileprivate init(_ result: FriendRepository.WriteResult, at index: Int) {
        switch result {
        case .creation(.created(let friend)): self.init(status: 201, friend: friend)
        case .creation(.alreadyThere(let friend)), .update(.done(let friend)), .restoration(.done(let friend)):
            self.init(status: 200, friend: friend)
        case .deletion(.done): self.init(status: 204)
        case .creation(.taken(let friend)): self.init(Problem.idTaken(by: friend).body)
        case .update(.versionMismatch(let current)), .deletion(.versionMismatch(let current)):
            self.init(Problem.changedMeanwhile(current: current).body)
        case .update(.invalid(let problem)):
            self.init(Problem.invalidWhole(problem, at: "/changes/\(index)/friend").body)
        case .update(.notFound), .deletion(.notFound): self.init(Problem.friendNotFound().body)
        case .restoration(.alreadyThere(let friend)): self.init(Problem.notDeleted(friend).body)
        case .restoration(.notFound): self.init(Problem.deletedFriendNotFound().body)
        }
    }
}
