extension HelpEntry {
    /// The mouse actions, for Docs/Keys.md.
    package static let mouse = [
        HelpEntry(
            name: "mouse", keys: ["Wheel"], text: "Scroll the list, trash, messages, help or alert"),
        HelpEntry(
            name: "mouse", keys: ["Click"], text: "Select a friend, move the cursor in a field or press a button"),
        HelpEntry(
            name: "mouse", keys: ["Click"],
            text: "`Esc Cancel`: cancel; outside the help: close the help"),
        HelpEntry(
            name: "mouse",
            keys: ["Click"], text: "Column title: sort by it; again to reverse"),
        HelpEntry(name: "mouse", keys: ["Double click"], text: "Edit the friend in place"),
        HelpEntry(name: "mouse", keys: ["Drag"], text: "Mark the friends from start to end"),
        HelpEntry(
            name: "mouse",
            keys: ["Shift-drag"],
            text: "Select text with the terminal (some terminals use another key)"),
    ]
}
