import FriendsModel
import TerminalUI

/// The names of friends that complete a word of the command line.
package enum FriendNames {
    /// The full names that begin with a text, ignoring case and accents; each once, in the order of the friends. Names
    /// that a terminal must not get as they are are left out.
    /// - Parameter afterTerminator: whether the word is behind `--`. Before it, a name with a hyphen in front would be
    ///   an option.
    package static func completions(of friends: [Friend], prefix: String, afterTerminator: Bool = false) -> [String] {
        let wanted = folded(prefix)
        var seen: Set<String> = []
        return friends.map(\.details.fullName).filter { name in
            (afterTerminator || !name.hasPrefix("-")) && folded(name).starts(with: wanted)
                && DisplayText.harmless(name) == name && seen.insert(name).inserted
        }
    }

    /// The names in quotes. A completion script of bash that ``CompletionScript`` did not make expands its words.
    package static func quoted(_ names: [String]) -> [String] {
        names.map { "'\($0.replacing("'", with: #"'\''"#))'" }
    }

    private static func folded(_ text: String) -> [UInt8] {
        var folding = CaseFolding()
        var bytes: [UInt8] = []
        folding.fold(text, into: &bytes)
        return bytes
    }
}
