import FriendsModel
import TestSupport
import Testing

/// Which writes are sent together.
@Suite(.timeLimit(.minutes(10)))
struct WriteBatchTests {
    private func counts(_ writes: [FriendWrite]) -> [Int] {
        var batches: [WriteBatch] = []
        for write in writes where batches.isEmpty || !batches[batches.count - 1].append(write) {
            batches.append(WriteBatch(write))
        }
        #expect(batches.flatMap(\.writes) == writes)
        return batches.map(\.writes.count)
    }

    private func additions(_ count: Int, restSize: Int) -> [FriendWrite] {
        [Friend].numbered(count).map { .add($0.details, id: $0.id, rest: Array(repeating: 0, count: restSize)) }
    }

    @Test func `writes are divided by number and by size`() {
        #expect(counts([]) == [])
        #expect(counts(additions(1_200, restSize: 1)) == [500, 500, 200])
        // 200,000 bytes are 266,668 in Base64.
        #expect(counts(additions(10, restSize: 200_000)) == [7, 3])
        // One alone is sent, however large it is.
        #expect(counts(additions(3, restSize: Friend.maximumRestSize)) == [1, 1, 1])
        let updates = additions(10, restSize: 200_000).map { write -> FriendWrite in
            guard case .add(_, let id, let rest) = write else { return write }
            return .update(id, FriendChanges(), rest: rest, from: .init("1"))
        }
        #expect(counts(updates) == [7, 3])
    }
}
