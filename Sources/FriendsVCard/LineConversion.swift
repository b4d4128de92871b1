import FriendsModel

/// Content lines of one version of vCard in another one.
extension ContentLine {
    /// The line with another value.
    /// - Parameters:
    ///   - types: the types of the new label; nil to keep the line's types.
    ///   - value: in the syntax of the new version.
    ///   - isSameAddress: whether the value is an address that has not changed.
    func written(
        with value: [UInt8], types: [String]?, adding parameters: [String] = [], isSameAddress: Bool = false,
        from old: VCard.Version, to new: VCard.Version
    ) -> WrittenLine {
        let dropped = Self.parametersOfValues.subtracting(isSameAddress ? Self.parametersOfAddresses : [])
        let kept = keptParameters(withTypes: types, without: dropped, from: old, to: new)
        return WrittenLine(group: group, name: name, parameters: kept + parameters, value: value)
    }

    /// The parameters that say how the value is written, and what else belongs to the value.
    private static let parametersOfValues: Set<String> = parametersOfAddresses.union([
        "ENCODING", "CHARSET", "VALUE", "\(CardValue.omittedYear)", "\(CardWriter.idParameter)",
    ])

    /// The text that programs show in place of an address, and the order of its parts.
    private static let parametersOfAddresses: Set<String> = ["LABEL", "\(AddressText.orderParameter)"]

    private func keptParameters(
        withTypes types: [String]?, without dropped: Set<String>, from old: VCard.Version, to new: VCard.Version
    ) -> [String] {
        var result: [String] = []
        for parameter in parameters where !dropped.contains(parameter.name) {
            switch parameter.name {
            case "TYPE":
                var values =
                    types == nil ? parameter.values : parameter.values.filter { !Labels.isPartOfLabel(type: $0) }
                if types == nil, old == new {
                    result.append(String(decoding: parameter.raw, as: UTF8.self))
                    continue
                }
                if new == .v4, values.contains(where: Self.isPreferred) {
                    values.removeAll(where: Self.isPreferred)
                    result.append("PREF=1")
                }
                result += Self.types(values, new)
            case "PREF" where new < .v4:
                // Earlier versions have one.
                let isFirst = parameter.values.first == "1"
                if isFirst { result += Self.types(["pref"], new) }
            default: result.append(String(decoding: parameter.raw, as: UTF8.self))
            }
        }
        return result + Self.types(types ?? [], new)
    }

    private static func isPreferred(_ type: String) -> Bool { type.uppercased() == "PREF" }

    /// The parameters of types.
    static func types(_ types: [String], _ version: VCard.Version) -> [String] {
        if types.isEmpty { return [] }
        guard version == .v2 else { return ["TYPE=" + types.map(quoted).joined(separator: ",")] }
        return types.map { type in
            let upper = type.uppercased()
            let value = upper.utf8.contains { ":;,".utf8.contains($0) } ? quoted(upper) : upper
            return value != upper || upper.contains("=") ? "TYPE=" + value : upper
        }
    }

    /// A value of a parameter, in quotes unless it is a name, as types usually are. One with a quote inside has all that it needs.
    static func quoted(_ value: String) -> String {
        let isName = value.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
        }
        return isName || value.contains("\"") ? value : "\"\(value)\""
    }

    /// The line with the same texts, such as the parts of an address, in another version.
    /// - Parameters:
    ///   - line: the line of the friend that shows them.
    ///   - hasID: whether it has the id of that line.
    func written(for line: FriendLine, hasID: Bool, from old: VCard.Version, to new: VCard.Version) -> WrittenLine {
        let parts: [String]? =
            switch line.kind {
            case .address: CardValue.parts(of: self, count: CardValue.addressPartCount, old)
            case .organization: CardValue.parts(of: self, count: nil, old)
            default: nil
            }
        let value = parts.map { $0.map { Escapes.added(to: $0, new) }.joined(separator: [ASCII.semicolon]) }
        // The label of an address stays with its parts.
        let kept = keptParameters(
            withTypes: nil, without: Self.parametersOfValues.subtracting(Self.parametersOfAddresses), from: old, to: new
        )
        let added = line.valueParameters(new) + (hasID ? [CardNames.idParameter([line])] : [])
        return WrittenLine(
            group: group, name: name(for: line, from: old, to: new), parameters: kept + added,
            value: value.map { Array($0) } ?? line.content(new, ofOwner: emailOwner(old)))
    }

    /// The name of the property in another version, where the usual one for the line has another name.
    func name(for line: FriendLine, from old: VCard.Version, to new: VCard.Version) -> String {
        let (usual, other) = (line.propertyName(in: old), line.propertyName(in: new))
        return usual != other && name.uppercased() == usual ? other : name
    }

    // MARK: - Lines that are not shown

    /// The line with the same meaning in another version; nil if it keeps its bytes.
    func converted(from old: VCard.Version, to new: VCard.Version) -> WrittenLine? {
        if old == new || property == .none { return nil }
        if layout.contains(.nested) { return nestedCard(to: new) }
        if let binary = binary(from: old, to: new) { return binary }
        // Nobody knows what it says.
        if guessedEncoding != nil { return nil }
        let value =
            old == .v2
            ? Self.escaped(decodedValue, asText: Self.textNames.contains(name.uppercased())) : Array(decodedValue)
        let parameters = keptParameters(withTypes: nil, without: ["ENCODING", "CHARSET"], from: old, to: new)
        return WrittenLine(group: group, name: name, parameters: parameters, value: value)
    }

    /// Properties with one text, in which version 2.1 does not escape commas and semicolons.
    private static let textNames: Set<String> = ["FN", "LABEL", "MAILER", "NOTE", "ROLE", "TITLE"]

    private static func escaped(_ value: ArraySlice<UInt8>, asText isText: Bool) -> [UInt8] {
        if isText { return Escapes.added(to: CardValue.rows(Escapes.removed(from: value, .v2)), .v3) }
        return Array(CardValue.rows(String(decoding: value, as: UTF8.self)).replacing("\n", with: "\\n").utf8)
    }

    /// A card in a card is a text in later versions.
    func nestedCard(to new: VCard.Version) -> WrittenLine {
        let rows = raw.drop { $0 != ASCII.lineFeed }.dropFirst()
        let text = CardValue.rows(String(decoding: TextEncoding.utf8(rows), as: UTF8.self))
        return WrittenLine(group: group, name: name, value: Escapes.added(to: text, new))
    }

    /// Base64 is in an encoding of its own before version 4.0, and in a URI there.
    func binary(from old: VCard.Version, to new: VCard.Version) -> WrittenLine? {
        let types = values(of: "TYPE")
        if layout.contains(.base64) {
            let content = value.filter { $0.isBase64 }
            guard new == .v4 else {
                let kept = keptParameters(withTypes: nil, without: ["ENCODING", "CHARSET"], from: old, to: new)
                return WrittenLine(
                    group: group, name: name, parameters: kept + [CardWriter.base64], value: Array(content))
            }
            let family = ["PHOTO": "image", "LOGO": "image", "SOUND": "audio"][name.uppercased()] ?? "application"
            let type = types.first { !Self.isPreferred($0) }?.lowercased()
            let mediaType = type.map { $0.contains("/") ? $0 : "\(family)/\($0)" } ?? "application/octet-stream"
            let kept = keptParameters(
                withTypes: nil, without: ["ENCODING", "CHARSET", "TYPE", "VALUE"], from: old, to: new)
            return WrittenLine(
                group: group, name: name, parameters: kept, value: Array("data:\(mediaType);base64,".utf8) + content)
        }
        guard old == .v4, property == .photo, value.hasPrefix(ignoringCase: "DATA:"),
            let comma = value.firstIndex(of: ASCII.comma)
        else { return nil }
        let media = String(decoding: value[..<comma].dropFirst(5), as: UTF8.self).split(separator: ";")
        guard media.last == "base64", let type = media.first?.split(separator: "/").last else { return nil }
        let kept = keptParameters(withTypes: nil, without: ["VALUE", "TYPE", "MEDIATYPE"], from: old, to: new)
        return WrittenLine(
            group: group, name: name, parameters: kept + [CardWriter.base64, "TYPE=\(type.uppercased())"],
            value: Array(value[(comma + 1)...]))
    }
}
