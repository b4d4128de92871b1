import CExpat

/// Reads documents, whole or not at all: nobody sees a part of a damaged one.
package enum XMLReader {
    /// Why bytes are no document that is read.
    package enum Problem: Error, Equatable, Sendable {
        /// They are not well-formed or not complete; `row` is counted from 1.
        case malformed(row: Int)
        /// They have a document type, whose entities could make a small document a large one.
        case documentType
        /// Elements are in each other, more than ``maximumDepth`` of them.
        case tooDeep
        /// More bytes than ``maximumSize``.
        case tooLarge
    }

    /// The maximum number of elements in each other.
    package static let maximumDepth = 64
    /// The maximum size of a document in bytes.
    package static let maximumSize = 64 << 20

    /// The root of a document.
    package static func root(of bytes: some Collection<UInt8>) throws(Problem) -> XMLElement {
        let result: Result<XMLElement, Problem>? = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(Problem) in try root(of: UnsafeRawBufferPointer(buffer)) }
        }
        guard let result else { return try root(of: Array(bytes)) }
        return try result.get()
    }

    private static func root(of buffer: UnsafeRawBufferPointer) throws(Problem) -> XMLElement {
        guard buffer.count <= maximumSize else { throw .tooLarge }
        guard let start = buffer.baseAddress else { throw .malformed(row: 1) }
        let tree = XMLTree()
        var row: UInt = 1
        let outcome = withExtendedLifetime(tree) {
            var handler = xml_handler(
                context: Unmanaged.passUnretained(tree).toOpaque(),
                begin: { context, name, attributes in XMLTree.at(context)?.begin(name, attributes) ?? false },
                end: { context in XMLTree.at(context)?.end() ?? false },
                text: { context, bytes, count in
                    XMLTree.at(context)?.add(UnsafeRawBufferPointer(start: bytes, count: count)) ?? false
                })
            return read_xml(start, buffer.count, &handler, &row)
        }
        switch outcome {
        case XML_WAS_READ:
            guard let root = tree.root else { throw .malformed(row: Int(row)) }
            return root
        case XML_WAS_STOPPED: throw .tooDeep
        case XML_HAS_DOCUMENT_TYPE: throw .documentType
        case XML_NEEDS_MEMORY: throw .tooLarge
        default: throw .malformed(row: Int(row))
        }
    }
}

/// Collects the elements of a document while it is read.
private final class XMLTree {
    private struct Open {
        var element: XMLElement
        var text: [UInt8] = []
    }

    private(set) var root: XMLElement?
    private var open: [Open] = []
    /// The names of the document, each with its texts once in memory.
    private var names: [String: XMLName] = [:]

    static func at(_ context: UnsafeMutableRawPointer?) -> XMLTree? {
        context.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) -> Bool {
        guard open.count < XMLReader.maximumDepth else { return false }
        var element = XMLElement(self.name(name))
        var next = attributes
        while let name = next[0], let value = next[1] {
            element.attributes[self.name(name)] = String(cString: value)
            next += 2
        }
        open.append(Open(element: element))
        return true
    }

    func end() -> Bool {
        guard var last = open.popLast() else { return false }
        if last.element.children.isEmpty { last.element.text = String(decoding: last.text, as: UTF8.self) }
        if open.isEmpty {
            root = last.element
        } else {
            open[open.count - 1].element.children.append(last.element)
        }
        return true
    }

    func add(_ text: UnsafeRawBufferPointer) -> Bool {
        guard !open.isEmpty else { return true }
        open[open.count - 1].text.append(contentsOf: text)
        return true
    }

    private func name(_ text: UnsafePointer<CChar>) -> XMLName {
        let text = String(cString: text)
        if let name = names[text] { return name }
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count == 2 ? XMLName(String(parts[0]), String(parts[1])) : XMLName("", text)
        names[text] = name
        return name
    }
}
