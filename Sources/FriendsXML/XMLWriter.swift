extension XMLElement {
    /// The element as a document in UTF-8. Its namespaces are declared in the root.
    ///
    /// Names must be names of XML: they are written as they are. Characters that no document can have are written as U+FFFD.
    package var document: [UInt8] {
        var namespaces: [String] = []
        collect(&namespaces)
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        write(to: &text, namespaces, isRoot: true)
        return Array(text.utf8)
    }

    private func collect(_ namespaces: inout [String]) {
        for name in [name] + attributes.keys where !name.namespace.isEmpty && !namespaces.contains(name.namespace) {
            namespaces.append(name.namespace)
        }
        for child in children { child.collect(&namespaces) }
    }

    private func write(to output: inout String, _ namespaces: [String], isRoot: Bool) {
        func spelling(_ name: XMLName) -> String {
            namespaces.firstIndex(of: name.namespace).map { "n\($0):\(name.local)" } ?? name.local
        }
        output += "<\(spelling(name))"
        if isRoot {
            for (index, namespace) in namespaces.enumerated() { output += " xmlns:n\(index)=\"\(namespace.escaped)\"" }
        }
        for (name, value) in attributes.sorted(by: { $0.key.local < $1.key.local }) {
            output += " \(spelling(name))=\"\(value.escaped)\""
        }
        if children.isEmpty, text.isEmpty {
            output += "/>"
            return
        }
        output += ">"
        output += text.escaped
        for child in children { child.write(to: &output, namespaces, isRoot: false) }
        output += "</\(spelling(name))>"
    }
}

extension String {
    /// The text with the characters that mean something else in a document as entities.
    fileprivate var escaped: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // A reader makes a line feed of a CR, and a space of either in an attribute.
            case "\r", "\n", "\t": result += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
