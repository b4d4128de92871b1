// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import FriendsViewModels
import FriendsViews
import TerminalUI

/// What text costs that comes at once, from the bytes of one read to the last frame, in every field. It should grow with
/// the number of characters and no faster.
func addTypingBenchmarks() {
    let size = Size.measured[0]
    for field in TypedField.allCases {
        for count in [250, 1_000, 4_000] {
            let bytes = (0..<count).compactMap { Unicode.Scalar(0x4E00 + $0 % 20_000) }
                .flatMap { Array(String($0).utf8) }
            Benchmark("Type \(count.grouped) characters at once into \(field.rawValue)") {
                @MainActor (benchmark, program: PreparedProgram) async in
                await program.open(field)
                benchmark.startMeasurement()
                var decoder = KeyDecoder()
                var events = decoder.decode(bytes)[...]
                while !events.isEmpty {
                    let command = KeyBindings.standard.takeCommand(from: &events, in: program.app.state)
                    if let command { await program.perform(command) }
                }
                blackHole(program.maker.frame(program.app.state, size: size))
                benchmark.stopMeasurement()
                await program.close(field)
            } setup: {
                PreparedProgram(app: await AppViewModel.loaded(10_000, size: size))
            }
        }
    }
}

/// A place where text is typed.
private enum TypedField: String, CaseIterable, Sendable {
    case find = "the filter of the list"
    case help = "the filter of the help"
    case palette = "the palette"
    case messages = "the filter of the messages"
    case form = "the form"
}

extension PreparedProgram {
    fileprivate func open(_ field: TypedField) async {
        switch field {
        case .find: await app.list.send(.find(.begin))?.value
        case .help:
            await app.send(.showHelp)?.value
            await app.send(.filterHelp(.begin))?.value
        case .palette: app.palette.send(.open(KeyBindings.standard.paletteEntries(in: app.state)))
        case .messages:
            await app.send(.openPage(.messages))?.value
            await app.page?.send(.filter(.begin))?.value
        case .form: await app.send(.openAddForm)?.value
        }
    }

    fileprivate func perform(_ command: Command) async {
        switch command {
        case .list(let action): await app.list.send(action)?.value
        case .form(let action): await app.form?.send(action)?.value
        case .page(let action): await app.page?.send(action)?.value
        case .palette(let action): app.palette.send(action)
        case .app(let action): await app.send(action)?.value
        case .prompt, .scrollText, .openPalette, .runSelected, .suspend, .redraw, .abort: break
        }
    }

    fileprivate func close(_ field: TypedField) async {
        switch field {
        case .find: await app.list.send(.find(.clear))?.value
        case .help: await app.send(.hideHelp)?.value
        case .palette: app.palette.send(.close)
        case .messages: await app.send(.closePage)?.value
        case .form:
            await app.form?.send(.edit(.killToStart))?.value
            await app.form?.send(.cancel)?.value
        }
    }
}
