import CNcurses
import CTerminalGuard
import Glibc
import TerminalUI

/// The terminal as a full screen: paints frames, and gives the terminal back whatever way the program ends.
@MainActor
package final class NcursesScreen {
    /// How many columns and rows there are. A frame of this size fills the screen.
    package private(set) var size: Size
    /// Whether all characters can be shown, or only those of an older encoding, in which lines and dashes are missing.
    package let isUnicode: Bool
    /// What is worth a line in the log: what was found out about the terminal and could surprise.
    package let notices: [String]

    /// How long a lone ESC waits for the rest of a key.
    let escapeDelay: Duration
    /// Readable when one of ``takeEvents()`` has happened.
    let eventDescriptor: Int32
    /// The bytes of the keys of this terminal.
    let keys: [KeyDecoder.Sequence]

    private let description: TerminalDescription
    private let usesMouse: Bool
    private var device: TerminalDevice
    private var memory: DrawingMemory
    private let capture: OutputCapture
    private let clipboard: Clipboard
    private var updates: SynchronizedUpdates
    private var painter: FramePainter
    /// What is sent to take the screen, at its present size, and to give it back.
    private var enterBytes: [UInt8] = []
    private var leaveBytes: [UInt8] = []

    /// A terminal that a screen can be opened on. Looking for it changes nothing and sends nothing.
    package struct Terminal {
        fileprivate let device: TerminalDevice
        fileprivate let description: TerminalDescription
        fileprivate let environment: [String: String]

        /// - Parameter environment: TERM, TMUX, STY, NO_COLOR, ESCDELAY, LINES, COLUMNS and those of the locale are looked
        ///     at, now and when the screen opens.
        package init(environment: [String: String]) throws(ScreenError) {
            device = try TerminalDevice(environment: environment)
            description = try TerminalDescription(term: environment["TERM"])
            self.environment = environment
        }
    }

    /// Takes the whole terminal. Nothing is sent to it when that is impossible.
    ///
    /// - Parameters:
    ///   - theme: how the roles look, as far as the terminal can show that.
    ///   - usesMouse: whether the mouse is asked for. While it is, the terminal selects text only with Shift held down.
    package init(on terminal: Terminal, theme: Theme, usesMouse: Bool) throws(ScreenError) {
        let environment = terminal.environment
        self.usesMouse = usesMouse
        device = terminal.device
        description = terminal.description
        notices =
            description.isFallback
            ? ["Nothing is known about the terminal \(environment["TERM"] ?? ""); \(description.name) is used."] : []
        keys = description.keys
        escapeDelay = .milliseconds(environment["ESCDELAY"].flatMap { Int($0) }.map { min(max($0, 0), 10_000) } ?? 25)
        clipboard = Clipboard(environment: environment)
        updates = SynchronizedUpdates(canBeAsked: description.passesOverUnknownSequences)
        LocaleText.adopt(environment: environment)
        isUnicode = LocaleText.isUnicode

        // Before ncurses, which leaves the signals alone that somebody handles: it would ignore SIGTSTP for as long as it
        // draws, and a stop that is asked for meanwhile would be lost.
        eventDescriptor = terminal_events_open()
        guard eventDescriptor >= 0 else { throw .system(operation: "eventfd", code: errno) }
        do {
            memory = try DrawingMemory(term: description.name)
            painter = FramePainter(theme: theme, usesColors: environment["NO_COLOR"]?.isEmpty ?? true)
            size = device.size
            capture = try OutputCapture()
        } catch {
            terminal_events_close()
            throw error
        }
        terminal_guard_arm(device.output, capture.file, capture.standardError)
        do {
            try enterInForeground()
        } catch {
            close()
            throw error
        }
    }

    /// Shows a frame. Only what differs from the last one is sent, in one piece.
    package func paint(_ frame: Frame) {
        let scrolling = painter.paint(frame, size: size)
        memory.take(after: updates.beginBytes, scrolling, before: updates.endBytes) { [device] in device.write($0) }
    }

    /// Has the next frame sent whole, for a screen that something else has written on.
    package func redraw() {
        painter.forget()
    }

    /// Puts a text on the clipboard of the machine that the terminal is on, as far as that takes it.
    package func copy(_ text: String) throws(CopyError) {
        device.write(try clipboard.bytes(copying: text))
    }

    /// Gives the terminal back. Afterwards the screen cannot be used any more.
    ///
    /// What libraries have printed meanwhile goes to the true standard error now.
    /// - Returns: that text, for the log.
    @discardableResult
    package func close() -> String {
        terminal_guard_restore()
        capture.end()
        terminal_guard_report()
        let text = capture.text()
        terminal_guard_disarm()
        terminal_events_close()
        capture.close()
        return text
    }

    // MARK: What the loop uses

    /// What happened to the terminal or the job since the last call.
    func takeEvents() -> (isResized: Bool, isStopRequested: Bool, isContinued: Bool) {
        let events = terminal_events_take()
        func has(_ event: terminal_event) -> Bool { events & event.rawValue != 0 }
        return (has(terminal_event_resized), has(terminal_event_stop_requested), has(terminal_event_continued))
    }

    /// Asks the terminal for its size. The next frame is sent whole, for terminals move text about when they change.
    func measure() {
        device.write(adoptSize())
    }

    /// Takes an answer of the terminal.
    func hear(_ report: TerminalReport) {
        updates.hear(report)
        if !updates.isAwaited { terminal_guard_await_answer(false) }
        saveModes()
    }

    /// More of what the mouse does may be on its way: none of it must reach the shell.
    func hearMouse() {
        terminal_guard_heard_mouse()
    }

    /// Gives the terminal to the shell and stops, until the job is continued in the foreground.
    func suspend() throws(ScreenError) {
        terminal_guard_restore()
        terminal_events_stop_job()
        try enterInForeground()
    }

    /// The job was stopped without being asked: the terminal may have any settings and show anything.
    func reenter() throws(ScreenError) {
        terminal_guard_restore()
        terminal_events_await_foreground(device.output)
        try enter()
    }

    /// Started or continued in the background, the program stops until it has the terminal: only then are its settings
    /// those to leave behind, not those with which the shell edits a line.
    private func enterInForeground() throws(ScreenError) {
        terminal_events_await_foreground(device.output)
        device.rememberSettings()
        try enter()
    }

    private func enter() throws(ScreenError) {
        _ = adoptSize()
        // The first frame clears the screen: a terminal that shows the question does not show it for long.
        let bytes = enterBytes + updates.question()
        terminal_guard_await_answer(updates.isAwaited)
        try device.enter(sending: bytes)
    }

    /// Takes the terminal's size, and has ncurses say what takes and what gives back a screen of that size. The guard
    /// knows from here on.
    /// - Returns: what hides the cursor, as ncurses now thinks it is.
    private func adoptSize() -> [UInt8] {
        size = device.size
        memory.adopt(size)
        curses_resize(Int32(size.rows), Int32(size.columns))
        curses_show_cursor(false)
        let hiding = memory.take()
        curses_leave()
        let mouseOff = usesMouse ? description.mouseOff : []
        leaveBytes = description.resetAttributes + description.pasteOff + mouseOff + memory.take()
        curses_return()
        enterBytes = memory.take() + description.keypadOn + description.pasteOn
        if usesMouse { enterBytes += description.mouseOn }
        painter.forget()
        saveModes()
        return hiding
    }

    /// Tells the guard how the terminal is restored.
    private func saveModes() {
        let bytes = updates.endBytes + leaveBytes
        withUnsafePointer(to: device.settings) { terminal_guard_save($0, bytes, bytes.count) }
    }
}
