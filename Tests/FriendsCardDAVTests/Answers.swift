/// Parts of answers, as servers write them.
enum Answers {
    static func document(_ content: String) -> String {
        "<d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:carddav\">\(content)</d:multistatus>"
    }

    static func status(_ status: Int, _ path: String) -> String {
        "<d:response><d:href>\(path)</d:href><d:status>HTTP/1.1 \(status) Status</d:status></d:response>"
    }

    /// A resource with properties.
    static func card(_ path: String, _ properties: String = "<d:getetag>\"1\"</d:getetag>") -> String {
        "<d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }

    static let book = card(
        "/dav/books/ad%C3%A9@home/contacts/", "<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>")
}
