import FriendsModel

/// The details pane: everything about the selected friend, beside the list.
///
/// It follows the selection of the list. Keys go to the list until the pane has the focus.
package struct Details: Equatable, Sendable {
    /// What can be done with the pane.
    package enum Action: Equatable, Sendable {
        /// Opens the pane, or closes it.
        case toggle
        case close
        /// Sends the keys to the pane, which opens if it is closed.
        case focus
        /// Sends the keys to the list.
        case leave
        /// Sends the keys to the list, and selects the friend at an index.
        case leaveFor(index: Int)
        /// Chooses a part of the selected friend, and shows the rows from `top` on, counted from the first one of the
        /// part.
        case choose(FriendPart, top: Int)
        /// Copies the text of the chosen part.
        case copy
        /// Edits the chosen part in the form.
        case edit
    }

    /// The chosen part of a friend, and the first visible row, counted from the first one of the part.
    private struct Place: Equatable, Sendable {
        let friend: Friend.ID
        let part: FriendPart
        let top: Int
    }

    /// Whether the keys go to the pane.
    package internal(set) var hasFocus = false
    /// A place in another friend does not count, so the pane begins anew with every selection.
    private var place: Place?

    package init() {}

    /// The parts under the name that can be chosen: those of the details, and what the card keeps.
    private func parts(of friend: Friend) -> [FriendPart] {
        friend.details.parts + (friend.keptText.isEmpty ? [] : [.whole])
    }

    /// The text of the chosen part; nil if the friend has none to choose.
    func chosenText(of friend: Friend) -> String? {
        chosen(in: friend).flatMap { $0 == .whole ? friend.keptText : friend.details[$0] }
    }

    /// The chosen part of a friend: the first one, unless another one was chosen. Nil if the friend has none to choose.
    package func chosen(in friend: Friend) -> FriendPart? {
        let parts = parts(of: friend)
        guard let place, place.friend == friend.id, parts.contains(place.part) else { return parts.first }
        return place.part
    }

    /// The first visible row for a friend, counted from the first one of its chosen part. It can be beyond its rows
    /// after a change of the friend or the size.
    package func top(in friend: Friend) -> Int { place?.friend == friend.id ? place?.top ?? 0 : 0 }

    mutating func choose(_ part: FriendPart, top: Int, in friend: Friend) {
        place = Place(friend: friend.id, part: part, top: top)
    }
}

extension FriendDetails {
    /// The parts under the name that the details show: the fields that are not empty, and the lines.
    package var parts: [FriendPart] {
        let fields = FriendField.allCases.filter { !FriendField.nameFields.contains($0) && !self[$0].isEmpty }
        return fields.map(FriendPart.field) + lines.map { .line($0.id) }
    }

    /// The text of a part; nil if the friend does not have it.
    package subscript(part: FriendPart) -> String? {
        switch part {
        case .field(let field): self[field]
        case .line(let id): lines.first { $0.id == id }?.value
        case .whole: nil
        }
    }
}

extension AppViewModel {
    func changeDetails(_ action: Details.Action) {
        switch action {
        case .toggle: details = details == nil ? Details() : nil
        case .close: details = nil
        case .focus:
            details = details ?? Details()
            details?.hasFocus = true
        case .leave: details?.hasFocus = false
        case .leaveFor(let index):
            details?.hasFocus = false
            list.send(.select(index: index))
        case .choose(let part, let top):
            guard let friend = list.state.table.selectedFriend else { return }
            details?.hasFocus = true
            details?.choose(part, top: top, in: friend)
        case .copy:
            if let text = chosenText { desk.copy(text, named: text.split(separator: "\n").joined(separator: " ")) }
        case .edit: send(chosenPart.map(Action.openUpdateFormAt) ?? .openUpdateForm)
        }
    }

    private var chosenPart: FriendPart? {
        list.state.table.selectedFriend.flatMap { details?.chosen(in: $0) }
    }

    private var chosenText: String? {
        list.state.table.selectedFriend.flatMap { details?.chosenText(of: $0) }
    }
}
