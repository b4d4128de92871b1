/// How many lines a text has that is scrolled as a whole, and how many of them there is room for. A frame tells it of the
/// text on top of the screen: only the view knows where lines are wrapped.
package struct TextExtent: Equatable, Sendable {
    package let lineCount: Int
    package let height: Int

    package init(lineCount: Int, height: Int) {
        self.lineCount = lineCount
        self.height = height
    }

    /// That of a text that was not drawn yet: keys of the same read can scroll it, and the frame shows no more than there is.
    package static let unknown = TextExtent(lineCount: Int(Int32.max), height: 10)

    /// The first line on the screen when the last one is there, too.
    package var maximumTop: Int { max(lineCount - height, 0) }

    /// The first line to show after a movement.
    func top(from top: Int, by movement: Movement) -> Int {
        clamped(movement.target(from: clamped(top), height: height))
    }

    /// The first line to show after some lines more, or less.
    func top(from top: Int, by lines: Int) -> Int { clamped(clamped(top) + lines) }

    private func clamped(_ top: Int) -> Int { min(max(top, 0), maximumTop) }
}
