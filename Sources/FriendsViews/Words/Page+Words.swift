import FriendsViewModels
import TerminalUI

extension PageViewModel.State {
    var title: String { kind.page.title }

    /// The number of entries, and how many of them are listed. A narrow title keeps the numbers only.
    func countText(room: Int) -> String {
        let all = table.all.page
        let (count, loaded, total) = (table.entries.count, all.count, all.totalCount)
        if let text = all.countText(shown: table.filter.map { _ in count }) { return text }
        // The filter applies to loaded entries only.
        let listed = total > loaded ? "the last \(loaded)" : "\(total)"
        let numbers =
            table.filter != nil && count != loaded
            ? "\(count) of \(listed)" : total > loaded ? "\(listed) of \(total)" : listed
        let text = "\(numbers) \(all.name(ofCount: total))"
        guard table.markCount > 0 else { return DisplayText.width(of: text) <= room ? text : numbers }
        let marked = "\(table.markCount) marked"
        let texts = ["\(marked) \u{B7} \(text)", "\(marked) \u{B7} \(numbers)"]
        return texts.first { DisplayText.width(of: $0) <= room } ?? marked
    }

    var emptyTexts: [String] { table.all.count > 0 ? ["No matches"] : table.all.page.emptyTexts }
}
