import FriendsDAV
import FriendsXML

/// Writes the XML of answers, in the ways that servers do.
struct AnswerWriter {
    let form: Behaviour.Form

    private static let prefixes = [
        "DAV:": "d", "urn:ietf:params:xml:ns:carddav": "card", "http://calendarserver.org/ns/": "cs",
    ]

    func document(_ root: XMLElement) -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + text(of: root, isRoot: true)
    }

    private func text(of element: XMLElement, isRoot: Bool = false) -> String {
        let tag = tag(element.name)
        var attributes = ""
        if form == .defaultNamespaces {
            attributes = " xmlns=\"\(element.name.namespace)\""
        } else if isRoot {
            for namespace in Self.prefixes.keys.sorted() {
                attributes += " xmlns:\(prefix(namespace))=\"\(namespace)\""
            }
        }
        for (name, value) in element.attributes { attributes += " \(name.local)=\"\(value)\"" }
        let content = element.children.map { text(of: $0) }.joined() + characters(of: element)
        return content.isEmpty ? "<\(tag)\(attributes)/>" : "<\(tag)\(attributes)>\(content)</\(tag)>"
    }

    private func tag(_ name: XMLName) -> String {
        form == .defaultNamespaces ? name.local : "\(prefix(name.namespace)):\(name.local)"
    }

    private func prefix(_ namespace: String) -> String {
        let prefix = Self.prefixes[namespace] ?? "other"
        return form == .otherPrefixes ? "ns-\(prefix)" : prefix
    }

    /// Control characters are written as they are, as most servers do: then the document is not well-formed.
    private func characters(of element: XMLElement) -> String {
        if form == .characterData, element.name == DAVNames.addressData { return "<![CDATA[\(element.text)]]>" }
        let text = element.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        // A line end of CR and LF is one character of Swift.
        return form == .returnsAsReferences ? text.replacing("\r\n", with: "&#13;\n") : text
    }
}

extension XMLElement {
    /// An element with a reference in it.
    init(_ name: XMLName, references: [String]) {
        self.init(name, references.map { XMLElement(DAVNames.href, text: $0) })
    }

    /// What an answer says about a resource.
    /// - Parameters:
    ///   - found: the properties that it has.
    ///   - missing: those that it does not have.
    static func response(_ path: String, _ found: [XMLElement], missing: [XMLName]) -> XMLElement {
        var parts: [XMLElement] = []
        if !found.isEmpty || missing.isEmpty { parts.append(propertyStatus(found, "HTTP/1.1 200 OK")) }
        if !missing.isEmpty { parts.append(propertyStatus(missing.map { XMLElement($0) }, "HTTP/1.1 404 Not Found")) }
        return XMLElement(DAVNames.response, [XMLElement(DAVNames.href, text: path)] + parts)
    }

    static func response(_ path: String, status: Int) -> XMLElement {
        XMLElement(
            DAVNames.response,
            [
                XMLElement(DAVNames.href, text: path),
                XMLElement(DAVNames.status, text: "HTTP/1.1 \(status) Status"),
            ])
    }

    private static func propertyStatus(_ properties: [XMLElement], _ status: String) -> XMLElement {
        XMLElement(
            DAVNames.propstat,
            [XMLElement(DAVNames.prop, properties), XMLElement(DAVNames.status, text: status)])
    }
}
