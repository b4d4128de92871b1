import Foundation
import FriendsModel
import FriendsWire
import HTTPTransport

/// Finds the position of the next page in the `Link` headers of a response (RFC 8288).
///
/// Only the `after` parameter of the link is used. The next request goes to the configured address, and a link to another
/// server is ignored.
struct NextPageLink {
    let position: FriendPage.Position

    /// - Parameter headers: the values of all `Link` headers.
    init?(in headers: [String], from server: ServerAddress) {
        let links = headers.flatMap { Self.links(in: $0) }
        let next = links.first { $0.relations.contains("next") && Self.isOn(server, $0.target) }
        guard let position = next.flatMap({ Self.after(in: $0.target) }) else { return nil }
        self.position = FriendPage.Position(position)
    }

    private struct Link {
        let target: Substring
        var relations: [String] = []
    }

    /// The links of `<target>; rel="next"; title="a, b", <target>; …`.
    private static func links(in header: String) -> [Link] {
        var links: [Link] = []
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            var link = Link(target: rest[open...].dropFirst().prefix { $0 != ">" })
            rest = rest[close...].dropFirst()
            while let separator = rest.first(where: { $0 != " " && $0 != "\t" }), separator == ";" {
                rest = rest.drop { $0 != ";" }.dropFirst()
                let (name, value) = parameter(&rest)
                // The first `rel` counts.
                if name == "rel", link.relations.isEmpty {
                    link.relations = value.lowercased().split(separator: " ").map(String.init)
                }
            }
            links.append(link)
        }
        return links
    }

    /// Removes `name=value` or `name="value"` from the start of `rest`.
    private static func parameter(_ rest: inout Substring) -> (name: String, value: Substring) {
        let name = String(rest.prefix { !"=;,".contains($0) }).trimmed.lowercased()
        rest = rest.drop { !"=;,".contains($0) }
        guard rest.first == "=" else { return (name, "") }
        rest = rest.dropFirst().drop { $0 == " " }
        let isQuoted = rest.first == "\""
        if isQuoted { rest = rest.dropFirst() }
        let value = rest.prefix { isQuoted ? $0 != "\"" : !";, ".contains($0) }
        rest = rest[value.endIndex...]
        if isQuoted { rest = rest.dropFirst() }
        return (name, value)
    }

    /// Whether a link leads to the server: it has no host, or the same one.
    private static func isOn(_ server: ServerAddress, _ target: Substring) -> Bool {
        let location = target.prefix { $0 != "?" && $0 != "#" }
        if location.hasPrefix("//") {
            return (try? ServerAddress("\(server.origin.scheme):\(location)"))?.origin == server.origin
        }
        let isRelative = !location.prefix { $0 != "/" }.contains(":")
        return isRelative || (try? ServerAddress(String(location)))?.origin == server.origin
    }

    private static func after(in target: Substring) -> String? {
        let query = target.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        for parameter in query.split(separator: "&") {
            let name = parameter.prefix { $0 != "=" }
            // Not URLComponents: it accepts none of the parameters when one of them has an invalid character.
            guard name == Interface.afterParameter else { continue }
            return parameter[name.endIndex...].dropFirst().removingPercentEncoding
        }
        return nil
    }
}
