/// What a server knows the user by: the value of the header `Authorization`. It is never shown or logged.
package struct Authorization: Sendable, CustomStringConvertible {
    /// The whole value, such as `Bearer x`.
    let value: String
    /// Where it comes from, such as the name of a file, for a person whom the server refuses; nil if that is unknown.
    package let origin: String?

    /// - Parameters:
    ///   - value: the whole value, without characters that end a header, such as `Basic y`.
    ///   - origin: where it comes from, for a person whom the server refuses.
    package init(_ value: String, origin: String?) {
        self.value = value
        self.origin = origin
    }

    package var description: String { "(hidden)" }
}
