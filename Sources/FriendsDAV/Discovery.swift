import FriendsModel
import FriendsXML
import HTTPTransport

/// An address book of a server.
package struct AddressBook: Equatable, Sendable {
    package let address: DAVAddress
    /// What the user calls it; untrusted. Empty if it has no name.
    package let name: String
    /// Whether the server says that the user may not write to it.
    package let isReadOnly: Bool
}

/// Finds the address books of a user (RFC 6764, RFC 6352).
package struct Discovery: Sendable {
    private let client: DAVClient

    package init(_ client: DAVClient) {
        self.client = client
    }

    /// Where the address books of a person may be, the most likely place first.
    /// - Parameter text: an email address, a host, or a URL.
    /// - Throws: the problem of any other text.
    package static func places(for text: String) throws(ServerAddress.Problem) -> [DAVAddress] {
        let text = text.trimmed
        if text.contains("://") { return places(at: try DAVAddress(text)) }
        if text.contains("/") { return places(at: try DAVAddress("https://\(text)")) }
        let host = text.split(separator: "@", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        return places(at: try DAVAddress("https://\(Providers.server(ofMailAt: host) ?? host)"))
    }

    private static func places(at address: DAVAddress) -> [DAVAddress] {
        let places = ["/.well-known/carddav", "/"].map { DAVAddress(address.server, path: $0) }
        // An address with a path can lead to a book, or to a user.
        return address.name.isEmpty ? places : [address] + places
    }

    private static let properties = [
        DAVNames.resourceType, DAVNames.displayName, DAVNames.privileges, DAVNames.currentUserPrincipal,
        DAVNames.addressBookHome,
    ]

    /// The address books that are found from a place.
    /// - Returns: empty if the place has none.
    package func books(at place: DAVAddress) async throws(DAVError) -> [AddressBook] {
        let found = try await found(at: place)
        if let book = found.book { return [book] }
        var books: [AddressBook] = []
        for home in found.homes {
            let others = try await client.properties(Self.properties, of: home, hasMembers: true).answer.books
            books += others.filter { book in !books.contains { $0.address == book.address } }
        }
        return books
    }

    /// Makes an address book in the folder of a user (RFC 5689).
    /// - Parameters:
    ///   - place: as for ``books(at:)``.
    ///   - folder: its name in the folder.
    ///   - name: what the user calls it.
    package func makeBook(at place: DAVAddress, folder: String, name: String) async throws(DAVError) -> AddressBook {
        guard let home = try await found(at: place).homes.first else {
            throw .unreadable(reason: "its address is an address book already")
        }
        let address = home.appending(folder).asFolder
        try await client.makeCollection(at: address, [DAVNames.collection, DAVNames.addressBook], name: name)
        return AddressBook(address: address, name: name, isReadOnly: false)
    }

    /// The address book at a place, or the folders with those of the user.
    private func found(at place: DAVAddress) async throws(DAVError) -> (book: AddressBook?, homes: [DAVAddress]) {
        let (answer, address) = try await client.properties(Self.properties, of: place)
        if let book = answer.books.first(where: { $0.address == address }) { return (book, []) }
        let homes = try answer.homes(of: address)
        if !homes.isEmpty { return (nil, homes) }
        if answer.isUnauthenticated { throw .notSignedIn }
        guard let user = try answer.references(DAVNames.currentUserPrincipal, of: address).first else {
            throw .unreadable(reason: "the server does not say where the address books of this user are")
        }
        let (userAnswer, userAddress) = try await client.properties(Self.properties, of: user)
        let homesOfUser = try userAnswer.homes(of: userAddress)
        if homesOfUser.isEmpty { throw .unreadable(reason: "this user has no address books on the server") }
        return (nil, homesOfUser)
    }
}

extension Multistatus {
    fileprivate var books: [AddressBook] {
        resources.filter { $0.isA(DAVNames.addressBook) }.map { resource in
            AddressBook(
                address: resource.address.asFolder, name: resource.text(DAVNames.displayName) ?? "",
                isReadOnly: resource.isReadOnly)
        }
    }

    /// The folders with the address books of a user.
    fileprivate func homes(of address: DAVAddress) throws(DAVError) -> [DAVAddress] {
        try references(DAVNames.addressBookHome, of: address).map(\.asFolder)
    }

    /// Whether the server does not know who asks: some answer everybody.
    fileprivate var isUnauthenticated: Bool {
        resources.contains { $0.properties[DAVNames.currentUserPrincipal]?.first(DAVNames.unauthenticated) != nil }
    }

    /// The addresses that a property has, where a password may go, each once.
    /// - Throws: ``DAVError/elsewhere(_:)`` if it has others only.
    fileprivate func references(_ property: XMLName, of address: DAVAddress) throws(DAVError) -> [DAVAddress] {
        let references = resources.flatMap { $0.properties[property]?.all(DAVNames.href) ?? [] }.map(\.text)
        var result: [DAVAddress] = []
        for reference in references.compactMap(address.resolving)
        where reference.isTrusted(by: address) && !result.contains(reference) {
            result.append(reference)
        }
        if result.isEmpty, let other = references.first { throw .elsewhere(other) }
        return result
    }
}

extension Multistatus.Resource {
    /// Whether the server lists what the user may do, and writing is not among it. Some servers list nothing.
    package var isReadOnly: Bool {
        guard let list = properties[DAVNames.privileges] else { return false }
        let names = Set(list.all(DAVNames.privilege).flatMap { $0.children.map(\.name.local) })
        return !names.isEmpty && names.isDisjoint(with: ["all", "write", "write-content", "bind"])
    }
}
