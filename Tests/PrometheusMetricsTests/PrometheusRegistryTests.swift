import CoreMetrics
import Testing

@testable import PrometheusMetrics

@Suite(.timeLimit(.minutes(10)))
struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry(help: ["requests_total": "Requests\nby \\route."])

    @Test func `counters have their labels and help`() {
        let counter = Counter(
            label: "requests_total", dimensions: [("route", "/b"), ("status", "200")], factory: registry)
        counter.increment()
        counter.increment(by: 2)
        Counter(label: "requests_total", dimensions: [("route", "/a"), ("status", "200")], factory: registry)
            .increment()
        Counter(label: "idle_total", factory: registry).increment(by: 0)
        #expect(
            registry.text() == #"""
                # TYPE idle_total counter
                idle_total 0
                # HELP requests_total Requests\nby \\route.
                # TYPE requests_total counter
                requests_total{route="/a",status="200"} 1
                requests_total{route="/b",status="200"} 3

                """#)
    }

    @Test func `the same name and labels are the same counter`() {
        for _ in 0..<3 { Counter(label: "a_total", dimensions: [("b", "c")], factory: registry).increment() }
        #expect(registry.text().hasSuffix("a_total{b=\"c\"} 3\n"))
    }

    @Test func `a counter never falls`() {
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment(by: 2)
        counter.increment(by: -1)
        #expect(registry.text().hasSuffix("a_total 2\n"))
    }

    @Test func `gauges rise and fall`() {
        let meter = Meter(label: "streams", factory: registry)
        meter.increment()
        meter.increment()
        meter.decrement()
        Gauge(label: "load", factory: registry).record(0.25)
        #expect(registry.text() == "# TYPE load gauge\nload 0.25\n# TYPE streams gauge\nstreams 1\n")
    }

    @Test func `the buckets of a histogram are cumulative`() {
        let timer = Timer(label: "duration_seconds", dimensions: [("route", "/a")], factory: registry)
        timer.recordMilliseconds(1)
        timer.recordMilliseconds(2)
        timer.recordSeconds(60)
        let lines = registry.text().split(separator: "\n")
        #expect(lines.first == "# TYPE duration_seconds histogram")
        #expect(lines.contains(#"duration_seconds_bucket{route="/a",le="0.001"} 1"#))
        #expect(lines.contains(#"duration_seconds_bucket{route="/a",le="0.0025"} 2"#))
        #expect(lines.contains(#"duration_seconds_bucket{route="/a",le="10"} 2"#))
        #expect(
            lines.suffix(3) == [
                #"duration_seconds_bucket{route="/a",le="+Inf"} 3"#, #"duration_seconds_sum{route="/a"} 60.003"#,
                #"duration_seconds_count{route="/a"} 3"#,
            ])
    }

    @Test func `a recorder is a histogram of sizes`() {
        Recorder(label: "sizes", factory: registry).record(3)
        let lines = registry.text().split(separator: "\n")
        #expect(lines.contains(#"sizes_bucket{le="2"} 0"#))
        #expect(lines.contains(#"sizes_bucket{le="5"} 1"#))
        #expect(lines.contains("sizes_sum 3"))
    }

    @Test(arguments: [
        ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\nb"#), ("é", "é"), ("a\r\nb", "a\r\\nb"),
    ])
    func `a value cannot leave its label`(value: String, written: String) {
        Counter(label: "a_total", dimensions: [("b", value)], factory: registry).increment()
        let text = registry.text()
        #expect(text.hasSuffix("a_total{b=\"\(written)\"} 1\n"))
        #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 2)
    }

    @Test func `names have only valid characters`() {
        Counter(label: "http.requests-é", dimensions: [("http.route", "x")], factory: registry).increment()
        Counter(label: "7", factory: registry).increment()
        #expect(registry.text().contains("\nhttp_requests__{http_route=\"x\"} 1\n"))
        #expect(registry.text().contains("\n_7 1\n"))
    }

    @Test func `a second kind of a name is not written`() {
        Counter(label: "a", factory: registry).increment()
        Meter(label: "a", factory: registry).set(9)
        #expect(registry.text() == "# TYPE a counter\na 1\n")
    }

    @Test func `a destroyed metric is not written`() {
        let counter = Counter(label: "a_total", factory: registry)
        Counter(label: "b_total", factory: registry).increment()
        counter.destroy()
        #expect(registry.text() == "# TYPE b_total counter\nb_total 1\n")
    }

    @Test(arguments: [
        (0.1, "0.1"), (3, "3"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e-05, "1e-05"),
    ])
    func `numbers are written as Prometheus reads them`(value: Double, text: String) {
        #expect(PrometheusText.number(value) == text)
    }
}
