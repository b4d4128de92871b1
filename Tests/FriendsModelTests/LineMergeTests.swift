import FriendsModel
import TestSupport
import Testing

/// Lines that two people have edited at once. A line is written as its id and its value: `a1` is the line `a` with the
/// value 1.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct LineMergeTests {
    private static func lines(_ text: String) -> [FriendLine] {
        text.split(separator: " ").map { word in
            FriendLine(id: .init(String(word.prefix(1))), kind: .note, value: String(word.dropFirst()))
        }
    }

    private static func text(_ lines: [FriendLine]) -> String {
        lines.map { $0.id.rawValue + $0.value }.joined(separator: " ")
    }

    /// Base, mine, theirs, the result, and the ids of the conflicts.
    @Test(arguments: [
        ("", "", "", "", ""),
        ("a1 b1", "a1 b1", "a1 b1", "a1 b1", ""),
        // One side: added, changed, removed, moved.
        ("a1", "a1 x1", "a1", "a1 x1", ""), ("a1", "a1", "a1 x1", "a1 x1", ""),
        ("a1 b1", "a2 b1", "a1 b1", "a2 b1", ""), ("a1 b1", "a1 b1", "a1 b2", "a1 b2", ""),
        ("a1 b1", "b1", "a1 b1", "b1", ""), ("a1 b1", "a1 b1", "", "", ""),
        ("a1 b1", "b1 a1", "a1 b1", "b1 a1", ""), ("a1 b1", "a1 b1", "b1 a1", "b1 a1", ""),
        // Both sides, different lines.
        ("a1 b1", "a2 b1", "a1 b2", "a2 b2", ""), ("a1 b1", "b1", "a1", "", ""),
        ("a1 b1", "a2 b1", "a1", "a2", ""), ("", "x1", "y2", "x1 y2", ""),
        ("a1", "a1 x1", "a1 y2", "a1 x1 y2", ""), ("a1 b1", "a1 x1 b1", "a1 b1 y2", "a1 x1 b1 y2", ""),
        ("a1", "x1 a1", "a1 y2", "x1 a1 y2", ""), ("a1", "a1 x1 y2", "a1 z3", "a1 x1 y2 z3", ""),
        ("a1 b1", "a1 b1 x1", "a1 y2", "a1 x1 y2", ""),
        // The same line, to the same content and to another one.
        ("a1", "a2", "a2", "a2", ""), ("a1", "", "", "", ""), ("a1", "a2", "a3", "a2", "a"),
        ("a1 b1", "a2 b2", "a3 b1", "a2 b2", "a"), ("a1 b1", "a2 b2", "a3 b3", "a2 b2", "ab"),
        // Removed by one and changed by the other.
        ("a1", "", "a2", "", "a"), ("a1", "a2", "", "a2", "a"), ("a1 b1", "b1", "a2 b1 x1", "b1 x1", "a"),
        // Both added a line with the same content: it is one, but not more of them than each has.
        ("", "x1", "y2", "x1 y2", ""), ("", "x5", "y5", "y5", ""), ("a1", "x5 a1", "a1 y5", "a1 y5", ""),
        ("", "x5 z5", "y5", "y5 z5", ""), ("", "x5", "y5 z5", "y5 z5", ""), ("a5", "a5 x5", "a5 y5", "a5 y5", ""),
        // A content that was there before is not an added one.
        ("a5", "a5 x5", "a5", "a5 x5", ""), ("a1", "a5", "a1 y5", "a5 y5", ""),
        // One changed a line, and the other wrote the same as a new line in its place: it is one.
        ("a1", "a5", "y5", "y5", ""), ("a1", "y5", "a5", "y5", ""), ("a1 b2", "a5 b2", "b2 y5", "b2 y5", ""),
        ("a1", "a5 x5", "y5", "a5 y5", "a"), ("a1 b1", "a5 b5", "y5", "y5 b5", "b"),
        // Moved by both: ours. Theirs were added behind what they follow there.
        ("a1 b1 c1", "b1 a1 c1", "c1 a1 b1", "b1 a1 c1", ""), ("a1 b1", "b1 a1", "a1 y2 b1", "b1 a1 y2", ""),
        ("a1 b1", "b1 a1", "y2 a1 b1", "y2 b1 a1", ""), ("a1 b1", "a1 x1 b1", "b1 a1", "b1 a1 x1", ""),
    ])
    func `lines are merged by their ids`(base: String, mine: String, theirs: String, merged: String, conflicts: String)
    {
        let merge = FriendMerge(
            base: FriendDetails(lines: Self.lines(base)), mine: FriendDetails(lines: Self.lines(mine)),
            theirs: FriendDetails(lines: Self.lines(theirs)))
        let text = Self.text(merge.details.lines)
        #expect(text == merged)
        #expect(merge.conflicts == conflicts.map { .line(.init(String($0))) })
    }

    @Test(arguments: [
        FriendLine(id: .init("a"), kind: .phone, label: "home", value: "12"),
        FriendLine(id: .init("a"), kind: .note, label: "work", value: "12"),
        FriendLine(id: .init("a"), kind: .note, label: "home", value: "34"),
    ])
    func `kind, label and value are one unit`(theirs: FriendLine) {
        let old = FriendLine(id: .init("a"), kind: .note, label: "home", value: "12")
        let mine = FriendLine(id: .init("a"), kind: .note, label: "mobile", value: "56")
        let merge = FriendMerge(
            base: FriendDetails(lines: [old]), mine: FriendDetails(lines: [mine]),
            theirs: FriendDetails(lines: [theirs]))
        #expect(merge.conflicts == [.line(.init("a"))])
        #expect(merge.details.lines == [mine])
    }

    // MARK: Any two edits

    private static let kinds: [LineKind] = [.phone, .email, LineKind(key: "of-a-newer-version")]

    /// A line of few possible contents, so that two people often write the same.
    private static func line(_ id: FriendLine.ID, _ numbers: inout Numbers) -> FriendLine {
        FriendLine(
            id: id, kind: kinds.randomElement(using: &numbers) ?? .note,
            label: ["", "home"].randomElement(using: &numbers) ?? "", value: "\(Int.random(in: 1...2, using: &numbers))"
        )
    }

    /// Several random changes: add, change, remove and move lines.
    private static func edited(_ lines: [FriendLine], _ numbers: inout Numbers) -> [FriendLine] {
        var lines = lines
        for _ in 0..<Int.random(in: 0...5, using: &numbers) {
            let place = Int.random(in: 0...lines.count, using: &numbers)
            let index = lines.isEmpty ? nil : Int.random(in: 0..<lines.count, using: &numbers)
            switch (Int.random(in: 0..<4, using: &numbers), index) {
            case (0, _), (_, nil): lines.insert(line(.random(using: &numbers), &numbers), at: place)
            case (1, let index?): lines[index] = line(lines[index].id, &numbers)
            case (2, let index?): lines.remove(at: index)
            case (_, let index?):
                let moved = lines.remove(at: index)
                lines.insert(moved, at: min(place, lines.count))
            }
        }
        return lines
    }

    /// What a line says, without its id.
    private struct Content: Hashable {
        let kind: LineKind
        let label: String
        let value: String

        init(_ line: FriendLine) { (kind, label, value) = (line.kind, line.label, line.value) }
    }

    private static func counts(_ lines: [FriendLine]) -> [Content: Int] {
        Dictionary(lines.map { (Content($0), 1) }, uniquingKeysWith: +)
    }

    private struct Sides {
        let base: [FriendLine]
        let mine: [FriendLine]
        let theirs: [FriendLine]

        init(_ seed: Int) {
            var numbers = Numbers(state: UInt64(seed))
            base = edited(edited([], &numbers), &numbers)
            mine = edited(base, &numbers)
            theirs = edited(base, &numbers)
        }

        var merge: FriendMerge { merge(base, mine, theirs) }
        var otherWay: FriendMerge { merge(base, theirs, mine) }

        private func merge(_ base: [FriendLine], _ mine: [FriendLine], _ theirs: [FriendLine]) -> FriendMerge {
            FriendMerge(
                base: FriendDetails(lines: base), mine: FriendDetails(lines: mine), theirs: FriendDetails(lines: theirs)
            )
        }
    }

    @Test func `a merge loses nothing that nobody removed`() async {
        for await seed in Seeds(1_000) {
            let sides = Sides(seed)
            for (merge, mine, theirs) in [
                (sides.merge, sides.mine, sides.theirs), (sides.otherWay, sides.theirs, sides.mine),
            ] {
                let merged = merge.details.lines
                #expect(Set(merged.map(\.id)).count == merged.count, "seed \(seed)")
                let old = Dictionary(uniqueKeysWithValues: sides.base.map { ($0.id, $0) })
                let result = Dictionary(uniqueKeysWithValues: merged.map { ($0.id, $0) })
                let ours = Dictionary(uniqueKeysWithValues: mine.map { ($0.id, $0) })
                let others = Dictionary(uniqueKeysWithValues: theirs.map { ($0.id, $0) })
                for (id, line) in old {
                    let isConflict = merge.conflicts.contains(.line(id))
                    let (a, b) = (ours[id], others[id])
                    // One removed it, and added what the other made of it: two such lines are one.
                    if let changed = b == nil ? a : a == nil ? b : nil, changed != line,
                        (b == nil ? theirs : mine).contains(where: {
                            old[$0.id] == nil && changed.hasSameContent(as: $0)
                        })
                    {
                        #expect(merged.contains(where: changed.hasSameContent), "seed \(seed)")
                        continue
                    }
                    #expect(isConflict == (a != line && b != line && a != b), "seed \(seed)")
                    // What one side has done to it, or in a conflict what we have.
                    #expect(result[id] == (isConflict || a != line ? a : b), "seed \(seed)")
                }
                // Of the added contents, as many as the side has that added more of them.
                let mineAdded = Self.counts(mine.filter { old[$0.id] == nil })
                let theirsAdded = Self.counts(theirs.filter { old[$0.id] == nil })
                let added = Self.counts(merged.filter { old[$0.id] == nil })
                #expect(added == mineAdded.merging(theirsAdded, uniquingKeysWith: max), "seed \(seed)")
            }
        }
    }

    @Test func `merging in either order gives the same lines`() async {
        for await seed in Seeds(1_000) {
            let sides = Sides(seed)
            let (one, other) = (sides.merge, sides.otherWay)
            #expect(Set(one.conflicts) == Set(other.conflicts), "seed \(seed)")
            func undisputed(_ merge: FriendMerge) -> [Content: Int] {
                Self.counts(merge.details.lines.filter { !merge.conflicts.contains(.line($0.id)) })
            }
            #expect(undisputed(one) == undisputed(other), "seed \(seed)")
        }
    }

    @Test func `our order of the lines stays if we moved them`() async {
        for await seed in Seeds(1_000) {
            let sides = Sides(seed)
            let base = sides.base.map(\.id)
            let (mine, theirs) = (sides.mine.map(\.id), sides.theirs.map(\.id))
            let merged = sides.merge.details.lines.map(\.id)
            let isReordered = base.filter(mine.contains) != mine.filter(base.contains)
            let leading = isReordered ? mine : theirs
            // The ids of lines that both added are theirs.
            let common = leading.filter { merged.contains($0) && base.contains($0) }
            #expect(merged.filter(common.contains) == common, "seed \(seed)")
        }
    }
}
