import CTerminalGuard
import FriendsSettings
import FriendsViewModels
import NcursesScreen

/// Copies texts through a program, or else through the terminal (Docs/Decisions/0014-clipboard.md).
@MainActor
struct CopySender {
    private let screen: NcursesScreen
    private let program: CopyProgram?
    /// Whether the user has chosen the program.
    private let isChosen: Bool
    /// The socket that the variable TMUX names.
    private let tmuxSocket: String?

    init(_ settings: Settings, _ environment: Environment, _ screen: NcursesScreen) {
        self.screen = screen
        let words = settings.clipboardCommand.value
        isChosen = !words.isEmpty
        // With both variables, either could be the outer one.
        let tmux = environment["STY"] == nil ? environment["TMUX"] : nil
        tmuxSocket = tmux.map { String($0.prefix { $0 != "," }) }
        program =
            isChosen || tmux != nil
            ? CopyProgram(
                words: isChosen ? words : ["tmux", "load-buffer", "-w", "-"], environment: environment.variables) : nil
    }

    /// Sends a text to the clipboard.
    func send(_ text: String) -> CopyOutcome {
        // A container has the variable of its host alone, and a tmux that was killed has left it.
        guard let program, isChosen || tmuxSocket.map({ terminal_has_listener($0) }) == true else {
            return sendToTerminal(text)
        }
        do throws(CopyProgram.Failure) {
            try program.copy(text)
            return .sent
        } catch {
            if error.isMissingProgram, !isChosen { return sendToTerminal(text) }
            return .failed("\(program.words[0]) failed: \(error.reason)")
        }
    }

    private func sendToTerminal(_ text: String) -> CopyOutcome {
        do throws(CopyError) {
            try screen.copy(text)
            return .sent
        } catch {
            switch error {
            case .notTaken: return .notTaken
            case .tooLong: return .tooLong
            }
        }
    }
}
