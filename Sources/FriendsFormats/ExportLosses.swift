import FriendsModel
import FriendsVCard

/// What friends have that a format cannot hold as what it is.
package struct ExportLosses: Equatable, Sendable {
    /// The number of friends that are not whole in the file.
    package private(set) var count = 0
    /// How many of them have each thing. Cards can have any names.
    private var names: [String: Int] = [:]

    /// As many different names are counted.
    private static let maximumNameCount = 1_000
    /// As many are told.
    private static let toldNameCount = 5

    package init() {}

    /// Counts a friend, unless it is whole.
    mutating func add(_ lost: [String]) {
        if lost.isEmpty { return }
        count += 1
        for name in Set(lost) where names[name] != nil || names.count < Self.maximumNameCount {
            names[name, default: 0] += 1
        }
    }

    /// What most of them have, such as `photo, labels and 3 more`.
    package var list: String {
        let sorted = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let told = sorted.prefix(Self.toldNameCount).joined(separator: ", ")
        return sorted.count > Self.toldNameCount ? "\(told) and \(sorted.count - Self.toldNameCount) more" : told
    }
}

extension FriendCard {
    /// The names of what the rest of a friend has beyond the details.
    /// - Parameter rest: nil for none.
    static func lostNames(with rest: [UInt8]?, of details: FriendDetails) -> [String] {
        rest.map { keptNames(in: $0, of: details) } ?? []
    }
}
