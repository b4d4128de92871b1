/// Who sends a request, as far as the doors can tell.
enum Client: Hashable, Sendable {
    /// Whoever has the token of that name.
    case named(String)
    case unnamed(ClientNetwork)
}
