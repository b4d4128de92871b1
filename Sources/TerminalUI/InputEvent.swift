/// An event from the terminal: user input or a report.
package enum InputEvent: Equatable, Sendable {
    case key(Key)
    /// Pasted text, which never acts as keys.
    case paste(String)
    case mouse(MouseEvent)
    /// A report for the screen.
    case report(TerminalReport)
}
