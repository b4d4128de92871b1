// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import FriendsViewModels
import FriendsViews
import NcursesScreen
import TerminalUI

/// What the views cost: a state becomes a frame.
func addFrameBenchmarks() {
    for size in Size.measured {
        Benchmark("Draw a frame of \(size.name) with 10,000 friends in the list") { benchmark, state in
            benchmark.startMeasurement()
            blackHole(AppView.frame(state, size: size, keys: .standard, symbols: .unicode))
        } setup: {
            await AppViewModel.loaded(10_000, size: size).state
        }
    }
}

/// What the terminal costs: a frame becomes bytes that a terminal has taken. The frames are made beforehand.
func addPaintBenchmarks() {
    for size in Size.measured {
        addPaintBenchmark("Paint a turned page of \(size.name)", size: size, step: .move(.pageDown))
        addPaintBenchmark("Paint a moved selection of \(size.name)", size: size, step: .move(.next))
    }
}

private struct PreparedScreen: Sendable {
    let screen: NcursesScreen
    /// Two that are painted in turn.
    let frames: [Frame]
}

private func addPaintBenchmark(_ name: String, size: Size, step: FriendListViewModel.Action) {
    let terminal = PseudoTerminal()
    Benchmark(name) { @MainActor (benchmark, prepared: PreparedScreen) async in
        let frame = prepared.frames[benchmark.currentIteration % 2]
        benchmark.startMeasurement()
        prepared.screen.paint(frame)
        benchmark.stopMeasurement()
    } setup: { @MainActor in
        let app = await AppViewModel.loaded(10_000, size: size)
        var maker = FrameMaker(keys: .standard, symbols: .unicode)
        // From the first friend a page down is only a line more.
        await app.list.send(.move(.pageDown))?.value
        let before = maker.frame(app.state, size: size)
        await app.list.send(step)?.value
        let frames = [before, maker.frame(app.state, size: size)]
        return PreparedScreen(screen: try terminal.open(size: size), frames: frames)
    } teardown: {
        await terminal.close()
    }
}

/// A list, and the maker of its frames, which remembers the last one as it does in the program.
@MainActor
final class PreparedProgram {
    let app: AppViewModel
    var maker = FrameMaker(keys: .standard, symbols: .unicode)

    nonisolated init(app: AppViewModel) {
        self.app = app
    }
}

/// What a key costs from the decoder to the painter: the key table, the view model and the frame.
func addKeyBenchmarks() {
    let size = Size.measured[0]
    for count in [100, 100_000] {
        Benchmark("Press a key with \(count.grouped) friends in the list") {
            @MainActor (benchmark, program: PreparedProgram) async in
            let app = program.app
            // Fifty down and fifty up: more than half of them scroll.
            let key = Key(benchmark.currentIteration / 50 % 2 == 0 ? .down : .up)
            benchmark.startMeasurement()
            if case .list(.move(let movement)) = KeyBindings.standard.command(for: .key(key), in: app.state) {
                app.list.send(.move(movement))
            }
            blackHole(program.maker.frame(app.state, size: size))
            benchmark.stopMeasurement()
        } setup: {
            PreparedProgram(app: await AppViewModel.loaded(count, size: size))
        }
    }
}
