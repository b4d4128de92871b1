/// A rectangle of cells.
package struct Rectangle: Equatable, Sendable {
    package let column: Int
    package let row: Int
    package let width: Int
    package let height: Int

    package init(column: Int, row: Int, width: Int, height: Int = 1) {
        self.column = column
        self.row = row
        self.width = width
        self.height = height
    }

    package func contains(_ position: Position) -> Bool {
        position.column >= column && position.column < column + width
            && position.row >= row && position.row < row + height
    }
}
