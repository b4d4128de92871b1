import FriendsSearch
import FriendsViewModels
import TerminalUI

/// Two friends that are merged, on the plain screen: what is taken of each part, and what is not.
extension PlainView {
    func mergingTitle(_ merging: Merging) -> String {
        "Merge \(merging.merge.second.details.fullName) into \(merging.merge.first.details.fullName), same"
            + " \(merging.reasons.words), \(merging.countText)"
    }

    func mergingLines(_ merging: Merging) -> [PlainLine] {
        let merge = merging.merge
        let parts = merge.parts.indices.map { index in
            PlainLine(
                "\(merge.parts[index].label): \(words(of: index, merge))", isCurrent: index == merging.selected)
        }
        let result = merging.problemText ?? Merging.resultText(merge.preview.line)
        return parts + DisplayText.wrap(result, columns: layout.size.columns).map { PlainLine($0) }
    }

    private func words(of index: Int, _ merge: DuplicateMerge) -> String {
        let part = merge.parts[index]
        let sides: [(choice: DuplicateMerge.Choice, name: String)] = [(.first, "left"), (.second, "right")]
        if part.isSame, let text = part.text(of: .first) {
            return text + (merge.takes(.first, at: index) ? ", both" : ", left out")
        }
        let all = sides.compactMap { side in
            part.text(of: side.choice).map {
                (side, text: $0.isEmpty ? "empty" : $0, isTaken: merge.takes(side.choice, at: index))
            }
        }
        let taken = all.filter(\.isTaken).map { "\($0.text), \($0.0.name)" }
        let left = all.filter { !$0.isTaken }.map { "not \($0.text), \($0.0.name)" }
        return (taken + left).joined(separator: "; ")
    }
}
