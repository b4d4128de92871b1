import FriendsViewModels
import TerminalUI

/// The words of the preview of an import.
extension PageViewModel.State {
    var hasRecords: Bool {
        guard case .records = table.all else { return false }
        return true
    }

    /// Whether an entry is marked, or a record is imported.
    func isMarked(_ index: Int) -> Bool {
        guard case .records(let records) = table.entries else { return table.isMarked(index) }
        return records.all[index].isImported
    }

    /// How many records there are of each state; nil for other pages.
    var recordCounts: String? {
        guard case .records(let records) = table.all else { return nil }
        let parts = RecordState.allCases.filter { records[$0] > 0 }.map {
            "\(records[$0]) \($0.countWord(records[$0]))"
        }
        return parts.joined(separator: ", ")
    }
}

extension ImportEntries {
    /// How far the preview is, or how many records are imported.
    /// - Parameter shownCount: the number of records that the filter shows.
    func text(shown shownCount: Int?) -> String {
        switch progress {
        case .reading(let share): return "reading \u{B7} \(Int(share * 100))%"
        case .comparing: return "comparing"
        case .notCompared: return "not compared"
        case .complete: break
        }
        let text = "\(problem == nil ? "" : "incomplete \u{B7} ")\(importedCount) of \(all.count) to import"
        return shownCount.map { "\($0) shown \u{B7} \(text)" } ?? text
    }
}

extension ImportEntry {
    /// The longest part of a text that is drawn: more is in the details.
    private static let maximumLength = 300

    /// State, name, and what there is to know.
    var texts: [String] { [state.word, name, summary].map { String($0.prefix(Self.maximumLength)) } }
}

extension RecordState {
    fileprivate var word: String { self == .waiting ? "\u{2026}" : rawValue }

    fileprivate func countWord(_ count: Int) -> String {
        switch self {
        case .duplicate: count == 1 ? "duplicate" : "duplicates"
        case .waiting: "to compare"
        case .new, .changed, .same, .refused: rawValue
        }
    }
}
