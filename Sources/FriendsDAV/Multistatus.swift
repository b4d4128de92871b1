import FriendsXML

/// The answer about several resources (RFC 4918, section 13). Each has its own status.
package struct Multistatus: Sendable {
    package struct Resource: Sendable {
        package let address: DAVAddress
        /// The status of the resource as a whole; nil if it has properties instead, and 0 if it cannot be read.
        package let status: Int?
        /// The properties that the server has, by their names.
        package let properties: [XMLName: XMLElement]

        /// Whether the server says that it does not have the resource.
        package var isGone: Bool { status == 404 || status == 410 }

        /// The text of a property; nil without it, and for an empty one.
        package func text(_ property: XMLName) -> String? {
            guard let text = properties[property]?.text.trimmed, !text.isEmpty else { return nil }
            return text
        }

        /// Whether the resource type has a name.
        package func isA(_ type: XMLName) -> Bool {
            properties[DAVNames.resourceType]?.first(type) != nil
        }
    }

    package let resources: [Resource]
    /// Whether each resource of the answer could be named. If not, ``resources`` lacks some.
    package let isComplete: Bool
    /// The position that the answer is up to, if it is about changes.
    package let syncToken: String?

    /// - Parameter address: the address of the request; references are relative to it.
    init(_ root: XMLElement, of address: DAVAddress) throws(DAVError) {
        guard root.name == DAVNames.multistatus else {
            throw .unreadable(reason: "the reply is not about address books")
        }
        var isComplete = true
        resources = root.all(DAVNames.response).flatMap { response in
            let status = response.first(DAVNames.status).map { Self.code($0.text) ?? 0 }
            var properties: [XMLName: XMLElement] = [:]
            for part in response.all(DAVNames.propstat) {
                guard let code = part.first(DAVNames.status).flatMap({ Self.code($0.text) }), code / 100 == 2 else {
                    continue
                }
                for property in part.first(DAVNames.prop)?.children ?? [] { properties[property.name] = property }
            }
            // Several resources can share a status. All are on the server of the answer, also if a proxy lets it write URLs
            // of another host or without encryption: no password goes there.
            let references = response.all(DAVNames.href)
            let addresses = references.compactMap { address.resolving($0.text) }
            if references.isEmpty || addresses.count < references.count { isComplete = false }
            return addresses.map {
                Resource(
                    address: DAVAddress(address.server, path: $0.path), status: status, properties: properties)
            }
        }
        self.isComplete = isComplete
        let token = root.first(DAVNames.syncToken)?.text.trimmed
        syncToken = token?.isEmpty == false ? token : nil
    }

    /// The code in a status line such as `HTTP/1.1 200 OK`.
    private static func code(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        return words.count > 1 ? Int(words[1]) : nil
    }
}
