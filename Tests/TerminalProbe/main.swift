import CInterruptions
import CTerminalGuard
import Dispatch
import Foundation
import NcursesScreen
import TerminalUI

// A small program on the screen and the loop: it shows the keys that it gets, and on `!` it ends in the way that its
// argument names; `y` copies what was pasted last.
//
//     TerminalProbe [WAY]
//
// THEME is the name of the theme, and LOOK a description of how the selected row looks in it.
//
// With a file in TEXTS it shows the texts in it, and `]` and `[` turn the pages: see TextTable.
//
// INTERRUPT has a signal come at a chosen moment: see CInterruptions.
//
// With NO_MOUSE set it asks for no mouse. With a number in SLOW_KEYS every key takes that many microseconds.

enum Way: String {
    case quit, thrown, fatalError, fatalErrorElsewhere, index, unwrap, overflow, overflowElsewhere, abort, exit, hang
    case noise, brokenPipe, exitElsewhere
}

struct Thrown: Error {}

/// Never comes back; the optimiser does not see that.
func overflow(_ depth: Int) -> Int {
    depth < 0 ? 0 : overflow(depth + 1) + (depth & 1)
}

@MainActor
final class Probe {
    let screen: NcursesScreen
    let loop: EventLoop
    let way: Way
    var pasted = ""
    var heard: [String] = []
    var paints = 0
    let slowness = ProcessInfo.processInfo.environment["SLOW_KEYS"].flatMap { useconds_t($0) }
    /// How far the rows were scrolled, or which page of the texts is shown.
    var top = 0
    let texts: TextTable?
    var result: Result<Void, Thrown> = .success(())

    init(screen: NcursesScreen, way: Way, texts: TextTable?) {
        self.screen = screen
        self.texts = texts
        loop = EventLoop(screen: screen)
        self.way = way
    }

    func hear(_ event: InputEvent) {
        if let slowness { usleep(slowness) }
        // What stays on the next page would not be sent again, and would hide what is moved.
        if texts == nil { loop.requestPaint() } else { loop.redraw() }
        switch event {
        case .paste(let text):
            pasted = text
            heard.append("paste \(text.unicodeScalars.count)")
        case .mouse(let event): heard.append("mouse \(event.kind) \(event.position.column) \(event.position.row)")
        case .report: heard.append("report")
        case .key(.character("q")): loop.stop()
        case .key(.character("!")): end()
        case .key(.control("z")): loop.suspend()
        case .key(.control("l")): loop.redraw()
        case .key(.control("\\")): raise(SIGQUIT)
        case .key(.character("y")): copy()
        case .key(.character("]")): top += 1
        case .key(.character("[")): top -= 1
        case .key(.character("}")): top += 7
        case .key(.character("{")): top -= 7
        case .key(let key): heard.append("\(key.code) \(key.modifiers.rawValue)")
        }
    }

    /// Copies what was pasted last.
    private func copy() {
        do throws(CopyError) {
            try screen.copy(pasted)
            heard.append("copied")
        } catch {
            heard.append("not copied: \(error)")
        }
    }

    func draw(_ size: Size) -> Frame {
        paints += 1
        var frame = Frame(size: size)
        if let texts {
            texts.draw(page: top, in: &frame)
            return frame
        }
        for row in 0..<size.rows {
            frame.fill(column: 0, row: row, width: size.columns, style: row == 2 ? .selected : .plain)
            let line = row < 3 ? row : row + top
            frame.write(
                "row \(line) of \(size.rows)" + (top != 0 && line % 3 == 0 ? " 中" : ""), column: 0, row: row,
                style: row == 2 ? .selected : .plain)
            frame.write("|", column: size.columns - 1, row: row, style: .problem)
        }
        frame.write("ready \(size.columns)x\(size.rows) pid \(getpid())", column: 0, row: 0, style: .title)
        frame.write("中e\u{301}é heard \(heard.count), painted \(paints)", column: 0, row: 1, style: .key)
        for (row, text) in heard.suffix(max(0, size.rows - 4)).enumerated() {
            frame.write("\(text) ", column: 12, row: row + 3, style: .field)
        }
        let cursorRow = ProcessInfo.processInfo.environment["CURSOR_ROW"].flatMap(Int.init) ?? 2
        frame.cursor = Position(column: 0, row: min(cursorRow, size.rows - 1))
        return frame
    }

    private func end() {
        let nothing: Int? = heard.count > 1_000_000 ? 1 : nil
        switch way {
        case .quit, .brokenPipe: loop.stop()
        case .thrown:
            result = .failure(Thrown())
            loop.stop()
        case .fatalError: Swift.fatalError("the reason")
        case .fatalErrorElsewhere: DispatchQueue.global().async { Swift.fatalError("the reason") }
        case .index: heard = [heard[heard.count + 1]]
        case .unwrap:
            // What is tested here is exactly this.
            // swift-format-ignore: NeverForceUnwrap
            heard = ["\(nothing!)"]
        case .overflow: heard = ["\(overflow(heard.count))"]
        case .overflowElsewhere:
            let count = heard.count
            Task.detached { [loop] in
                let depth = overflow(count)
                await MainActor.run { if depth > 0 { loop.stop() } }
            }
        case .abort: Foundation.abort()
        case .exit: Foundation.exit(7)
        case .exitElsewhere: DispatchQueue.global().async { Foundation.exit(7) }
        case .hang: while true { usleep(1000) }
        case .noise:
            // As a library does it, on a thread of its own.
            DispatchQueue.global().async { [loop] in
                puts("noise on standard output")
                fflush(nil)
                say("noise \u{1B}[31m on standard error")
                say("a\u{85}b\u{9B}c\u{200B}d\u{202E}e\u{2066}f\u{FEFF}g\u{61C}h\u{2028}i")
                say(unsafeCharacters)
                say("é中 😀 – “ok”")
                FileHandle.standardError.write(Data([0x61, 0x9B, 0x62, 0xC3, 0x0A]))
                Task { @MainActor [self] in
                    heard.append("noise made")
                    loop.requestPaint()
                }
            }
        }
    }
}

/// Every character that a terminal could obey, or that hides or reorders text.
let unsafeCharacters: String = {
    let categories: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
    let scalars = (UInt32(0)...0xE0FFF).compactMap(Unicode.Scalar.init).filter {
        categories.contains($0.properties.generalCategory) && !"\t\n".unicodeScalars.contains($0)
    }
    return String(String.UnicodeScalarView(scalars))
}()

func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}

func theme(_ environment: [String: String]) throws -> Theme {
    let theme = environment["THEME"].flatMap(Theme.named) ?? .standard
    return theme.replacing(try environment["LOOK"].map { [.selected: try Look(describedBy: $0)] } ?? [:])
}

do {
    interruptions_begin()
    let environment = ProcessInfo.processInfo.environment
    let screen = try NcursesScreen(
        on: NcursesScreen.Terminal(environment: environment), theme: theme(environment),
        usesMouse: environment["NO_MOUSE"] == nil, rewritesRows: environment["REWRITE_ROWS"] != nil)
    let probe = Probe(
        screen: screen, way: CommandLine.arguments.dropFirst().first.flatMap(Way.init) ?? .quit,
        texts: try environment["TEXTS"].map(TextTable.init))
    let end = probe.loop.run(input: { $0.popFirst().map(probe.hear) }, resize: { _ in }, draw: probe.draw)
    screen.close()
    screen.notices.forEach(say)
    // What another thread gets that still writes to a connection.
    if probe.way == .brokenPipe { raise(SIGPIPE) }
    guard end == .stopped else { exit(3) }
    try probe.result.get()
} catch let error as ScreenError {
    say(error.line)
    exit(2)
}
