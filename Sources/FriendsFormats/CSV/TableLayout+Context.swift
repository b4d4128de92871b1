import FriendsModel

/// The columns that mean something else because of the columns beside them.
extension TableLayout {
    /// Gives columns the roles that only the other columns tell, unless the user says what they are.
    /// - Returns: the columns whose headers alone are not known.
    static func resolveContext(_ roles: inout [ColumnRole], _ header: [String], _ map: ColumnMap) -> Set<Int> {
        let keys = header.map { map[$0] == nil ? ColumnTable.key(of: $0) : "" }
        resolveTitles(&roles, keys)
        resolveAddresses(&roles, keys)
        return resolveBirthday(&roles, keys)
    }

    /// The first of two titles, before the first name, is the form of address, and the second one the job title.
    private static func resolveTitles(_ roles: inout [ColumnRole], _ keys: [String]) {
        let titles = keys.indices.filter { keys[$0] == "titre" }
        guard titles.count == 2, let name = roles.firstIndex(of: .field(.firstName)),
            titles[0] < name, name < titles[1]
        else { return }
        roles[titles[1]] = .line(.title, label: "")
    }

    /// Thunderbird's month and day of the birthday in French have no word of it.
    private static func resolveBirthday(_ roles: inout [ColumnRole], _ keys: [String]) -> Set<Int> {
        guard roles.contains(.dateYear(.birthday)), !roles.contains(.dateMonth(.birthday)),
            let month = keys.firstIndex(of: "mois"), let day = keys.firstIndex(of: "jour")
        else { return [] }
        (roles[month], roles[day]) = (.dateMonth(.birthday), .dateDay(.birthday))
        return [month, day]
    }

    // MARK: - Addresses

    /// A city, a postcode and so on that come twice belong to two addresses.
    private static func resolveAddresses(_ roles: inout [ColumnRole], _ keys: [String]) {
        func isPlain(_ index: Int) -> Bool {
            // Several streets can be the rows of one.
            if case .part(.address, "address", _, 3...) = roles[index] { !keys[index].isEmpty } else { false }
        }
        let columns = roles.indices.filter(isPlain)
        var counts: [String: Int] = [:]
        for index in columns { counts[keys[index], default: 0] += 1 }
        guard counts.values.contains(2), counts.values.allSatisfy({ $0 <= 2 }) else { return }
        // The street before it, such as "Adresse privée", says which one it is.
        let streets = roles.indices.compactMap { index -> (index: Int, label: String)? in
            if case .part(.address, _, let label, 1) = roles[index], ["home", "work"].contains(label) {
                (index, label)
            } else {
                nil
            }
        }
        let hasBoth = Set(streets.map(\.label)).count == 2
        var seen: Set<String> = []
        for index in columns {
            guard case .part(_, _, _, let order) = roles[index] else { continue }
            let isFirst = seen.insert(keys[index]).inserted
            let label = hasBoth ? streets.last { $0.index < index }?.label ?? (isFirst ? "home" : "work") : ""
            let group = hasBoth ? label : isFirst ? "address" : "second address"
            roles[index] = .part(.address, group: group, label: label, order: order)
        }
        if hasBoth { return }
        // The second one of "Adresse" is the street of the second city.
        var names: Set<String> = []
        for index in roles.indices where !keys[index].isEmpty && !names.insert(keys[index]).inserted {
            switch roles[index] {
            case .line(.address, ""), .part(.address, "address", _, 1):
                roles[index] = .part(.address, group: "second address", label: "", order: 1)
            default: break
            }
        }
    }
}
