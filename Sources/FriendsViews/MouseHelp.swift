extension HelpEntry {
    /// What the mouse does, for Docs/Keys.md.
    package static let mouse = [
        HelpEntry(
            name: "mouse", keys: ["Wheel"], text: "Scroll the list, the trash, the messages, the help or an alert"),
        HelpEntry(name: "mouse", keys: ["Click"], text: "Select a friend, go to a place in a field, press a button"),
        HelpEntry(
            name: "mouse", keys: ["Click"],
            text: "Cancel, on the line that says `Esc cancels`; close the help, beside it"),
        HelpEntry(
            name: "mouse",
            keys: ["Click"], text: "Sort by a column, at its name; the other way round when it is that one already"),
        HelpEntry(name: "mouse", keys: ["Double click"], text: "Edit the friend in place"),
        HelpEntry(name: "mouse", keys: ["Drag"], text: "Mark the friends between where it begins and where it ends"),
        HelpEntry(
            name: "mouse",
            keys: ["Shift and Drag"],
            text: "Select text, as without friends: the terminal does that itself; some have another key for it"),
    ]
}
