// Its `Benchmark` says nothing of concurrency; each benchmark runs alone in a process of its own.
@preconcurrency import Benchmark
import FriendsHTTP
import FriendsModel
import FriendsDatabase

/// What the way to the server and back costs, with the real client and the real server on a real database.
func addServerBenchmarks() {
    for count in [1_000, 10_000, 100_000] {
        let server = RunningServer()
        Benchmark("List \(count.grouped) friends through the server", configuration: .withMemory) {
            benchmark, client in
            benchmark.startMeasurement()
            var friends: [Friend] = []
            var position: FriendPage.Position?
            repeat {
                let page = try await client.friends(after: position)
                friends += page.friends
                position = page.next
            } while position != nil
            benchmark.stopMeasurement()
            if friends.count != count { benchmark.error("\(friends.count) friends came instead of \(count)") }
        } setup: {
            try await server.start(with: count)
        } teardown: {
            try await server.stop()
        }
    }

    let first = RunningServer()
    Benchmark("Get the first page of 10,000 friends from the server") { benchmark, client in
        benchmark.startMeasurement()
        blackHole(try await client.friends(after: nil))
    } setup: {
        try await first.start(with: 10_000)
    } teardown: {
        try await first.stop()
    }

    let small = RunningServer()
    Benchmark("Get a list of one friend from the server") { benchmark, client in
        benchmark.startMeasurement()
        blackHole(try await client.friends(after: nil))
    } setup: {
        try await small.start(with: 1)
    } teardown: {
        try await small.stop()
    }

    let written = RunningServer()
    Benchmark("Add a friend to the 10,000 on the server and delete it") { benchmark, client in
        let details = FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "555-1815")
        benchmark.startMeasurement()
        let friend = try await client.add(details, id: Friend.ID("ada"))
        try await client.delete(friend.id, at: friend.version)
    } setup: {
        try await written.start(with: 10_000)
    } teardown: {
        try await written.stop()
    }
}

/// What the start of the program costs before it can show a list.
func addDatabaseBenchmarks() {
    let folder = TemporaryFolder()
    Benchmark("Open a database of 10,000 friends") { benchmark, path in
        benchmark.startMeasurement()
        let repository = try SQLiteRepository(path: path)
        benchmark.stopMeasurement()
        // Closing it is not part of that.
        withExtendedLifetime(repository) {}
    } setup: {
        let path = try folder.make() + "/friends.sqlite"
        try await SQLiteRepository(path: path).fill(10_000)
        return path
    } teardown: {
        try folder.remove()
    }
}
