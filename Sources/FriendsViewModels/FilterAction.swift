/// What can be done with a text that narrows a list: the filter of the friends, of a page or of the help.
package enum FilterAction: Equatable, Sendable {
    /// Lets keys go to the text, a new one or the one there is.
    case begin
    case edit(TextEdit)
    /// Leaves the list narrowed, and keys to the list.
    case keep
    /// Shows everything again.
    case clear
}
