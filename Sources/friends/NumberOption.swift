import ArgumentParser

/// The value of an option for a whole number. Any text is accepted at first, so that the validation can say what is valid;
/// ArgumentParser would only say that the text is not.
struct NumberOption: ExpressibleByArgument {
    private let text: String
    /// 0 for a text that is not a whole number, which ``check(_:_:)`` rejects.
    let number: Int

    init(_ number: Int) {
        (text, self.number) = ("\(number)", number)
    }

    init?(argument: String) {
        (text, number) = (argument, Int(argument) ?? 0)
    }

    var defaultValueDescription: String { text }

    /// - Parameter option: its name.
    func check(_ option: String, _ range: ClosedRange<Int>) throws(ValidationError) {
        guard let number = Int(text), range.contains(number) else {
            throw ValidationError(
                "\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(text).")
        }
    }
}
