import FriendsModel
import TerminalUI

/// Everything that one friend has, for `friends show`.
package struct FriendText: Sendable {
    private struct Row {
        let key: String
        let title: String
        var label = ""
        let value: String
    }

    private let rows: [Row]
    private let name: String

    package init(_ friend: Friend) {
        let details = friend.details
        name = details.fullName
        let fields = FriendField.allCases.filter { !details[$0].isEmpty }.map { field in
            Row(key: field.settingsName, title: field.label, value: details[field])
        }
        let lines = details.lines.map { line in
            Row(key: line.kind.columnName, title: line.kind.label, label: line.label, value: line.value)
        }
        let others = friend.keptText.split(separator: "\n").enumerated().map { index, text in
            Row(key: "kept", title: index == 0 ? "Also kept" : "", value: String(text))
        }
        rows = fields + lines + others + [Row(key: "id", title: "Id", value: friend.id.rawValue)]
    }

    /// For people on a terminal: the name, then a title and a value on each line, sanitised. Nothing is shortened.
    package var lines: [String] {
        let titles = rows.map { DisplayText.harmless($0.label.isEmpty ? $0.title : "\($0.title) (\($0.label))") }
        let width = titles.reduce(0) { max($0, DisplayText.width(of: $1)) }
        var lines = [DisplayText.harmless(name)]
        for (row, title) in zip(rows, titles) {
            let values = DisplayText.harmlessLines(row.value).split(separator: "\n", omittingEmptySubsequences: false)
            for (index, value) in values.enumerated() {
                let title = index == 0 ? title : ""
                let padding = String(repeating: " ", count: width - DisplayText.width(of: title))
                lines.append("  \(title)\(padding)  \(value)")
            }
        }
        return lines
    }

    /// For programs: the name of the column, the label and the value, separated by tabs, on each row.
    package func rows(_ tabs: TabText) -> String {
        rows.map { tabs.row([$0.key, $0.label, $0.value]) }.joined()
    }
}
