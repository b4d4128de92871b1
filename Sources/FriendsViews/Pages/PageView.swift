import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// A page in place of the list: the time and the text of each entry.
enum PageView {
    static func draw(
        _ page: PageViewModel.State, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        drawTitle(page, state, layout, in: &frame)
        switch page.content {
        case .loading: return
        case .failed(let failure):
            let key = failure.canRetry ? keys.keyName(of: .page(.reload), in: .page) : nil
            return ListView.drawFailure(failure, retryKey: key, keys, layout, in: &frame)
        case .loaded: break
        }
        if page.table.entries.count == 0 {
            for (offset, text) in page.emptyTexts.enumerated() {
                frame.write(
                    frame.symbols.text(text), column: ColumnLayout.gutter, row: layout.firstListRow + offset,
                    style: .hint)
            }
            frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
        } else {
            drawRows(page, layout, in: &frame)
        }
        guard let filter = page.table.filter else { return drawHeader(page, layout, in: &frame) }
        InputLine.draw(
            "/", filter.input, isTyped: filter.isTyped, column: 1, row: layout.headerRow,
            width: layout.size.columns - 2, in: &frame)
    }

    private static func drawTitle(
        _ page: PageViewModel.State, _ state: AppState, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        let room = columns * 2 / 3
        let count = page.content == .loaded ? page.countText(room: room) : ""
        let width = min(DisplayText.width(of: count), room)
        frame.write(
            frame.symbols.text("\(page.title) \u{B7} \(state.serverName)"), column: 1, row: layout.titleRow,
            width: columns - width - 4,
            style: .title)
        frame.write(
            frame.symbols.text(count), column: columns - width - 1, row: layout.titleRow, width: width, style: .title)
    }

    private static func drawHeader(_ page: PageViewModel.State, _ layout: ScreenLayout, in frame: inout Frame) {
        if let counts = page.recordCounts {
            frame.write(
                frame.symbols.text(counts), column: 1, row: layout.headerRow, width: layout.size.columns - 2,
                style: .header)
            return
        }
        let columns = PageColumns(page, layout)
        for (title, column) in zip(page.columnTitles(isShort: !layout.hasFormInRow), columns.columns) {
            frame.write(title, column: column.start, row: layout.headerRow, width: column.width, style: .header)
        }
    }

    private static func drawRows(_ page: PageViewModel.State, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = PageColumns(page, layout)
        for (offset, row) in (layout.firstListRow..<layout.statusRow).enumerated() {
            let index = page.table.viewport.top + offset
            guard index < page.table.entries.count else { return }
            let isSelected = page.table.selected == index
            let isMarked = page.isMarked(index)
            let style: Style =
                page.hasRecords
                ? (isSelected ? .selected : isMarked ? .plain : .hint)
                : isSelected ? (isMarked ? .markedSelected : .selected) : isMarked ? .marked : .plain
            if isSelected {
                frame.fill(column: 0, row: row, width: layout.size.columns, style: style)
                frame.write(">", column: 1, row: row, style: style)
                frame.cursor = Position(column: 1, row: row)
            }
            if isMarked { frame.write("*", column: 2, row: row, style: style) }
            let texts = columns.texts(of: page, at: index, layout, frame.symbols)
            for (text, column) in zip(texts, columns.columns) {
                let text = page.isOurOwn ? frame.symbols.text(text) : text
                frame.write(text, column: column.start, row: row, width: column.width, style: style)
            }
        }
    }
}

extension PageViewModel.State {
    var title: String {
        switch table.entries {
        case .trash: "Trash"
        case .messages: "Messages"
        case .drafts: "Drafts"
        case .birthdays: "Birthdays"
        case .tags: "Tags"
        case .duplicates: "Duplicates"
        case .records: "Import"
        }
    }

    /// Whether the texts are the program's own.
    fileprivate var isOurOwn: Bool {
        switch table.entries {
        case .trash, .drafts, .birthdays, .tags, .duplicates: false
        case .messages, .records: true
        }
    }

    /// - Parameter isShort: whether the terminal is narrow.
    func columnTitles(isShort: Bool) -> [String] {
        switch table.entries {
        case .trash: DeletedFriend.columnTitles(isShort: isShort)
        case .messages: ["Time", "Message"]
        case .drafts: ["Edited", "Draft"]
        case .birthdays: isShort ? ["When", "Friend", "Turns"] : ["When", "Date", "Friend", "Turns"]
        case .tags: ["Friends", "Tag"]
        case .records: ["", "", ""]
        case .duplicates: ["Same", "Friend", "Phone"] + (isShort ? [] : ["Email"])
        }
    }

    /// The number of entries, and how many of them are listed. A narrow title keeps the numbers only.
    func countText(room: Int) -> String {
        if case .records(let records) = table.all {
            return records.text(shown: table.filter.map { _ in table.entries.count })
        }
        let (count, loaded) = (table.entries.count, table.all.count)
        let name: String
        var total = loaded
        switch table.all {
        case .trash(let trash):
            total = max(trash.totalCount ?? loaded, loaded)
            name = total == 1 ? "deleted friend" : "deleted friends"
        case .messages:
            name = total == 1 ? "message" : "messages"
        case .drafts:
            name = total == 1 ? "draft" : "drafts"
        case .birthdays:
            name = total == 1 ? "birthday" : "birthdays"
        case .tags:
            name = total == 1 ? "tag" : "tags"
        case .records: name = ""
        case .duplicates(let entries):
            name = "friends in \(entries.groupCount) \(entries.groupCount == 1 ? "group" : "groups")"
        }
        // The filter applies to loaded entries only.
        let listed = total > loaded ? "the last \(loaded)" : "\(total)"
        let numbers =
            table.filter != nil && count != loaded
            ? "\(count) of \(listed)" : total > loaded ? "\(listed) of \(total)" : listed
        let text = "\(numbers) \(name)"
        guard table.markCount > 0 else { return DisplayText.width(of: text) <= room ? text : numbers }
        let marked = "\(table.markCount) marked"
        let texts = ["\(marked) \u{B7} \(text)", "\(marked) \u{B7} \(numbers)"]
        return texts.first { DisplayText.width(of: $0) <= room } ?? marked
    }

    var emptyTexts: [String] {
        if table.all.count > 0 { return ["No matches"] }
        return switch table.all {
        case .trash: ["The trash is empty", "deleted friends are kept for 30 days"]
        case .messages: ["No messages yet"]
        case .drafts: ["No drafts", "unsaved text is kept for 30 days"]
        case .birthdays: ["No birthdays", "add a birthday line to a friend"]
        case .tags: ["No tags", "press T in the list to tag a friend"]
        case .records(let records):
            switch records.progress {
            case .reading: ["Reading\u{2026}"]
            case .comparing, .notCompared, .complete:
                records.problem.map { ["No records", $0] } ?? ["No records", "the file has no friends"]
            }
        case .duplicates: ["No duplicates", "no friends share a name, a number or an email"]
        }
    }

    func texts(at index: Int, _ layout: ScreenLayout) -> [String] {
        // A narrow terminal shows the date or the time, to leave room for the names.
        let isShort = !layout.hasFormInRow
        switch table.entries {
        case .trash(let trash):
            let deleted = trash.friends[index]
            return deleted.texts(moment(deleted.deletedAt, isShort), isShort: isShort)
        case .messages(let messages):
            let message = messages[index]
            return [moment(message.time, isShort), (message.kind == .problem ? "! " : "") + message.text]
        case .drafts(let drafts):
            return [moment(drafts[index].time, isShort), drafts[index].draft.title]
        case .birthdays(let birthdays):
            let birthday = birthdays[index]
            return [birthday.when] + (isShort ? [] : [birthday.date.text])
                + [birthday.name, birthday.age.map(String.init) ?? ""]
        case .tags(let tags):
            return ["\(tags[index].count)", tags[index].tag]
        case .duplicates(let entries): return entries[index].texts(isShort)
        case .records(let records): return records.all[index].texts
        }
    }

    private func moment(_ secondsSince1970: Int, _ isShort: Bool) -> String {
        ClockTime.moment(secondsSince1970: secondsSince1970, now: time, isShort: isShort)
    }
}

extension UpcomingBirthday {
    /// How long it is until then, in words.
    var when: String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "in \(days) days"
        }
    }
}

extension DuplicateEntry {
    /// The texts of the columns. What the group shares is in its first row.
    fileprivate func texts(_ isShort: Bool) -> [String] {
        let kinds = reasons.kinds
        let same = isShort && kinds.count > 1 ? "\(kinds[0].rawValue) +\(kinds.count - 1)" : reasons.words
        return [place == 0 ? same : ""] + DuplicateGroup.texts(of: friend).prefix(isShort ? 2 : 3)
    }
}

extension CalendarDay {
    /// Year, month and day.
    fileprivate var text: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    }
}
