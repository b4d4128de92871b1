/// How many records an import has added, changed, and so on.
package struct ImportAccount: Equatable, Sendable {
    private var counts: [ImportRow.Result: Int] = [:]

    package init() {}

    package init(_ results: some Sequence<ImportRow.Result>) {
        for result in results { count(result) }
    }

    package subscript(result: ImportRow.Result) -> Int { counts[result] ?? 0 }

    package mutating func count(_ result: ImportRow.Result) { counts[result, default: 0] += 1 }
}
