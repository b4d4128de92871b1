/// The search for an order of the operations on one friend that explains all answers: each happens at one moment
/// between its request and its answer, as if nobody else were there (Herlihy and Wing). Found as Wing and Gong do it,
/// with a memory of where the search has been (Lowe).
enum Linearizability {
    /// The first operation that no order explains, or nil when the history is linearizable. At the beginning there is no
    /// friend.
    static func contradiction(in history: [FriendOperation]) -> FriendOperation? {
        let operations = history.sorted { $0.time.lowerBound < $1.time.lowerBound }
        let start = Place(done: 0, ahead: [], friend: nil)
        var seen: Set<Place> = [start]
        var open = [start]
        var furthest = 0
        while let place = open.popLast() {
            guard place.done < operations.count else { return nil }
            furthest = max(furthest, place.done)
            for index in place.candidates(operations) {
                for friend in operations[index].results(from: place.friend) {
                    let next = place.after(index, friend)
                    if seen.insert(next).inserted { open.append(next) }
                }
            }
        }
        return operations[furthest...].first
    }

    /// How far a search has come.
    private struct Place: Hashable {
        /// The number of operations that have happened, counted from the first.
        var done: Int
        /// These have happened as well, though earlier ones have not.
        var ahead: Set<Int>
        /// What the friend is then.
        var friend: StoredFriend?

        /// The operations that can be the next: they began before any other that is left had ended.
        func candidates(_ operations: [FriendOperation]) -> [Int] {
            var candidates: [Int] = []
            var end = operations[done].time.upperBound
            for index in done..<operations.count where !ahead.contains(index) {
                guard operations[index].time.lowerBound <= end else { break }
                end = min(end, operations[index].time.upperBound)
                candidates.append(index)
            }
            return candidates
        }

        func after(_ index: Int, _ friend: StoredFriend?) -> Place {
            var place = self
            place.friend = friend
            place.ahead.insert(index)
            while place.ahead.remove(place.done) != nil { place.done += 1 }
            return place
        }
    }
}
