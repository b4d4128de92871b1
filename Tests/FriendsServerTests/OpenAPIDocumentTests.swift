import FriendsDatabase
import FriendsModel
import HummingbirdTesting
import Testing

@testable import FriendsServer

/// The OpenAPI document against the rules that it describes.
@Suite(.timeLimit(.minutes(10)))
struct OpenAPIDocumentTests {
    private var namePattern: Regex<AnyRegexOutput> {
        get throws {
            let document = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
            let schema = try #require(document.split(separator: "    NameInput:\n").last)
            let quoted = try #require(schema.firstMatch(of: /pattern: "(.*)"\n/)?.1)
            // Without the escapes of YAML. Escapes of code points stay: unescaped they would form characters.
            let pattern = String(quoted).replacing(/\\U([0-9A-F]{8})/) { "\\u{\($0.1)}" }.replacing("\\\\", with: "\\")
                // Swift takes no bound of a range that has another normal form.
                .replacing("\\u2000-", with: "\\u2000\\u2001\\u2002-")
            return try Regex(pattern).matchingSemantics(.unicodeScalar)
        }
    }

    @Test func `the pattern of names and the rule agree`() throws {
        let pattern = try namePattern
        // Every character that could make a difference, and every hundredth of the others.
        let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
            let properties = $0.properties
            return $0.value.isMultiple(of: 100) || properties.isDefaultIgnorableCodePoint || properties.isWhitespace
                || $0.value == 0x1D159 || properties.name?.contains("BLANK") == true
                || [.format, .control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        }
        for scalar in scalars {
            for name in ["\(scalar)", "\u{200B}\(scalar) \(scalar)", "a\(scalar)", "\(scalar)a"] {
                // The pattern is for texts that are not empty.
                var draft = FriendDraft(required: FriendField.originals)
                draft.details[.firstName] = name
                let isAccepted = draft.problem(in: .firstName) == nil
                let isMatched = try pattern.wholeMatch(in: name) != nil
                #expect(isAccepted == isMatched, "\(scalar.escaped(asASCII: true)) in \(name.debugDescription)")
            }
        }
    }

    @Test(arguments: FriendField.allCases)
    func `every schema of a friend has every field`(field: FriendField) throws {
        let document = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
        for (name, isAnswer) in [
            ("Friend", true), ("DeletedFriend", true), ("NewFriend", false), ("FriendChanges", false),
        ] {
            let start = try #require(document.firstRange(of: "\n    \(name):\n"))
            let schema = document[start.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("     ") }
            #expect(schema.contains { $0.hasPrefix("        \(field.key): {$ref: ") }, "\(name)")
            guard let required = schema.first(where: { $0.hasPrefix("      required: [") }) else { continue }
            let isRequired = required.split { "[ ,]".contains($0) }.contains { $0 == field.key }
            #expect(isRequired == isAnswer, "\(name)")
        }
    }

    @Test func `the document has the size of the largest rest`() {
        let document = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
        // In Base64.
        #expect(document.contains("\n      maxLength: \((Friend.maximumRestSize + 2) / 3 * 4)\n"))
    }

    @Test func theOpenAPIDocumentListsExactlyTheRoutesThatExist() async throws {
        let server = TestServer(try SQLiteRepository())
        let answer = try await server.ask(.get, "/openapi.yaml")
        #expect(answer.headers[.contentType] == "application/yaml")
        let paths = answer.text.split(separator: "\n").drop { $0 != "paths:" }.dropFirst().prefix { $0.hasPrefix(" ") }
        var documented: Set<String> = []
        var path = ""
        for line in paths {
            if let match = line.wholeMatch(of: #/\ \ (/.*):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/\ {4}(get|post|put|patch|delete|head|options|trace):/#) {
                documented.insert("\(match.1.uppercased()) \(path)")
            }
        }
        let routes = FriendController(repository: server.repository).endpoints.map {
            "\($0.method.rawValue) \($0.path)"
        }
        #expect(documented.sorted() == routes.sorted())
    }
}
