import CTerminalGuard
import Dispatch
import Glibc
import TerminalUI

/// The loop of the program, on the main thread: waits in one call for keys, for the terminal and for main-actor jobs,
/// and paints when something has changed.
///
/// Main-actor jobs run on this very thread, from inside the loop. Without anything to do it does not wake up at all.
/// The program's entry point must not be `async`: Swift would then run the main queue itself.
@MainActor
package final class EventLoop {
    /// Why the loop ended.
    package enum End: Equatable, Sendable {
        /// ``EventLoop/stop()`` was called.
        case stopped
        /// There is no terminal any more.
        case terminalVanished
        /// The terminal could not be taken again after the program had been stopped.
        case failed(ScreenError)
    }

    private let screen: NcursesScreen
    private var decoder: KeyDecoder
    private let mainQueue = _dispatch_get_main_queue_port_4CF()
    /// What is waited for: input, events of the terminal, and the main queue.
    private var descriptors: [pollfd]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private var end: End?
    private var isSuspendRequested = false
    /// Whether the last read took so much that more may wait.
    private var mayHaveMoreInput = false
    /// Whether what is on the screen is not what should be there.
    private var isDirty = false
    /// Since when the screen was not painted because more input waited.
    private var unpaintedSince: ContinuousClock.Instant?
    /// When what the decoder has begun will not be completed any more.
    private var settleTime: ContinuousClock.Instant?

    /// While keys come without a pause, the screen is painted so often.
    private static let longestWithoutPaint = Duration.milliseconds(30)
    /// A read that brought no more than this has brought all: a key or two. To ask the system whether more waits would
    /// only delay the frame.
    private static let fewBytes = 16
    /// Of a sequence that pauses for so long no more is awaited, and what a paste has brought until then is delivered.
    private static let longestSilence = Duration.seconds(1)
    /// A paste that pauses for so long has lost its end, and so has what the terminal sends by itself.
    private static let longestSilenceInside = Duration.seconds(10)

    package init(screen: NcursesScreen) {
        self.screen = screen
        decoder = LocaleText.decoder(keys: screen.keys)
        descriptors = [STDIN_FILENO, screen.eventDescriptor, mainQueue].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Runs until ``stop()`` is called or the terminal is gone; the screen stays open.
    ///
    /// - Parameters:
    ///   - input: gets the keys, pastes and moves of the mouse of a read, in order. All that waits is handed over before
    ///     the next frame.
    ///   - resize: gets the new size of the screen, before a frame of that size is asked for.
    ///   - draw: makes the frame. It is asked first at once, and then after ``requestPaint()``.
    package func run(
        input: ([InputEvent]) -> Void, resize: (Size) -> Void, draw: (Size) -> Frame
    ) -> End {
        requestPaint()
        paint(draw)
        while true {
            let ready = wait()
            if ready.terminal { handleTerminalEvents(resize) }
            mayHaveMoreInput = false
            if ready.input {
                read(into: input)
            } else if let time = settleTime, time <= .now {
                let events = decoder.settle()
                awaitRest()
                deliver(events, to: input)
            }
            if ready.mainQueue { runMainQueue() }
            if isSuspendRequested { suspendNow(resize) }
            if let end { return end }
            if isDirty, !mayHaveMoreInput || hasWaitedLongEnough() { paint(draw) }
        }
    }

    /// Begins to measure for how long the screen waits, or tells whether that is long enough. To be called while more input
    /// waits, which is seldom: a single key is not to be held up by the clock.
    private func hasWaitedLongEnough() -> Bool {
        guard let unpaintedSince else {
            unpaintedSince = .now
            return false
        }
        return unpaintedSince.duration(to: .now) >= Self.longestWithoutPaint
    }

    /// Has the screen painted when all that waits has been handled. To be called when something shown has changed.
    package func requestPaint() {
        isDirty = true
    }

    /// Has the whole screen sent anew.
    package func redraw() {
        screen.redraw()
        requestPaint()
    }

    /// Stops the program as Ctrl-Z does elsewhere, after the input that is being handled.
    package func suspend() {
        isSuspendRequested = true
    }

    /// Ends the loop. Input that was not read yet is not handled any more.
    package func stop() {
        if end == nil { end = .stopped }
    }

    // MARK: One turn

    private func wait() -> (input: Bool, terminal: Bool, mainQueue: Bool) {
        let timeout = isDirty ? 0 : settleTime.map(Self.milliseconds(until:)) ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return (false, false, false) }
        let (input, terminal, queue) = (descriptors[0].revents, descriptors[1].revents, descriptors[2].revents)
        // A terminal that hung up reads as its end, whatever else still waits in it.
        if input & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { end = .terminalVanished }
        return (input & Int16(POLLIN) != 0 && end == nil, terminal != 0, queue != 0)
    }

    private static func milliseconds(until time: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: time).components
        return Int32(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    private func read(into input: ([InputEvent]) -> Void) {
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { end = .terminalVanished }
            return
        }
        mayHaveMoreInput = count > Self.fewBytes
        let events = decoder.decode(Array(buffer[..<count]))
        awaitRest()
        deliver(events, to: input)
    }

    private func awaitRest() {
        settleTime =
            switch decoder.waiting {
            case .nothing: nil
            case .escape: .now + screen.escapeDelay
            case .sequence, .paste: .now + Self.longestSilence
            case .restOfPaste, .restOfSequence: .now + Self.longestSilenceInside
            }
    }

    private func deliver(_ events: [InputEvent], to input: ([InputEvent]) -> Void) {
        var heard: [InputEvent] = []
        for event in events {
            switch event {
            case .report(let report):
                screen.hear(report)
                continue
            case .mouse: screen.hearMouse()
            case .key, .paste: break
            }
            heard.append(event)
        }
        if !heard.isEmpty { input(heard) }
    }

    private func runMainQueue() {
        var count: UInt64 = 0
        _ = Glibc.read(mainQueue, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }

    private func paint(_ draw: (Size) -> Frame) {
        // Before drawing: what drawing finds changed meanwhile is drawn again.
        isDirty = false
        unpaintedSince = nil
        screen.paint(draw(screen.size))
    }

    private func handleTerminalEvents(_ resize: (Size) -> Void) {
        let events = screen.takeEvents()
        if events.isStopRequested {
            isSuspendRequested = true
        } else if events.isContinued {
            retake(resize) { () throws(ScreenError) in try screen.reenter() }
        } else if events.isResized {
            retake(resize) { () throws(ScreenError) in screen.measure() }
        }
    }

    private func suspendNow(_ resize: (Size) -> Void) {
        isSuspendRequested = false
        retake(resize) { () throws(ScreenError) in try screen.suspend() }
    }

    private func retake(_ resize: (Size) -> Void, by action: () throws(ScreenError) -> Void) {
        let before = screen.size
        do {
            try action()
        } catch {
            if end == nil { end = .failed(error) }
            return
        }
        if screen.size != before { resize(screen.size) }
        requestPaint()
    }
}
