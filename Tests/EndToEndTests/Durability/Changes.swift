import Foundation
import FoundationNetworking
import Testing

/// What has become of the list since a position.
struct Changes: Decodable {
    let changed: [StoredFriend]
    let deleted: [String]
    let position: String

    var friends: [String: StoredFriend] {
        Dictionary(changed.map { ($0.id, $0) }) { first, _ in first }
    }
    var deletedIDs: Set<String> { Set(deleted) }
}

extension HTTP {
    /// What has changed; since "0" that is everything there is.
    func changes(since position: String) async throws -> Changes {
        let url = try #require(URL(string: "\(root)/friends?since=\(position)"))
        return try JSONDecoder().decode(Changes.self, from: try await URLSession.shared.data(from: url).0)
    }
}
