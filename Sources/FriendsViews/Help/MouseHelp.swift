extension HelpEntry {
    /// The mouse actions, for Docs/Keys.md.
    package static let mouse = [
        HelpEntry(
            name: "mouse", keys: ["Wheel"], text: "Scroll the list, trash, messages, drafts, help, palette or alert"),
        HelpEntry(
            name: "mouse", keys: ["Click"],
            text: "Select a friend, an entry or a command, move the cursor in a field or press a button"),
        HelpEntry(name: "mouse", keys: ["Click"], text: "Selected command: run it"),
        HelpEntry(name: "mouse", keys: ["Click"], text: "Key in the last line: do what the key does"),
        HelpEntry(
            name: "mouse", keys: ["Click"],
            text: "`Esc Cancel`: cancel; outside the help, the palette or the chooser: close it"),
        HelpEntry(
            name: "mouse",
            keys: ["Click"], text: "Column title: sort by it; again to reverse"),
        HelpEntry(name: "mouse", keys: ["Click"], text: "Column in the chooser: show or hide it"),
        HelpEntry(
            name: "mouse", keys: ["Double click"],
            text: "Edit the friend in place, or do with the entry of a page what Enter does"),
        HelpEntry(name: "mouse", keys: ["Drag"], text: "Mark the friends from start to end"),
        HelpEntry(
            name: "mouse",
            keys: ["Shift-drag"],
            text: "Select text with the terminal (some terminals use another key)"),
    ]
}
