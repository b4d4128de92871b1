import Foundation
import FriendsModel
import FriendsRepository

/// What tests leave out, because it does not matter there.
extension FriendRepository {
    package func page(
        after position: FriendPosition? = nil, limit: Int? = nil
    ) async throws(FriendRepositoryError) -> ListPage {
        try await page(after: position, limit: limit, withRests: false)
    }

    package func trash(
        after position: TrashPosition? = nil, limit: Int? = nil
    ) async throws(FriendRepositoryError) -> TrashPage {
        try await trash(after: position, limit: limit, withRests: false)
    }

    @discardableResult
    package func create(
        _ details: FriendDetails, id: Friend.ID
    ) async throws(FriendRepositoryError) -> FriendCreation {
        try await create(details, rest: nil, id: id)
    }

    @discardableResult
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: RestChange = .unchanged
    ) async throws(FriendRepositoryError) -> FriendUpdate {
        try await update(id, with: changes, rest: rest, ifVersion: nil)
    }

    @discardableResult
    package func delete(_ id: Friend.ID) async throws(FriendRepositoryError) -> FriendDeletion {
        try await delete(id, ifVersion: nil)
    }

    @discardableResult
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, ifVersion versions: [Friend.Version]
    ) async throws(FriendRepositoryError) -> FriendUpdate {
        try await update(id, with: changes, rest: .unchanged, ifVersion: versions)
    }

    /// Stores friends in one change.
    package func add(_ friends: [(id: Friend.ID, details: FriendDetails)]) async throws(FriendRepositoryError) {
        _ = try await write(friends.map { .create($0.details, rest: nil, id: $0.id) }, isAtomic: true)
    }

    /// Stores friends, many of whom have the same name, in one change.
    package func fill(_ count: Int) async throws(FriendRepositoryError) {
        try await add(
            (0..<count).map { number in
                let name = "Name \(number % 7)"
                return (
                    Friend.ID("\(number)"),
                    FriendDetails(firstName: name, lastName: "Family \(number % 3)", phoneNumber: "0\(number)")
                )
            })
    }
}
