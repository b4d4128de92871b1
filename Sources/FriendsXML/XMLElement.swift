/// The name of an element or an attribute: a namespace, empty for none, and a name in it.
package struct XMLName: Hashable, Sendable {
    package let namespace: String
    package let local: String

    package init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }
}

/// An element of a document with everything in it. Its texts are untrusted.
package struct XMLElement: Equatable, Sendable {
    package let name: XMLName
    package var attributes: [XMLName: String]
    /// The elements directly in it, in their order.
    package var children: [XMLElement]
    /// The characters directly in it; empty if it has elements.
    package var text: String

    package init(
        _ name: XMLName, attributes: [XMLName: String] = [:], _ children: [XMLElement] = [], text: String = ""
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
    }

    /// The first child with a name.
    package func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    /// The children with a name.
    package func all(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }
}
