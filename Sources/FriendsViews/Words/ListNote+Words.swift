import FriendsViewModels

extension AppState {
    /// The note in place of the rows, and what to press; nil if there are rows.
    func listNote(_ keys: KeyBindings) -> [String]? {
        let table = list.table
        guard form == nil, list.content == .loaded, table.shownCount == 0 else { return nil }
        if table.rows.isEmpty {
            let key = keys.keyName(of: .app(.openAddForm), in: .list)
            guard let key else { return ["No data available"] }
            return ["No data available", "press \(key) to add a friend", "or type :import to bring contacts"]
        }
        let place: KeyContext = table.filter?.isTyping == true ? .find : .list
        let key = keys.keyName(of: .list(.find(.clear)), in: place)
        return ["No matching friends"] + (key.map { ["press \($0) to show all"] } ?? [])
    }
}
