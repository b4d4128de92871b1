import Foundation

/// The environment of the tests.
enum Environment {
    /// Whether to run benchmarks.
    static var isBenchmark: Bool { ProcessInfo.processInfo.environment["FRIENDS_BENCHMARK"] != nil }
}
