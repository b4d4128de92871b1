// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import FoundationEssentials
import FriendsHTTP
import FriendsList
import FriendsModel
import FriendsViewModels
import FriendsWire

/// What the format costs.
func addJSONBenchmarks() {
    Benchmark("Decode a list of 10,000 friends") { benchmark, json in
        benchmark.startMeasurement()
        blackHole(try JSONDecoder().decode(FriendListDocument.self, from: json))
    } setup: {
        try encoder.encode(Contacts.sorted(10_000).map { FriendDocument($0) })
    }

    Benchmark("Encode a list of 10,000 friends") { benchmark, friends in
        benchmark.startMeasurement()
        blackHole(try encoder.encode(friends.map { FriendDocument($0) }))
    } setup: {
        Contacts.sorted(10_000)
    }
}

/// One with the options of the server's.
private var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
}

/// What the order of the list costs.
func addRowsBenchmarks() {
    for count in [1_000, 10_000, 100_000] {
        Benchmark("Make rows of \(count.grouped) friends that are sorted", configuration: .withMemory) {
            benchmark, friends in
            benchmark.startMeasurement()
            blackHole(FriendRows(friends))
        } setup: {
            Contacts.sorted(count)
        }

        Benchmark("Make rows of \(count.grouped) friends in no order") { benchmark, friends in
            benchmark.startMeasurement()
            blackHole(FriendRows(friends))
        } setup: {
            Contacts.shuffled(count)
        }

        Benchmark("Make rows of \(count.grouped) friends page by page") { benchmark, pages in
            benchmark.startMeasurement()
            var rows = FriendRows()
            for page in pages { rows = await rows.inserting(contentsOf: page) }
            blackHole(rows)
        } setup: {
            pages(of: Contacts.sorted(count))
        }

        Benchmark("Put one friend into rows of \(count.grouped)") { (benchmark, prepared: PreparedRows) in
            // As the list does it: the rows on the screen stay as they are until the new ones are there.
            benchmark.startMeasurement()
            var rows = prepared.rows
            rows.upsert(prepared.friend)
            blackHole(rows)
        } setup: {
            let friends = Contacts.sorted(count)
            return PreparedRows(rows: FriendRows(friends), friend: friends[count / 2])
        }
    }
}

private struct PreparedRows {
    let rows: FriendRows
    let friend: Friend
}

/// The friends in pages of the sizes that the client asks for.
private func pages(of friends: [Friend]) -> [[Friend]] {
    var pages = [Array(friends.prefix(HTTPFriendsClient.firstPageSize))]
    var rest = friends.dropFirst(HTTPFriendsClient.firstPageSize)
    while !rest.isEmpty {
        pages.append(Array(rest.prefix(HTTPFriendsClient.laterPageSize)))
        rest = rest.dropFirst(HTTPFriendsClient.laterPageSize)
    }
    return pages
}
