import FoundationEssentials
import FriendsXML

extension FakeSite {
    /// The name of the card that a reference in a request means; nil for one of another server or folder.
    func bookName(_ reference: String) -> String? {
        let path = reference.hasPrefix(origin) ? String(reference.dropFirst(origin.count)) : reference
        let decoded = path.removingPercentEncoding ?? path
        return cardName(behaviour.spelling == .anotherPrefix ? decoded.replacing("/other.php", with: "") : decoded)
    }

    // MARK: - One card

    func card(_ request: DAVRequest, _ path: String) -> DAVReply {
        guard let name = cardName(path), let card = contents.cards[name] else { return DAVReply(404) }
        var reply = DAVReply(200, [("Content-Type", "text/vcard; charset=utf-8")])
        reply.body = answered(card.bytes, version: request.header("Accept"))
        return reply.with(etag(of: card))
    }

    mutating func put(_ request: DAVRequest, _ path: String) -> DAVReply {
        guard var name = cardName(path) else { return DAVReply(405) }
        let old = contents.cards[name]
        if request.header("If-None-Match") == "*", old != nil { return DAVReply(412) }
        if let condition = request.header("If-Match"), condition != old?.etag { return DAVReply(412) }
        if let status = behaviour.statusInside {
            return .multistatus(
                AnswerWriter(form: .plain).document(
                    XMLElement(XMLName("DAV:", "multistatus"), [.response(request.path, status: status)])))
        }
        if behaviour.choosesNames, old == nil { name = "chosen-\(contents.revision + 1)" }
        contents.put(behaviour.cutsCommas ? Self.cuttingAtCommas(request.body) : request.body, at: name)
        var reply = DAVReply(old == nil ? 201 : 204)
        if behaviour.choosesNames { reply.headers.append(("Location", spelled(book + name))) }
        return reply.with(contents.cards[name].flatMap(etag))
    }

    mutating func delete(_ request: DAVRequest, _ path: String) -> DAVReply {
        guard let name = cardName(path), let old = contents.cards[name] else { return DAVReply(404) }
        if let condition = request.header("If-Match"), condition != old.etag { return DAVReply(412) }
        contents.remove(name)
        return DAVReply(204)
    }

    private func etag(of card: BookContents.Card) -> String? {
        [.none, .inListsOnly].contains(behaviour.etags) ? nil : spelledETag(card)
    }

    // MARK: - What servers make of cards

    /// The card as it is answered.
    /// - Parameter version: the header that asks for a version; nil if none was asked for.
    func answered(_ card: [UInt8], version: String?) -> [UInt8] {
        guard behaviour.convertsCards, version?.contains("version=4.0") != true else { return card }
        let text = String(decoding: card, as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("KIND:") }
            .map { $0 == "VERSION:4.0" ? "VERSION:3.0" : $0 }
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The card as Radicale stores it.
    private static func cuttingAtCommas(_ card: [UInt8]) -> [UInt8] {
        let lines = String(decoding: card, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let cut = lines.map { line -> Substring in
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("N:"), !line.hasPrefix("ADR") else {
                return line
            }
            var last: Character = ":"
            for index in line[colon...].indices {
                if line[index] == ",", last != "\\" { return line[..<index] }
                last = line[index]
            }
            return line
        }
        return Array(cut.joined(separator: "\r\n").utf8)
    }
}

extension DAVReply {
    fileprivate func with(_ etag: String?) -> DAVReply {
        var reply = self
        if let etag { reply.headers.append(("ETag", etag)) }
        return reply
    }
}
