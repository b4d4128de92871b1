import FoundationEssentials
import FriendsRepository
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The route of batches: several changes in one request and one transaction.
extension FriendController {
    @Sendable func batch(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let (document, batch) = try await request.body(BatchRequest.self, mediaTypes: [Interface.jsonMediaType]) {
            (document) throws(Problem) in (document, try Batch(document))
        }
        let isShort = request.prefersMinimalReturn
        // If a value is refused, an atomic batch is not tried.
        let isTried = !batch.isAtomic || batch.writes.count == batch.changes.count
        let written = isTried ? try await repository.write(batch.writes, isAtomic: batch.isAtomic) : []
        var remaining = written.makeIterator()
        let results = batch.changes.enumerated().map { index, change in
            switch change {
            case .refusal(let refusal): return refusal
            case .write:
                let result = remaining.next() ?? .undone
                if isShort, case .creation(.created(let friend)) = result, friend.keptText.isEmpty,
                    document.changes?[index].friend?.hasExactly(friend.details) == true
                {
                    return BatchResult(createdAt: friend.version)
                }
                return BatchResult(result, at: index)
            }
        }.limitingFriends()
        if batch.isAtomic, results.contains(where: { $0.problem != nil }) { throw Problem.batchRefused(results) }
        let json = try JSON.encode(BatchDocument(results))
        var headers: HTTPFields = [.contentType: Interface.jsonMediaType]
        if isShort { headers[.preferenceApplied] = Interface.minimalReturn }
        return Response(status: .ok, headers: headers, body: await largeResponses.resultBody(json, for: context.client))
    }
}

/// A validated batch.
private struct Batch {
    enum Change {
        case write(RepositoryWrite)
        /// Its values are refused.
        case refusal(BatchResult)
    }

    let isAtomic: Bool
    let changes: [Change]

    var writes: [RepositoryWrite] {
        changes.compactMap { if case .write(let write) = $0 { write } else { nil } }
    }

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
        /// The errors in values that can still be reported.
        var room = Problem.maximumErrors
        for (index, change) in (request.changes ?? []).enumerated() {
            let pointer = "/changes/\(index)"
            do throws(UnclearChange) {
                let command = try Command(change)
                // The friend of a refused change counts, too.
                if let id = command.id, !ids.insert(id).inserted {
                    throw UnclearChange(pointer: command.pointerOfID, detail: "Another change is of the same friend")
                }
                // Each refused change has an error.
                let change = command.validated(at: pointer, limit: max(1, room))
                if case .refusal(let refusal) = change { room -= refusal.problem?.errors?.count ?? 0 }
                changes.append(change)
            } catch {
                errors.append(ProblemDocument.Item(pointer: pointer + error.pointer, detail: error.detail))
            }
        }
        guard errors.isEmpty else { throw .badBatch(errors) }
        isAtomic = request.isAtomic ?? false
        self.changes = changes
    }
}

/// Why a change cannot be understood.
private struct UnclearChange: Error {
    /// Where in the change.
    let pointer: String
    let detail: String
}

/// A change with all members that its operation needs. Their values can be invalid.
private enum Command {
    case create(FriendRequest)
    case update(id: String, FriendRequest, version: String)
    /// - Parameter changes: what of the friend is changed before, so that the trash has it like that; nil for nothing.
    case delete(id: String, changes: FriendRequest?, version: String)
    case erase(id: String, version: String)
    case purge(id: String, version: String)
    case restore(id: String)
    /// A friend that is created in the trash.
    case trash(FriendRequest)

    init(_ change: BatchRequest.Change) throws(UnclearChange) {
        guard change.isObject else { throw UnclearChange(pointer: "", detail: "A change must be an object") }
        guard case .text(let name) = change.operation, let operation = BatchRequest.Operation(rawValue: name) else {
            let names = BatchRequest.Operation.allCases.map(\.rawValue).joined(separator: ", ")
            throw UnclearChange(pointer: "/op", detail: "Op must be one of \(names)")
        }
        switch operation {
        case .create: self = .create(try Self.friend(of: change))
        case .update:
            let friend = try Self.friend(of: change)
            self = .update(id: try Self.id(of: change), friend, version: try Self.version(of: change))
        case .delete:
            let friend = change.hasFriend ? try Self.friend(of: change) : nil
            self = .delete(id: try Self.id(of: change), changes: friend, version: try Self.version(of: change))
        case .erase: self = .erase(id: try Self.id(of: change), version: try Self.version(of: change))
        case .purge: self = .purge(id: try Self.id(of: change), version: try Self.version(of: change))
        case .restore: self = .restore(id: try Self.id(of: change))
        case .trash: self = .trash(try Self.friend(of: change))
        }
    }

    private static func friend(of change: BatchRequest.Change) throws(UnclearChange) -> FriendRequest {
        guard let friend = change.friend else {
            throw UnclearChange(pointer: "/friend", detail: "Friend must be an object")
        }
        return friend
    }

    private static func id(of change: BatchRequest.Change) throws(UnclearChange) -> String {
        guard case .text(let id) = change.id else { throw UnclearChange(pointer: "/id", detail: "Id must be a text") }
        return id
    }

    private static func version(of change: BatchRequest.Change) throws(UnclearChange) -> String {
        guard case .text(let version) = change.version else {
            throw UnclearChange(pointer: "/version", detail: "Version must be a text; * is for any version")
        }
        return version
    }

    /// The friend, if the id is valid.
    var id: Friend.ID? {
        switch self {
        case .create(let friend), .trash(let friend):
            if case .text(let id) = friend.id { Friend.ID(validating: id) } else { nil }
        case .update(let id, _, _), .delete(let id, _, _), .erase(let id, _), .purge(let id, _), .restore(let id):
            Friend.ID(validating: id)
        }
    }

    var pointerOfID: String {
        switch self {
        case .create, .trash: "/friend/id"
        case .update, .delete, .erase, .purge, .restore: "/id"
        }
    }

    /// - Parameters:
    ///   - pointer: where the change is in the body.
    ///   - limit: the errors that are reported.
    func validated(at pointer: String, limit: Int) -> Batch.Change {
        do throws(Problem) {
            return .write(try write(at: pointer + "/friend", limit: limit))
        } catch {
            return .refusal(BatchResult(error.body))
        }
    }

    /// - Parameter pointer: where the friend is in the body.
    private func write(at pointer: String, limit: Int) throws(Problem) -> RepositoryWrite {
        switch self {
        case .create(let friend):
            let new = try Self.newFriend(friend, at: pointer, limit: limit)
            return .create(new.details, rest: new.rest, id: new.id)
        case .trash(let friend):
            let new = try Self.newFriend(friend, at: pointer, limit: limit)
            return .createInTrash(new.details, rest: new.rest, id: new.id)
        case .update(_, let friend, let version):
            let id = try existingID()
            let (changes, rest) = try friend.changes(at: pointer, limit: limit)
            return .update(id, changes, rest: rest, ifVersion: Self.versions(version))
        case .delete(_, nil, let version): return .delete(try existingID(), ifVersion: Self.versions(version))
        case .delete(_, let friend?, let version):
            let id = try existingID()
            let (changes, rest) = try friend.changes(at: pointer, limit: limit)
            return .updateAndDelete(id, changes, rest: rest, ifVersion: Self.versions(version))
        case .erase(_, let version): return .erase(try existingID(), ifVersion: Self.versions(version))
        case .purge(_, let version): return .purge(try existingID(), ifVersion: Self.versions(version))
        case .restore: return .restore(try existingID())
        }
    }

    private static func newFriend(
        _ friend: FriendRequest, at pointer: String, limit: Int
    ) throws(Problem) -> (details: FriendDetails, rest: Data?, id: Friend.ID) {
        let new = try friend.newFriend(at: pointer, limit: limit)
        // Without an id, each repetition of the batch would create another friend.
        guard let id = new.id else {
            throw .badFields([ProblemDocument.Item(pointer: pointer + "/id", detail: "Id is required")])
        }
        return (new.details, new.rest, id)
    }

    /// No friend has an invalid id.
    private func existingID() throws(Problem) -> Friend.ID {
        guard let id else { throw .friendNotFound() }
        return id
    }

    /// The version that the change is based on, as a list; nil for any (`*`).
    private static func versions(_ text: String) -> [Friend.Version]? {
        text == "*" ? nil : [Friend.Version(text)]
    }
}

extension [BatchResult] {
    /// The maximum size in bytes of the texts of the friends in a response.
    private static var maximumTextSize: Int { 8 * 1024 * 1024 }

    /// Leaves out the friends beyond the maximum: a small batch can change the largest friends.
    fileprivate func limitingFriends() -> Self {
        var size = 0
        return map { result in
            guard let friend = result.friend?.friend ?? result.problem?.current?.friend else { return result }
            guard size < Self.maximumTextSize else { return result.withoutFriend }
            size += friend.details.textSize
            return result
        }
    }
}

extension FriendDetails {
    /// The size of all texts in UTF-8.
    fileprivate var textSize: Int {
        FriendField.allCases.reduce(0) { $0 + self[$1].utf8.count }
            + lines.reduce(0) { $0 + $1.label.utf8.count + $1.value.utf8.count }
    }
}

extension BatchResult {
    /// The result of a write, as the single request returns it.
    /// - Parameter index: of the change in the batch.
    fileprivate init(_ result: RepositoryWriteResult, at index: Int) {
        switch result {
        case .creation(.created(let friend)): self.init(status: 201, friend: friend)
        case .creation(.alreadyThere(let friend)), .update(.done(let friend)), .restoration(.done(let friend)):
            self.init(status: 200, friend: friend)
        case .deletion(.done): self.init(status: 204)
        case .creation(.taken(let friend)): self.init(Problem.idTaken(by: friend).body)
        case .update(.versionMismatch(let current)), .deletion(.versionMismatch(let current)):
            self.init(Problem.changedMeanwhile(current: current).body)
        case .outdated: self.init(Problem.changedMeanwhile(current: nil).body)
        case .notTried: self.init(Problem.batchReadsTooMuch().body)
        case .update(.invalid(let problem)):
            self.init(Problem.invalidWhole(problem, at: "/changes/\(index)/friend").body)
        case .undone: self.init(Problem.failedDependency().body)
        case .update(.notFound), .deletion(.notFound): self.init(Problem.friendNotFound().body)
        case .restoration(.alreadyThere(let friend)): self.init(Problem.notDeleted(friend).body)
        case .restoration(.notFound): self.init(Problem.deletedFriendNotFound().body)
        }
    }
}
