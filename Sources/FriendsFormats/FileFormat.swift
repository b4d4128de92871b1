/// A format of files with friends.
package enum FileFormat: String, CaseIterable, Sendable {
    /// vCard 2.1, 3.0 and 4.0.
    case vcard
}
