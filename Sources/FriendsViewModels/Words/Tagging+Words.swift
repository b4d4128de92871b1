import FriendsModel

/// What is said of a tag that was typed.
extension Tagging {
    private var tag: String { input.text.trimmed }

    /// - Parameter name: whom it is about: a name, or the number of friends.
    func doneText(_ name: String) -> String {
        switch change {
        case .add: "Tagged \(name): \(tag)"
        case .remove: "Removed tag from \(name): \(tag)"
        }
    }

    /// No friend has to be changed.
    var nothingText: String {
        switch change {
        case .add: "Already tagged: \(tag)"
        case .remove: "Not tagged: \(tag)"
        }
    }

    /// All friends are gone.
    var nobodyText: String { "Someone deleted \(friends.count == 1 ? firstName : friends.count.friends)" }

    /// Some friends are gone. It follows another text.
    static func goneText(_ count: Int) -> String { " (someone deleted \(count) of them)" }
}
