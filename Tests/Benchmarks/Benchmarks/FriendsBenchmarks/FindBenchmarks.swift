// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import FriendsList
import FriendsModel
import FriendsSearch
import FriendsViewModels
import FriendsViews
import TerminalUI

/// What finding and sorting cost, and how that grows.
func addFindBenchmarks() {
    addLineBenchmarks(100_000)
    for count in [1_000, 10_000, 100_000] {
        Benchmark("Fold \(count.grouped) friends", configuration: .withMemory) { (benchmark, friends: [Friend]) in
            benchmark.startMeasurement()
            var index = SearchIndex()
            index.append(contentsOf: friends)
            blackHole(index)
        } setup: {
            Contacts.sorted(count)
        }

        for (what, query) in [("a letter that nearly all have", "a"), ("a name", "zzyzx"), ("two words", "ad +1 2")] {
            Benchmark("Find \(what) among \(count.grouped) friends") { (benchmark, index: SearchIndex) in
                benchmark.startMeasurement()
                blackHole(index.rows(matching: FriendQuery(query)))
            } setup: {
                var index = SearchIndex()
                index.append(contentsOf: Contacts.sorted(count))
                return index
            }
        }

        Benchmark("Type a letter to find, with \(count.grouped) friends in the list") {
            @MainActor (benchmark, program: PreparedProgram) async in
            let app = program.app
            await app.list.send(.find(.begin))?.value
            benchmark.startMeasurement()
            await app.list.send(.find(.edit(.insert("a"))))?.value
            blackHole(program.maker.frame(app.state, size: Size.measured[0]))
            benchmark.stopMeasurement()
            await app.list.send(.find(.clear))?.value
        } setup: {
            PreparedProgram(app: await AppViewModel.loaded(count, size: Size.measured[0]))
        }

        Benchmark("Sort \(count.grouped) friends by first name") { (benchmark, rows: FriendRows) in
            benchmark.startMeasurement()
            blackHole(await rows.sorted(by: FriendOrder(column: .field(.firstName), isReversed: false)))
        } setup: {
            FriendRows(Contacts.sorted(count))
        }
    }
}

/// What lines add to that: two for each friend.
private func addLineBenchmarks(_ count: Int) {
    Benchmark("Fold \(count.grouped) friends with two lines", configuration: .withMemory) {
        (benchmark, friends: [Friend]) in
        benchmark.startMeasurement()
        var index = SearchIndex()
        index.append(contentsOf: friends)
        blackHole(index)
    } setup: {
        Contacts.withLines(count)
    }

    let queries = [("a letter", "a"), ("a letter of a prefix", "email:a"), ("a tag", "#wo")]
    for (what, query) in queries {
        Benchmark("Find \(what) among \(count.grouped) friends with two lines") { (benchmark, index: SearchIndex) in
            benchmark.startMeasurement()
            blackHole(index.rows(matching: FriendQuery(query)))
        } setup: {
            var index = SearchIndex()
            index.append(contentsOf: Contacts.withLines(count))
            return index
        }
    }

    Benchmark("Sort \(count.grouped) friends with two lines by email") { (benchmark, rows: FriendRows) in
        benchmark.startMeasurement()
        blackHole(await rows.sorted(by: FriendOrder(column: .kind(.email), isReversed: false)))
    } setup: {
        FriendRows(Contacts.withLines(count))
    }
}
