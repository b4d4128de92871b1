/// The line of a progress bar.
package enum ProgressText {
    private static let maximumWidth = 24
    private static let minimumWidth = 8

    /// A bar and a text on one line, which never wraps: a narrow terminal has a shorter bar, or none.
    /// - Parameters:
    ///   - text: what is done, in words, in ASCII.
    ///   - total: nil if it is not known; then there is no bar.
    ///   - columns: of the terminal.
    package static func line(_ text: String, done: Int, total: Int?, columns: Int) -> String {
        guard let total, total > 0 else { return String(text.prefix(columns - 1)) }
        let percentage = "\(min(done * 100 / total, 100))% \(text)"
        let width = min(maximumWidth, columns - percentage.count - 4)
        guard width >= minimumWidth else { return String(percentage.prefix(columns - 1)) }
        let filled = min(done * width / total, width)
        return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled) + "] "
            + percentage
    }
}
