import FriendsCommands
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AccountTextTests {
    private let text = AccountText([
        .init(name: "phone", url: "https://dav.example/ada/", user: "ada"),
        .init(name: "work", url: "https://dav.example/x\ty\u{1B}[31m/", user: ""),
    ])

    @Test func `people get a table`() {
        #expect(
            text.table?.lines(width: 80) == [
                "Name   Address                        User", "phone  https://dav.example/ada/       ada",
                "work   https://dav.example/x\u{2409}y\u{241B}[31m/",
            ])
        #expect(AccountText([]).table == nil)
    }

    @Test func `programs get rows or an array`() {
        #expect(
            text.rows(TabText(isForTerminal: false))
                == "phone\thttps://dav.example/ada/\tada\nwork\thttps://dav.example/x y [31m/\t\n")
        #expect(String(decoding: AccountText([]).json, as: UTF8.self) == "[]\n")
        #expect(
            String(decoding: text.json, as: UTF8.self).contains(
                #"{"name":"phone","url":"https://dav.example/ada/","user":"ada"}"#))
    }
}
