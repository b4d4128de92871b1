import FoundationEssentials
import FriendsModel

/// The content of a draft file.
struct DraftDocument: Codable {
    /// The result of reading a file.
    enum Reading: Equatable {
        /// A draft and the time of its last edit, in seconds since 1970; nil in files of older versions.
        case draft(UnsavedDraft, time: Int?)
        /// A draft for another server, or of a newer version of the program.
        case other
        case damaged
    }

    /// The part that every version of the file has.
    private struct Head: Codable {
        let format: Int
    }

    private static let format = 1

    private let format: Int
    private let server: String
    private let id: String
    /// The version and the texts of the edited friend.
    private let version: String?
    private let base: FriendDetails?
    private let typed: FriendDetails
    /// The time of the last edit, in seconds since 1970.
    private let time: Int?

    init(_ draft: UnsavedDraft, server: String, time: Int) {
        format = Self.format
        self.server = server
        id = draft.id.rawValue
        version = draft.base?.version.rawValue
        base = draft.base?.details
        typed = draft.details
        self.time = time
    }

    func encoded() throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(self))
    }

    static func read(_ content: [UInt8], of server: String) -> Reading {
        let data = Data(content)
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else { return .damaged }
        guard head.format <= format else { return .other }
        guard let document = try? JSONDecoder().decode(Self.self, from: data) else { return .damaged }
        guard document.server == server else { return .other }
        return .draft(document.draft, time: document.time)
    }

    private var draft: UnsavedDraft {
        let id = Friend.ID(id)
        var friend: Friend?
        if let base { friend = Friend(id: id, version: Friend.Version(version ?? ""), details: base) }
        return UnsavedDraft(id: id, base: friend, details: typed)
    }
}
