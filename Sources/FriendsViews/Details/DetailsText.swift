import FriendsModel
import FriendsViewModels
import TerminalUI

/// The texts of the details pane, which are laid out part by part.
struct DetailsText {
    /// Everything under the name, in order: last what the friend's card keeps beyond the details, as the whole friend.
    let parts: [(part: FriendPart, label: String, text: String)]
    let labelWidth: Int
    private let columns: Int
    private let symbols: Symbols

    /// - Parameter columns: the cells for labels and values, with a gap between them.
    init(_ friend: Friend?, columns: Int, gap: Int, _ symbols: Symbols) {
        let kept = friend?.keptText ?? ""
        parts = (friend?.details.labelledParts ?? []) + (kept.isEmpty ? [] : [(.whole, "Also kept", kept)])
        labelWidth = min(parts.map { DisplayText.width(of: $0.label) }.max() ?? 0, columns * 2 / 5)
        self.columns = columns - labelWidth - gap
        self.symbols = symbols
    }

    /// The rows of a part.
    func rows(of index: Int) -> [DetailsView.Row] {
        let (part, label, text) = parts[index]
        let signed = DisplayText.signingShortened(text, with: symbols.ellipsis)
        let lines = signed.split(separator: "\n", omittingEmptySubsequences: false).flatMap { row in
            let lines = DisplayText.wrap(String(row), columns: columns)
            return lines.isEmpty ? [""] : lines
        }
        return lines.enumerated().map {
            DetailsView.Row(part: part, label: $0.offset == 0 ? label : "", text: $0.element)
        }
    }

    /// The rows around a part: the visible ones, and at least a screen before and after them, as far as they exist.
    /// - Parameter top: the first visible row, counted from the first one of the part.
    /// - Returns: the rows of whole parts, and the index of the first visible one.
    func window(around chosen: FriendPart?, top: Int, height: Int) -> (rows: [DetailsView.Row], top: Int) {
        guard let index = parts.firstIndex(where: { $0.part == chosen }) else { return ([], 0) }
        var rows = rows(of: index)
        var end = index + 1
        while end < parts.count, rows.count < max(top, 0) + 2 * height {
            rows += self.rows(of: end)
            end += 1
        }
        // At the end no rows are left blank.
        var top = end == parts.count ? min(top, rows.count - height) : top
        var start = index
        while start > 0, top < height {
            start -= 1
            let before = self.rows(of: start)
            rows = before + rows
            top += before.count
        }
        return (rows, max(top, 0))
    }
}

extension FriendDetails {
    /// The parts under the name with their labels and texts. The label of a line is its kind, and which one of its kind.
    fileprivate var labelledParts: [(part: FriendPart, label: String, text: String)] {
        let fields = FriendField.allCases.filter { !FriendField.nameFields.contains($0) && !self[$0].isEmpty }
        return fields.map { (.field($0), $0.columnTitle, self[$0]) }
            + lines.map { line in
                let label = line.label.isEmpty ? line.kind.label : "\(line.kind.label), \(line.label)"
                return (.line(line.id), label, line.value)
            }
    }
}
