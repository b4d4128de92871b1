import CoreMetrics
import Synchronization

/// What Prometheus calls the type of a metric.
enum SeriesKind: String {
    case counter, gauge, histogram
}

/// The values of a metric with certain labels.
protocol Series: AnyObject, Sendable {
    static var kind: SeriesKind { get }

    /// Writes the lines of the series.
    /// - Parameter labels: without braces; may be empty.
    func write(name: String, labels: String, to text: inout String)
}

/// A number that only grows.
final class CounterSeries: Series, CounterHandler {
    static let kind = SeriesKind.counter

    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        // Prometheus would take a smaller number for a restart.
        guard amount > 0 else { return }
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(name: String, labels: String, to text: inout String) {
        text += PrometheusText.line(name, labels, "\(value.load(ordering: .relaxed))")
    }
}

/// A number that rises and falls.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    static let kind = SeriesKind.gauge

    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(name: String, labels: String, to text: inout String) {
        text += PrometheusText.line(name, labels, PrometheusText.number(value.withLock { $0 }))
    }
}

/// Counts values by their size.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    static let kind = SeriesKind.histogram

    private struct State {
        /// One for each limit, and one for greater values.
        var counts: [Int]
        var sum = 0.0
    }

    private let limits: [Double]
    private let state: Mutex<State>

    /// - Parameter limits: the greatest value of each bucket, ascending.
    init(limits: [Double]) {
        self.limits = limits
        state = Mutex(State(counts: Array(repeating: 0, count: limits.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = limits.firstIndex { value <= $0 } ?? limits.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func write(name: String, labels: String, to text: inout String) {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        for (limit, count) in zip(limits + [.infinity], counts) {
            total += count
            let bound = PrometheusText.labels([("le", PrometheusText.number(limit))])
            text += PrometheusText.line(name + "_bucket", labels.isEmpty ? bound : "\(labels),\(bound)", "\(total)")
        }
        text += PrometheusText.line(name + "_sum", labels, PrometheusText.number(sum))
        text += PrometheusText.line(name + "_count", labels, "\(total)")
    }
}
