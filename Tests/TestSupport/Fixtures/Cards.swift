/// Cards as another program has them.
package enum Cards {
    /// A card of Grace, with more than a friend shows.
    package static let grace = """
        BEGIN:VCARD\r
        VERSION:3.0\r
        UID:grace\r
        N:Hopper;Grace;;;\r
        FN:Grace Hopper\r
        TEL;type=CELL:+1 212 555 0199\r
        X-NAVY:yes\r
        END:VCARD\r

        """
}
