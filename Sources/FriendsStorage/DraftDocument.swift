import FoundationEssentials
import FriendsModel

/// The file of a draft.
struct DraftDocument: Codable {
    /// What a file turned out to be.
    enum Reading: Equatable {
        /// With the time when it was typed, in seconds since 1970; nil in the files of older programs.
        case draft(UnsavedDraft, time: Int?)
        /// Another server's, or of a newer version of this program, which will know what to do with it.
        case other
        case damaged
    }

    /// What every version of the file has.
    private struct Head: Codable {
        let format: Int
    }

    private static let format = 1

    private let format: Int
    private let server: String
    private let id: String
    /// The friend that is being changed: its version and its texts.
    private let version: String?
    private let base: FriendDetails?
    private let typed: FriendDetails
    /// When it was typed, in seconds since 1970.
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
