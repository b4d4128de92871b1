import CNcurses
import CTerminalGuard
import Glibc
import TerminalUI

/// The terminal as a full screen: paints frames, and restores the terminal on every exit.
@MainActor
package final class NcursesScreen {
    /// The size of the screen.
    package private(set) var size: Size
    /// Whether the locale's encoding has all of Unicode, box-drawing characters included.
    package let isUnicode: Bool
    /// Notices about the terminal, for the log.
    package let notices: [String]

    /// How long a lone ESC waits for the rest of a key.
    let escapeDelay: Duration
    /// Readable when ``takeEvents()`` has an event.
    let eventDescriptor: Int32
    /// The key sequences of this terminal.
    let keys: [KeyDecoder.Sequence]

    private let description: TerminalDescription
    private var usesMouse: Bool
    private var device: TerminalDevice
    private var memory: DrawingMemory
    private let capture: OutputCapture
    private let clipboard: Clipboard
    private var updates: SynchronizedUpdates
    private var painter: FramePainter
    /// The sequences of ncurses that enter and leave the screen at its current size.
    private var enterScreen: [UInt8] = []
    private var leaveScreen: [UInt8] = []

    /// A usable terminal. Creating it changes and sends nothing.
    package struct Terminal {
        fileprivate let device: TerminalDevice
        fileprivate let description: TerminalDescription
        fileprivate let environment: [String: String]

        /// - Parameter environment: provides TERM, TMUX, STY, NO_COLOR, ESCDELAY, LINES, COLUMNS and the locale.
        package init(environment: [String: String]) throws(ScreenError) {
            device = try TerminalDevice(environment: environment)
            description = try TerminalDescription(term: environment["TERM"])
            self.environment = environment
        }
    }

    /// Opens the screen. Sends nothing to the terminal on failure.
    ///
    /// - Parameters:
    ///   - theme: the looks of the roles, reduced to what the terminal can show.
    ///   - usesMouse: whether to enable mouse reports. The terminal then selects text only with Shift.
    ///   - rewritesRows: whether rows that change are written whole, for speech readers.
    package init(
        on terminal: Terminal, theme: Theme, usesMouse: Bool, rewritesRows: Bool = false
    ) throws(ScreenError) {
        let environment = terminal.environment
        self.usesMouse = usesMouse
        device = terminal.device
        description = terminal.description
        notices =
            description.isFallback
            ? ["Unknown terminal type \(environment["TERM"] ?? ""); using \(description.name)"] : []
        keys = description.keys
        escapeDelay = .milliseconds(environment["ESCDELAY"].flatMap { Int($0) }.map { min(max($0, 0), 10_000) } ?? 25)
        clipboard = Clipboard(environment: environment)
        updates = SynchronizedUpdates(canBeQueried: description.passesOverUnknownSequences)
        LocaleText.adopt(environment: environment)
        isUnicode = LocaleText.isUnicode

        // Before ncurses, which keeps existing signal handlers: its own would ignore SIGTSTP while it draws and lose a
        // suspension.
        eventDescriptor = terminal_events_open()
        guard eventDescriptor >= 0 else { throw .system(operation: "eventfd", code: errno) }
        do {
            memory = try DrawingMemory(term: description.name)
            painter = FramePainter(
                theme: theme, usesColors: environment["NO_COLOR"]?.isEmpty ?? true, rewritesRows: rewritesRows)
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

    /// Shows a frame. Sends the differences to the last one in one write.
    package func paint(_ frame: Frame) {
        let scrolling = painter.paint(frame, size: size)
        memory.take(after: updates.beginBytes, scrolling, before: updates.endBytes) { [device] in device.write($0) }
    }

    /// Sends the next frame whole, for a screen that another program has written on.
    package func redraw() {
        painter.forget()
    }

    /// Copies a text to the clipboard of the terminal (OSC 52).
    package func copy(_ text: String) throws(CopyError) {
        device.write(try clipboard.bytes(copying: text))
    }

    /// Enables mouse reports, or leaves the mouse to the terminal.
    /// - Returns: whether they are enabled now; nil for a terminal without a mouse.
    package func toggleMouse() -> Bool? {
        guard !description.mouseOn.isEmpty else { return nil }
        // While they are enabled, the guard has the sequence that disables them.
        if usesMouse { device.write(description.mouseOff) }
        usesMouse.toggle()
        saveModes()
        if usesMouse { device.write(description.mouseOn) }
        return usesMouse
    }

    /// Restores the terminal. The screen cannot be used afterwards.
    ///
    /// Prints the captured output to the original standard error.
    /// - Returns: the captured output, for the log.
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

    // MARK: For the event loop

    /// The terminal and job events since the last call.
    func takeEvents() -> (isResized: Bool, isStopRequested: Bool, isContinued: Bool) {
        let events = terminal_events_take()
        func has(_ event: terminal_event) -> Bool { events & event.rawValue != 0 }
        return (has(terminal_event_resized), has(terminal_event_stop_requested), has(terminal_event_continued))
    }

    /// Updates the size. The next frame is sent whole, because terminals reflow text when they resize.
    func measure() {
        device.write(adoptSize())
    }

    /// Receives a report of the terminal.
    func receive(_ report: TerminalReport) {
        updates.receive(report)
        if !updates.isAwaited { terminal_guard_await_answer(false) }
        saveModes()
    }

    /// Records a mouse event: more reports may follow, and none may reach the shell.
    func noteMouse() {
        terminal_guard_note_mouse()
    }

    /// Restores the terminal and stops until the job is continued in the foreground.
    func suspend() throws(ScreenError) {
        terminal_guard_restore()
        terminal_events_stop_job()
        try enterInForeground()
    }

    /// Enters the screen again after a stop from outside, which may have left any terminal state.
    func reenter() throws(ScreenError) {
        terminal_guard_restore()
        terminal_events_await_foreground(device.output)
        try enter()
    }

    /// Stops until the job is in the foreground. Only then the terminal has the settings to restore, and not the
    /// settings of the shell's line editor.
    private func enterInForeground() throws(ScreenError) {
        terminal_events_await_foreground(device.output)
        device.rememberSettings()
        try enter()
    }

    private func enter() throws(ScreenError) {
        _ = adoptSize()
        // The first frame clears the screen, in case the terminal shows the query as text.
        let mouseOn = usesMouse ? description.mouseOn : []
        let bytes = enterScreen + description.keypadOn + description.pasteOn + mouseOn + updates.query()
        terminal_guard_await_answer(updates.isAwaited)
        try device.enter(sending: bytes)
    }

    /// Adopts the terminal's size, and records the sequences that enter and leave a screen of that size.
    /// - Returns: the sequence that hides the cursor, as ncurses assumes it to be.
    private func adoptSize() -> [UInt8] {
        size = device.size
        curses_resize(Int32(size.rows), Int32(size.columns))
        curses_show_cursor(false)
        let hiding = memory.take()
        curses_leave()
        leaveScreen = memory.take()
        curses_return()
        enterScreen = memory.take()
        painter.forget()
        saveModes()
        return hiding
    }

    /// Sets the modes and the restore sequence of the guard.
    private func saveModes() {
        let mouseOff = usesMouse ? description.mouseOff : []
        let bytes =
            updates.endBytes + description.resetAttributes + description.pasteOff + mouseOff + leaveScreen
        withUnsafePointer(to: device.settings) { terminal_guard_save($0, bytes, bytes.count) }
    }
}
