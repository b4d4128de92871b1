/// Something that came from the terminal: what a person did, or an answer of the terminal's own.
package enum InputEvent: Equatable, Sendable {
    case key(Key)
    /// Text that was pasted. It never acts as keys.
    case paste(String)
    case mouse(MouseEvent)
    /// An answer to a question of the screen. It concerns nobody else.
    case report(TerminalReport)
}
