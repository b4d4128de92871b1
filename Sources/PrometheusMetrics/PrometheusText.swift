/// The parts of a line in the text format of Prometheus.
enum PrometheusText {
    /// A line with a value.
    static func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    /// Labels without braces, in the given order.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { key, value in "\(labelName(key))=\"\(escapedValue(value))\"" }.joined(separator: ",")
    }

    /// The name with `_` in place of what a name cannot have.
    static func name(_ text: String) -> String { identifier(text, others: ":") }

    private static func labelName(_ text: String) -> String { identifier(text, others: "") }

    private static func identifier(_ text: String, others: String) -> String {
        let name = String(
            text.unicodeScalars.map { scalar in
                let isPart =
                    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                    || scalar == "_" || others.unicodeScalars.contains(scalar)
                return isPart ? Character(scalar) : "_"
            })
        return name.first?.isNumber == false ? name : "_" + name
    }

    private static func escapedValue(_ text: String) -> String { escaped(text, "\\\"\n") }

    static func escapedHelp(_ text: String) -> String { escaped(text, "\\\n") }

    /// By code points: in Swift a line feed after a carriage return is part of another character.
    private static func escaped(_ text: String, _ escaped: String) -> String {
        let scalars = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            guard escaped.unicodeScalars.contains(scalar) else { return [scalar] }
            return ["\\", scalar == "\n" ? "n" : scalar]
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A number as Go reads it.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
