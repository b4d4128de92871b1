import FriendsXML

/// What a server does in its own way. Without changes it does everything as the standards say.
package struct Behaviour: Sendable {
    package enum UnknownToken: CaseIterable, Sendable {
        /// 403 with the condition (Radicale, SabreDAV, Cyrus).
        case forbidden
        /// 412 with the condition (Xandikos).
        case preconditionFailed
        /// 500 (older Xandikos).
        case serverError
        /// The whole list without deletions, as if the token were known (DAViCal, SOGo).
        case wholeList
    }

    /// How a report says that a card is not there.
    package enum MissingCard: CaseIterable, Sendable {
        case notFound, leftOut, notFoundForAll
    }

    /// How the server spells the paths in its answers.
    package enum Spelling: CaseIterable, Sendable {
        case plain, urls, urlsOfAnotherServer, lowercaseEscapes, escapedAt, anotherPrefix
    }

    package enum ETags: CaseIterable, Sendable {
        /// Everywhere.
        case strong
        /// Everywhere, and weak, as proxies that compress make them.
        case weak
        /// Not in the answers about one card.
        case inListsOnly
        case none
    }

    /// How the XML of the answers is written.
    package enum Form: CaseIterable, Sendable {
        case plain, otherPrefixes, defaultNamespaces, characterData, returnsAsReferences
    }

    /// What an answer has instead of plain XML.
    package enum Disguise: CaseIterable, Sendable {
        case documentType, gzip, loginPage
    }

    /// When the connection is lost.
    package enum Loss: Sendable {
        case beforeWriting, afterWriting
    }

    /// What `/.well-known/carddav` is.
    package enum WellKnown: Sendable {
        case redirect, page, missing
    }

    package var unknownToken = UnknownToken.forbidden
    package var hasSyncCollection = true
    package var hasCollectionTag = true
    /// The number of changes in one answer; nil for all.
    package var partSize: Int?
    package var missingCard = MissingCard.notFound
    package var spelling = Spelling.plain
    package var etags = ETags.strong
    package var form = Form.plain
    package var disguise: Disguise?
    /// The server stores a new card under a name of its own.
    package var choosesNames = false
    /// A card of version 4.0 is answered as one of 3.0, unless the client asks for 4.0.
    package var convertsCards = false
    /// A text ends at its first comma without a backslash (Radicale).
    package var cutsCommas = false
    /// The status inside the 207 that answers a PUT, which stores nothing.
    package var statusInside: Int?
    /// The answer to any request about the card with this name alone.
    package var cardFaults: [String: DAVReply] = [:]
    /// How answers to a method end.
    package var endings: [String: DAVReply.Ending] = [:]
    /// The connection is lost at each PUT and DELETE.
    package var loss: Loss?
    /// After this number of requests, the server does not accept the password.
    package var signsOutAfter: Int?

    package var wellKnown = WellKnown.redirect
    /// The server names no user, as to somebody who has not signed in.
    package var isUnauthenticated = false
    /// The home of the books is the user (Radicale).
    package var isHomeOfUser = false
    /// The references to the home; nil for the one of this server.
    package var homes: [String]?
    package var books = ["contacts"]
    package var isReadOnly = false
    /// Where requests for a path are sent instead, by its decoded spelling.
    package var redirects: [String: String] = [:]

    package init() {}

    /// A behaviour that differs in this way.
    package init(_ change: (inout Behaviour) -> Void) {
        change(&self)
    }
}
