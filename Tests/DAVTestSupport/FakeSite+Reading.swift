import FriendsDAV
import FriendsXML

extension FakeSite {
    // MARK: - Properties

    func properties(_ request: DAVRequest, _ path: String) -> DAVReply {
        guard let root = try? XMLReader.root(of: request.body),
            let names = root.first(DAVNames.prop)?.children.map(\.name)
        else { return DAVReply(400) }
        let path = path.hasSuffix("/") || cardName(path) != nil ? path : path + "/"
        let members = request.header("Depth") == "1" ? members(of: path) : []
        let paths = [path] + members
        guard has(path) else { return DAVReply(404) }
        return multistatus(paths.map { response($0, names) })
    }

    private func has(_ path: String) -> Bool {
        if let name = cardName(path) { return contents.cards[name] != nil }
        return ["/", Self.entry, Self.user, homeFolder].contains(path) || members(of: homeFolder).contains(path)
    }

    private func members(of path: String) -> [String] {
        if path == book { return contents.cards.keys.sorted().map { book + $0 } }
        guard path == homeFolder else { return [] }
        return behaviour.books.map { homeFolder + $0 + "/" } + [homeFolder + "calendar/"]
    }

    private func response(_ path: String, _ names: [XMLName]) -> XMLElement {
        let properties = self.properties(of: path)
        return .response(
            spelled(path), properties.filter { names.contains($0.name) },
            missing: names.filter { name in !properties.contains { $0.name == name } })
    }

    private func properties(of path: String) -> [XMLElement] {
        if let name = cardName(path), let card = contents.cards[name] {
            return [XMLElement(DAVNames.resourceType), XMLElement(DAVNames.contentLength, text: "\(card.bytes.count)")]
                + etagInList(card)
        }
        let user =
            behaviour.isUnauthenticated
            ? XMLElement(DAVNames.currentUserPrincipal, [XMLElement(DAVNames.dav("unauthenticated"))])
            : XMLElement(DAVNames.currentUserPrincipal, references: [spelled(Self.user)])
        var types = [XMLElement(DAVNames.collection)]
        var result = [user]
        if path == Self.user {
            types.append(XMLElement(DAVNames.dav("principal")))
            result.append(XMLElement(DAVNames.addressBookHome, references: behaviour.homes ?? [spelled(homeFolder)]))
        }
        if behaviour.books.contains(where: { path == homeFolder + $0 + "/" }) {
            types.append(XMLElement(DAVNames.addressBook))
            result += bookProperties(path)
        }
        return result + [XMLElement(DAVNames.resourceType, types)]
    }

    private func bookProperties(_ path: String) -> [XMLElement] {
        let name = path.split(separator: "/").last ?? ""
        let privileges = behaviour.isReadOnly ? ["read"] : ["read", "write"]
        var result = [
            XMLElement(DAVNames.displayName, text: "The \(name)"),
            XMLElement(
                DAVNames.privileges,
                privileges.map { XMLElement(DAVNames.privilege, [XMLElement(DAVNames.dav($0))]) }),
        ]
        if behaviour.hasSyncCollection { result.append(XMLElement(DAVNames.syncToken, text: token(contents.revision))) }
        if behaviour.hasCollectionTag {
            result.append(XMLElement(DAVNames.collectionTag, text: "c\(contents.revision)"))
        }
        return result
    }

    private func etagInList(_ card: BookContents.Card) -> [XMLElement] {
        behaviour.etags == .none ? [] : [XMLElement(DAVNames.etag, text: spelledETag(card))]
    }

    func spelledETag(_ card: BookContents.Card) -> String { (behaviour.etags == .weak ? "W/" : "") + card.etag }

    // MARK: - Reports

    private static let tokenStart = "https://fake.example/sync/"

    private func token(_ revision: Int) -> String { "\(Self.tokenStart)\(revision)" }

    private func revision(ofToken token: String) -> Int? {
        guard token.hasPrefix(Self.tokenStart), let revision = Int(token.dropFirst(Self.tokenStart.count)),
            (0...contents.revision).contains(revision)
        else { return nil }
        return revision
    }

    func report(_ request: DAVRequest, _ path: String) -> DAVReply {
        guard path == book else { return DAVReply(404) }
        guard let root = try? XMLReader.root(of: request.body) else { return DAVReply(400) }
        switch root.name {
        case DAVNames.syncCollection where behaviour.hasSyncCollection: return changes(root)
        case DAVNames.multiget: return cards(root)
        default: return .refusal(403, "<d:supported-report/>")
        }
    }

    private func changes(_ root: XMLElement) -> DAVReply {
        var since = 0
        if let known = root.first(DAVNames.syncToken)?.text, !known.isEmpty {
            if let revision = revision(ofToken: known) {
                since = revision
            } else {
                switch behaviour.unknownToken {
                case .forbidden: return .refusal(403, "<d:valid-sync-token/>", "Unknown token")
                case .preconditionFailed: return .refusal(412, "<d:valid-sync-token/>")
                case .serverError: return DAVReply(500, [], "Traceback")
                case .wholeList:
                    let all = contents.cards.keys.sorted().map { change($0) }
                    return multistatus(all, token: token(contents.revision))
                }
            }
        }
        let changes = contents.changes(since: since)
        let part = changes.prefix(behaviour.partSize ?? changes.count)
        var responses = part.map { change($0.name) }
        let isCut = part.count < changes.count
        if isCut { responses.append(.response(spelled(book), status: 507)) }
        return multistatus(responses, token: token(isCut ? part.last?.revision ?? since : contents.revision))
    }

    private func change(_ name: String) -> XMLElement {
        guard let card = contents.cards[name] else { return .response(spelled(book + name), status: 404) }
        let etag = etagInList(card)
        return .response(spelled(book + name), etag, missing: etag.isEmpty ? [DAVNames.etag] : [])
    }

    private func cards(_ root: XMLElement) -> DAVReply {
        var responses: [XMLElement] = []
        for reference in root.all(DAVNames.href).map(\.text) {
            let name = bookName(reference)
            guard let card = name.flatMap({ contents.cards[$0] }) else {
                switch behaviour.missingCard {
                case .notFound: responses.append(.response(reference, status: 404))
                case .leftOut: break
                case .notFoundForAll: return DAVReply(404)
                }
                continue
            }
            let text = String(decoding: answered(card.bytes, version: nil), as: UTF8.self)
            responses.append(
                .response(
                    spelled(book + (name ?? "")),
                    etagInList(card) + [
                        XMLElement(DAVNames.contentLength, text: "\(card.bytes.count)"),
                        XMLElement(DAVNames.addressData, text: text),
                    ], missing: []))
        }
        return multistatus(responses)
    }

    private func multistatus(_ responses: [XMLElement], token: String? = nil) -> DAVReply {
        let token = token.map { [XMLElement(DAVNames.syncToken, text: $0)] } ?? []
        let root = XMLElement(DAVNames.multistatus, responses + token)
        return .multistatus(AnswerWriter(form: behaviour.form).document(root))
    }
}
