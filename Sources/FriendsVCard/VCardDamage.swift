/// Why a part of a file is not a card.
package enum VCardDamage: Error, Equatable, Sendable {
    /// The file ends, or the next card begins, before the end of the card. What is missing of it is not known.
    case noEnd
    /// Text outside of cards.
    case notACard
    case tooLarge

    /// One sentence for the user, without a full stop.
    package var message: String {
        switch self {
        case .noEnd: "The card has no end (END:VCARD)"
        case .notACard: "This is not a vCard"
        case .tooLarge:
            "The card has more than \(VCardReader.maximumSize >> 20) MiB or \(VCardReader.maximumLines) lines"
        }
    }
}
