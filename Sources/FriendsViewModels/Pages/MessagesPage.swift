import FriendsModel

/// The messages of the status line and the alerts, to be read again.
struct MessagesPage: Page {
    let messages: [Message]

    static let kind = PageKind.messages
    static let title = "Messages"
    static let source = PageSource.messages
    static let canReload = false
    static let isOurOwn = true
    static let opening: PageCommand? = PageCommand(
        name: "messages", keys: ["m"], help: "Show messages", footer: "Messages")
    static let commands = [
        PageCommand(name: "read", keys: ["Enter"], help: "Show the whole message", action: .use, footer: "Read")
    ]

    static func load(_ page: PageViewModel) async { page.show(.messages(page.desk.messages)) }

    var count: Int { messages.count }
    func id(at index: Int) -> PageEntries.ID { .number(messages[index].number) }
    func narrowed(by text: String) -> PageEntries { .messages(messages.narrowed(by: text, \.text)) }

    func name(ofCount count: Int) -> String { count.counted(one: "message", other: "messages") }
    var emptyTexts: [String] { ["No messages yet"] }

    static func columnTitles(isShort: Bool) -> [String] { ["Time", "Message"] }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        let message = messages[index]
        return [
            ClockTime.moment(secondsSince1970: message.time, now: now, isShort: isShort),
            (message.kind == .problem ? "! " : "") + message.text,
        ]
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        texts(at: index, now: now, isShort: isShort).reversed().joined(separator: ", ")
    }

    /// Shows the selected message with all its lines.
    func use(at index: Int, in page: PageViewModel) async {
        let message = messages[index]
        await page.desk.prompts.ask(.alert(message.heading, message.lines.map(MessageLine.text)))
    }
}

/// A text of the status line or of an alert.
package struct Message: Equatable, Sendable {
    /// The maximum number of messages; the oldest are dropped.
    package static let limit = 1_000

    /// The number of the message, from 1.
    package let number: Int
    /// The time, in seconds since 1970.
    package let time: Int
    package let kind: StatusMessage.Kind
    package let heading: String
    /// The lines of an alert under its heading, or who is counted in a text of the status line.
    package let lines: [String]

    /// The whole text in one line.
    package var text: String {
        let separator = heading.last?.isPunctuation == true ? " " : " \u{2013} "
        return lines.isEmpty ? heading : heading + separator + lines.joined(separator: " ")
    }
}
