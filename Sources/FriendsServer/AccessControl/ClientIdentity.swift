/// Who sends a request: the key of every limit per client.
enum ClientIdentity: Hashable, Sendable {
    /// A client with a valid token, by the token's name.
    case authenticated(String)
    case anonymous(ClientNetwork)
}
