/// The address book servers of mail providers whose domain has none itself.
enum Providers {
    /// The host of the address books, by the domain of a mail address.
    private static let servers = [
        "icloud.com": "contacts.icloud.com",
        "me.com": "contacts.icloud.com",
        "mac.com": "contacts.icloud.com",
        "fastmail.com": "carddav.fastmail.com",
        "fastmail.fm": "carddav.fastmail.com",
        "gmail.com": "www.googleapis.com",
        "googlemail.com": "www.googleapis.com",
        "gmx.de": "carddav.gmx.net",
        "gmx.net": "carddav.gmx.net",
        "mailbox.org": "dav.mailbox.org",
        "posteo.de": "posteo.de:8443",
        "web.de": "carddav.web.de",
        "yahoo.com": "carddav.address.yahoo.com",
        "zoho.com": "contacts.zoho.com",
    ]

    static func server(ofMailAt domain: String) -> String? { servers[domain] }
}
