import FriendsXML
import Testing

private let dav = "DAV:"

@Suite(.timeLimit(.minutes(10)))
struct XMLReaderTests {
    @Test func `reads elements with their namespaces, attributes and texts`() throws {
        let root = try XMLReader.root(
            of: Array(
                """
                <?xml version="1.0"?><!-- a comment --><d:multistatus xmlns:d="DAV:" xmlns="urn:x" plain="1">
                  <d:href d:kind="2">/ada%20b/</d:href><other>a &amp; b &#66; <![CDATA[<c>]]></other></d:multistatus>
                """.utf8))
        #expect(root.name == XMLName(dav, "multistatus"))
        #expect(root.attributes == [XMLName("", "plain"): "1"])
        #expect(root.text == "")
        #expect(root.first(XMLName(dav, "href"))?.text == "/ada%20b/")
        #expect(root.first(XMLName(dav, "href"))?.attributes == [XMLName(dav, "kind"): "2"])
        #expect(root.all(XMLName("urn:x", "other")).map(\.text) == ["a & b B <c>"])
        #expect(root.children.count == 2)
    }

    @Test(arguments: [
        "<a>", "<a><b></a>", "", "  ", "text", "<a/><b/>", "<a>\u{B}</a>", "<a>\u{1B}</a>", "<a>&unknown;</a>",
        "<a>\u{FFFE}</a>", "<a>&</a>", "<x:a/>", "<a b='1' b='2'/>",
    ])
    func `refuses what is not well formed`(_ text: String) {
        #expect(throws: XMLReader.Problem.malformed(row: 1)) { try XMLReader.root(of: Array(text.utf8)) }
    }

    @Test func `no part of a document is taken for it`() throws {
        let whole = Array("<a><b>1</b><b>2</b><c/></a>".utf8)
        for count in 0..<whole.count {
            #expect(throws: XMLReader.Problem.malformed(row: 1)) { try XMLReader.root(of: whole.prefix(count)) }
        }
        #expect(try XMLReader.root(of: whole).children.count == 3)
    }

    @Test func `says the row of the damage`() {
        #expect(throws: XMLReader.Problem.malformed(row: 3)) { try XMLReader.root(of: Array("<a>\n\n<".utf8)) }
    }

    @Test func `refuses bytes that are no UTF-8`() {
        #expect(throws: XMLReader.Problem.malformed(row: 1)) {
            try XMLReader.root(of: Array("<a>".utf8) + [0xE9] + Array("</a>".utf8))
        }
    }

    @Test func `refuses document types`() {
        let bomb = """
            <!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>
            """
        #expect(throws: XMLReader.Problem.documentType) { try XMLReader.root(of: Array(bomb.utf8)) }
        #expect(throws: XMLReader.Problem.documentType) {
            try XMLReader.root(of: Array("<!DOCTYPE html><html/>".utf8))
        }
    }

    @Test func `refuses deep documents`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(try XMLReader.root(of: nested(XMLReader.maximumDepth)).children.count == 1)
        #expect(throws: XMLReader.Problem.tooDeep) { try XMLReader.root(of: nested(XMLReader.maximumDepth + 1)) }
    }

    @Test func `refuses large documents`() {
        let large = Array("<a/>".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: XMLReader.maximumSize)
        #expect(throws: XMLReader.Problem.tooLarge) { try XMLReader.root(of: large) }
    }

    @Test func `makes one line end of each`() throws {
        #expect(try XMLReader.root(of: Array("<a>1\r\n2\r3&#13;\n4</a>".utf8)).text == "1\n2\n3\r\n4")
    }

    @Test func `a document is read as it was written`() throws {
        let root = XMLElement(
            XMLName(dav, "a"), attributes: [XMLName("", "b"): "1 \"2\" <3>\n\t", XMLName("urn:y", "c"): "&"],
            [
                XMLElement(XMLName("urn:x&y", "d"), text: "a < b > c & \"d\" 'e' \r\n\t\u{1F600}"),
                XMLElement(XMLName("", "e"), [XMLElement(XMLName(dav, "f"))]),
            ])
        #expect(try XMLReader.root(of: root.document) == root)
    }

    @Test func `writes no character that is refused`() throws {
        let all = (0...0x200).compactMap(Unicode.Scalar.init) + ["\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}"]
        var text = ""
        for scalar in all { text.unicodeScalars.append(scalar) }
        let root = XMLElement(XMLName("", "a"), attributes: [XMLName("", "b"): text], text: text)
        let read = try XMLReader.root(of: root.document)
        #expect(read.text.unicodeScalars.count == all.count)
        #expect(read.attributes[XMLName("", "b")] == read.text)
    }
}
