import FriendsXML

/// The names in the XML of WebDAV (RFC 4918), its synchronisation (RFC 6578) and CardDAV (RFC 6352).
package enum DAVNames {
    package static let multistatus = dav("multistatus")
    package static let response = dav("response")
    package static let href = dav("href")
    package static let status = dav("status")
    package static let propstat = dav("propstat")
    package static let prop = dav("prop")
    package static let error = dav("error")
    package static let propfind = dav("propfind")
    package static let syncCollection = dav("sync-collection")
    package static let syncToken = dav("sync-token")
    package static let syncLevel = dav("sync-level")
    package static let validSyncToken = dav("valid-sync-token")
    package static let etag = dav("getetag")
    package static let contentLength = dav("getcontentlength")
    package static let resourceType = dav("resourcetype")
    package static let collection = dav("collection")
    package static let makeCollection = dav("mkcol")
    package static let set = dav("set")
    package static let displayName = dav("displayname")
    package static let currentUserPrincipal = dav("current-user-principal")
    package static let unauthenticated = dav("unauthenticated")
    package static let privileges = dav("current-user-privilege-set")
    package static let privilege = dav("privilege")
    package static let collectionTag = XMLName("http://calendarserver.org/ns/", "getctag")
    package static let addressBook = card("addressbook")
    package static let addressBookHome = card("addressbook-home-set")
    package static let addressData = card("address-data")
    package static let multiget = card("addressbook-multiget")

    package static func dav(_ name: String) -> XMLName { XMLName("DAV:", name) }
    package static func card(_ name: String) -> XMLName { XMLName("urn:ietf:params:xml:ns:carddav", name) }

    /// The request for properties.
    package static func propfind(_ properties: [XMLName]) -> XMLElement {
        XMLElement(propfind, [XMLElement(prop, properties.map { XMLElement($0) })])
    }
}
