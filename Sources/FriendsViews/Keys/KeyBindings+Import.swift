import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the preview of an import.
    static let records: [KeyBinding] = [
        KeyBinding(
            .page, "import-records", [Key(.enter)], .importing(.importRecords), "Import what is chosen",
            footer: "Import", here: \.isInImport, when: { !$0.list.isWriting },
            usefulWhen: { $0.importedCount > 0 || $0.isNotCompared }),
        KeyBinding(
            .page, "choose", [.character(" ")], .importing(.toggle),
            "Take the record or leave it out (a duplicate: skip, merge, add)", footer: "Choose",
            here: \.isInImport, when: \.canChooseRecord),
        KeyBinding(
            .page, "merge-record", [.character("M")], .importing(.merge), "Merge it with the friend it looks like",
            footer: "Merge", here: \.isInImport, when: { $0.isOnDuplicate && $0.canChooseRecord },
            usefulWhen: \.isOnDuplicate),
        KeyBinding(
            .page, "add-record", [.character("a")], .importing(.add), "Add it as another friend",
            footer: "Add", here: \.isInImport, when: { $0.isOnDuplicate && $0.canChooseRecord },
            usefulWhen: \.isOnDuplicate),
        KeyBinding(
            .page, "skip-record", [.character("s")], .importing(.skip), "Leave the record out",
            here: \.isInImport, when: \.canChooseRecord),
        KeyBinding(
            .page, "choose-for-state", [.character("=")], .importing(.chooseForState),
            "Choose the same for all shown in its state", footer: "Same for all", here: \.isInImport,
            when: \.canChooseRecord),
        KeyBinding(
            .page, "take-all", [.character("+"), .control("a")], .importing(.takeAll),
            "Take all shown but duplicates",
            here: \.isInImport, when: \.canChooseRecord),
        KeyBinding(
            .page, "leave-out-all", [.character("-")], .importing(.leaveOutAll), "Leave out all shown",
            here: \.isInImport, when: \.canChooseRecord),
        KeyBinding(
            .page, "read-record", [.character("i")], .importing(.read), "Show the whole record", footer: "Details",
            here: \.isInImport, when: { $0.page?.table.selected != nil }),
        KeyBinding(
            .page, "encoding", [.character("e")], .importing(.chooseEncoding), "Read the file in another encoding",
            footer: "Encoding", here: \.isInImport, when: { !$0.list.isWriting }),
    ]
}

extension AppState {
    fileprivate var isInImport: Bool { page?.kind == .records }

    /// Whether Enter compares first.
    fileprivate var isNotCompared: Bool {
        guard case .records(let records) = page?.table.all else { return false }
        return records.progress == .notCompared
    }

    fileprivate var importedCount: Int {
        guard case .records(let records) = page?.table.all else { return 0 }
        return records.importedCount
    }

    /// Records cannot be chosen while they are being written.
    fileprivate var canChooseRecord: Bool { page?.table.selected != nil && !list.isWriting }

    fileprivate var isOnDuplicate: Bool {
        guard case .records(let records) = page?.table.entries, let selected = page?.table.selected else {
            return false
        }
        return records.all[selected].state == .duplicate
    }
}
