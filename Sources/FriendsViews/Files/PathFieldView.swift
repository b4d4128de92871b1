import FriendsModel
import FriendsViewModels
import TerminalUI

/// The path field over the lower part of the screen: what it is for, what is wrong or possible, and the input.
enum PathFieldView {
    static func draw(_ field: PathField, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = layout.size.columns
        let edgeRow = layout.statusRow - 2
        frame.write(
            String(repeating: frame.symbols.horizontal, count: columns), column: 0, row: edgeRow, style: .overlay)
        frame.write(frame.symbols.text(" \(field.title) "), column: 2, row: edgeRow, width: columns - 4, style: .title)
        frame.fill(column: 0, row: edgeRow + 1, width: columns, style: .plain)
        let note = field.note
        frame.write(
            frame.symbols.text(note.text), column: ColumnLayout.gutter, row: edgeRow + 1,
            width: columns - ColumnLayout.gutter - 1, style: note.style)
        InputLine.draw(field.sign, field.input, column: 1, row: layout.statusRow, width: columns - 2, in: &frame)
    }
}

extension PathField {
    /// What the path is for.
    var title: String {
        switch purpose {
        case .export(.marked(let friends)):
            friends.count.counted(
                one: "Export the marked friend", other: "Export the \(friends.count) marked friends")
        case .export(.shown(let friends)):
            friends.count.counted(
                one: "Export the shown friend", other: "Export the \(friends.count) shown friends")
        case .export(.all(let count)): count.counted(one: "Export 1 friend", other: "Export all \(count) friends")
        case .importFriends: "Import friends"
        }
    }

    /// The word before the input.
    var sign: String {
        switch purpose {
        case .export: "To: "
        case .importFriends: "From: "
        }
    }

    /// The problem, the names that can be chosen, or what is expected.
    var note: (text: String, style: Style) {
        if let problem { return (problem, .problem) }
        guard let completion else { return (expectation, .hint) }
        let names = completion.names.map { DisplayText.signingShortened($0.path) }
        let count = completion.chosen.map { "\($0 + 1) of \(names.count)" } ?? "\(names.count) names"
        let first = completion.chosen ?? 0
        let listed = (names[first...] + names[..<first]).prefix(Self.maximumNames)
        return ("\(count): \(listed.joined(separator: "  "))", .hint)
    }

    /// More names than fit on any screen.
    private static let maximumNames = 100

    private var expectation: String {
        switch purpose {
        case .export: "A \(PathField.exportEndings) file"
        case .importFriends: "A file of vCards, CSV, JSON or abook, or a folder of vCards"
        }
    }
}
