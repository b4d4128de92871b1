// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import Glibc

/// Registers what can be measured. The program that the benchmark library generates calls it by this name, and gives
/// every benchmark a process of its own.
let benchmarks: @Sendable () -> Void = {
    // As friends does at its start: how names are ordered, and how long that takes, depends on the locale.
    setlocale(LC_ALL, "")
    Benchmark.defaultConfiguration = Benchmark.Configuration(
        metrics: [.wallClock], timeUnits: .microseconds, warmupIterations: 5, maxDuration: .seconds(3))
    addFrameBenchmarks()
    addPaintBenchmarks()
    addKeyBenchmarks()
    addTypingBenchmarks()
    addJSONBenchmarks()
    addRowsBenchmarks()
    addFindBenchmarks()
    addServerBenchmarks()
    addDatabaseBenchmarks()
}

extension Benchmark.Configuration {
    /// Also says how much memory the process had at most, what the benchmark prepared included.
    static var withMemory: Self {
        var configuration = Benchmark.defaultConfiguration
        configuration.metrics.append(.peakMemoryResident)
        configuration.units[.peakMemoryResident] = .mega
        return configuration
    }
}

extension Int {
    /// The number as the names of the benchmarks have it: 10,000.
    var grouped: String {
        self < 1_000 ? "\(self)" : (self / 1_000).grouped + "," + String(self % 1_000 + 1_000).dropFirst()
    }
}
