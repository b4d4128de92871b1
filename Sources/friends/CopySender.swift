import FriendsSettings
import FriendsViewModels
import Glibc
import NcursesScreen

/// Copies texts through a program, or else through the terminal (Docs/Decisions/0014-clipboard.md).
@MainActor
struct CopySender {
    private let screen: NcursesScreen
    private let program: CopyProgram?
    /// Whether the user has chosen the program.
    private let isChosen: Bool

    init(_ settings: Settings, _ environment: Environment, _ screen: NcursesScreen) {
        self.screen = screen
        let words = settings.clipboardCommand.value
        isChosen = !words.isEmpty
        // With both variables, either could be the outer one.
        let isInTmux = environment["STY"] == nil && environment["TMUX"].map(Self.hasTmux) == true
        program =
            isChosen || isInTmux
            ? CopyProgram(
                words: isChosen ? words : ["tmux", "load-buffer", "-w", "-"], environment: environment.variables) : nil
    }

    /// Whether the socket that the variable TMUX names can be used. A container can have the variable of its host alone.
    private static func hasTmux(_ variable: String) -> Bool {
        access(String(variable.prefix { $0 != "," }), W_OK) == 0
    }

    /// Sends a text to the clipboard.
    func send(_ text: String) -> CopyOutcome {
        guard let program else { return sendToTerminal(text) }
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
