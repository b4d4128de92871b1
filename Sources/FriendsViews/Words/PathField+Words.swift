import FriendsModel
import FriendsViewModels
import TerminalUI

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
        case .encoding(let path): "Read \(DisplayText.signingShortened(path)) in another encoding"
        case .columns(let choice):
            "Column \(choice.index + 1) of \(choice.columns.count): "
                + DisplayText.signingShortened(
                    [choice.column.header, choice.column.sample].filter { !$0.isEmpty }
                        .joined(separator: ": "))
        }
    }

    /// The word before the input.
    var sign: String {
        switch purpose {
        case .export: "To: "
        case .importFriends: "From: "
        case .encoding: "Encoding: "
        case .columns: "Is: "
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
        case .export: PathField.exportEndings
        case .importFriends: "A file of \(PathField.importFormats), or a folder of vCards"
        case .encoding: "A name such as CP1251 or SHIFT_JIS"
        case .columns(let choice): "Empty for \(choice.column.proposal.text), or such as email:work, firstname, skip"
        }
    }
}
