import CTerminalGuard
import Dispatch
import Glibc
import TerminalUI

/// The event loop on the main thread: polls input, terminal events and main-actor jobs in one call, and paints after
/// changes.
///
/// Main-actor jobs run inside the loop. An idle loop never wakes up. The entry point of the program must not be
/// `async`: Swift would then run the main queue itself.
@MainActor
package final class EventLoop {
    /// Why the loop ended.
    package enum End: Equatable, Sendable {
        /// ``EventLoop/stop()`` was called.
        case stopped
        /// The terminal is gone.
        case terminalVanished
        /// The terminal could not be entered again after a suspension.
        case failed(ScreenError)
    }

    private let screen: NcursesScreen
    private var decoder: KeyDecoder
    private let mainQueue = _dispatch_get_main_queue_port_4CF()
    /// The polled descriptors: input, terminal events and the main queue.
    private var descriptors: [pollfd]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private var end: End?
    private var isSuspendRequested = false
    /// Whether the last read was long enough that more input may be pending.
    private var mayHaveMoreInput = false
    /// Whether the screen needs a repaint.
    private var isDirty = false
    /// The time since when painting waits for pending input.
    private var unpaintedSince: ContinuousClock.Instant?
    /// The timeout of an incomplete sequence in the decoder.
    private var settleTime: ContinuousClock.Instant?

    /// The paint interval during continuous input.
    private static let longestWithoutPaint = Duration.milliseconds(30)
    /// A read of at most this size has consumed all input: a key or two. Polling for more would delay the frame.
    private static let largestCompleteRead = 16
    /// The timeout of an incomplete sequence, and of a stalled paste, whose text so far is then delivered.
    private static let sequenceTimeout = Duration.seconds(1)
    /// The timeout after which the end of a paste or of a terminal report counts as lost.
    private static let reportTimeout = Duration.seconds(10)

    package init(screen: NcursesScreen) {
        self.screen = screen
        decoder = LocaleText.decoder(keys: screen.keys)
        descriptors = [STDIN_FILENO, screen.eventDescriptor, mainQueue].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Runs until ``stop()`` or until the terminal is gone. The screen stays open.
    ///
    /// - Parameters:
    ///   - input: removes and handles the first of the events of a read, or several. All pending input is handled
    ///     before the next frame.
    ///   - resize: receives a new screen size, before a frame of that size is drawn.
    ///   - draw: makes a frame: at once, and then after ``requestPaint()``.
    package func run(
        input: (inout ArraySlice<InputEvent>) -> Void, resize: (Size) -> Void, draw: (Size) -> Frame
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

    /// Starts the paint interval or tests whether it has passed. Called only while input is pending, so that a single
    /// key needs no clock.
    private func hasWaitedLongEnough() -> Bool {
        guard let unpaintedSince else {
            unpaintedSince = .now
            return false
        }
        return unpaintedSince.duration(to: .now) >= Self.longestWithoutPaint
    }

    /// Requests a paint after all pending input. Call it when the state has changed.
    package func requestPaint() {
        isDirty = true
    }

    /// Redraws the whole screen.
    package func redraw() {
        screen.redraw()
        requestPaint()
    }

    /// Suspends the program after the current input (job control).
    package func suspend() {
        isSuspendRequested = true
    }

    /// Ends the loop. Input that is not handled yet is dropped.
    package func stop() {
        if end == nil { end = .stopped }
    }

    // MARK: One iteration

    private func wait() -> (input: Bool, terminal: Bool, mainQueue: Bool) {
        let timeout = isDirty ? 0 : settleTime.map(Self.milliseconds(until:)) ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return (false, false, false) }
        let (input, terminal, queue) = (descriptors[0].revents, descriptors[1].revents, descriptors[2].revents)
        // A hang-up ends the loop, even with unread input.
        if input & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { end = .terminalVanished }
        return (input & Int16(POLLIN) != 0 && end == nil, terminal != 0, queue != 0)
    }

    private static func milliseconds(until time: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: time).components
        return Int32(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    private func read(into input: (inout ArraySlice<InputEvent>) -> Void) {
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { end = .terminalVanished }
            return
        }
        mayHaveMoreInput = count > Self.largestCompleteRead
        let events = decoder.decode(Array(buffer[..<count]))
        awaitRest()
        deliver(events, to: input)
    }

    private func awaitRest() {
        settleTime =
            switch decoder.waiting {
            case .nothing: nil
            case .escape: .now + screen.escapeDelay
            case .sequence, .paste: .now + Self.sequenceTimeout
            case .restOfPaste, .restOfSequence: .now + Self.reportTimeout
            }
    }

    private func deliver(_ events: [InputEvent], to input: (inout ArraySlice<InputEvent>) -> Void) {
        var received: ArraySlice<InputEvent> = []
        for event in events {
            switch event {
            case .report(let report):
                screen.receive(report)
                continue
            case .mouse: screen.noteMouse()
            case .key, .paste: break
            }
            received.append(event)
        }
        while end == nil, !received.isEmpty { input(&received) }
    }

    private func runMainQueue() {
        var count: UInt64 = 0
        _ = Glibc.read(mainQueue, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }

    private func paint(_ draw: (Size) -> Frame) {
        // Cleared before drawing, so that a change during drawing causes another paint.
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
