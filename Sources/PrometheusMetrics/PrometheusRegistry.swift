import CoreMetrics
import Synchronization

/// Keeps metrics of swift-metrics, and writes them in the text format of Prometheus, version 0.0.4.
///
/// The label of a metric is its name in Prometheus, and its dimensions are the labels there. A timer is a histogram in seconds,
/// a recorder that aggregates is a histogram of sizes, and a meter or another recorder is a gauge. The caller chooses names with
/// the usual endings (`_total`, `_seconds`), and dimensions with few values: every combination is kept.
///
/// A name has one kind. A metric of another kind with the same name works, and is not written.
package final class PrometheusRegistry: MetricsFactory {
    /// The limits of the buckets of a timer, in seconds.
    package static let timeLimits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// The limits of the buckets of a recorder.
    package static let sizeLimits: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

    private struct Family {
        let kind: SeriesKind
        /// By their labels, as they are written.
        var series: [String: any Series] = [:]
    }

    private let help: [String: String]
    private let families = Mutex<[String: Family]>([:])

    /// - Parameter help: what the metrics mean, by name.
    package init(help: [String: String] = [:]) {
        self.help = help
    }

    /// All metrics in the text format, sorted by name and labels.
    package func text() -> String {
        var text = ""
        for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !family.series.isEmpty {
            if let help = help[name] { text += "# HELP \(name) \(PrometheusText.escapedHelp(help))\n" }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name: name, labels: labels, to: &text)
            }
        }
        return text
    }

    private func series<Kind: Series>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Kind
    ) -> Kind {
        let (name, labels) = (PrometheusText.name(label), PrometheusText.labels(dimensions))
        return families.withLock { families in
            var family = families[name] ?? Family(kind: Kind.kind)
            guard family.kind == Kind.kind else { return make() }
            if let known = family.series[labels] as? Kind { return known }
            let new = make()
            family.series[labels] = new
            families[name] = family
            return new
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            families = families.mapValues { family in
                var family = family
                family.series = family.series.filter { $1 !== handler }
                return family
            }
        }
    }

    // MARK: MetricsFactory

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions) { CounterSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions) { GaugeSeries() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions) { GaugeSeries() } }
        return series(label, dimensions) { HistogramSeries(limits: Self.sizeLimits) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions) { HistogramSeries(limits: Self.timeLimits) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
