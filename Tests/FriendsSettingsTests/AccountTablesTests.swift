import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct AccountTablesTests {
    private static let work = AccountSetting(
        name: "work", url: "https://dav.example/ada/",
        signIn: .password(user: "ada", .command(["pass", "show", "dav"])), isInsecure: false, caFile: nil)
    private static let table = """
        [account.work]
        url = "https://dav.example/ada/"
        user = "ada"
        password-command = ["pass", "show", "dav"]

        """

    /// Beginnings of files, each with what separates it from the table.
    @Test(arguments: [
        ("", ""), ("\n", ""), ("theme = 'night'\n\n", ""), ("theme = 'night'\n", "\n"), ("theme = 'night'", "\n\n"),
        ("# é\u{301} [account.work]", "\n\n"), ("[keys.list]\nedit = [ # ]\n'e',\n]", "\n\n"),
        ("\u{FEFF}theme = 'night'\n", "\n"), ("  \t", "\n\n"), ("a = 1\n \n", "\n"),
        ("[account.home]\nurl = 'https://x'\n\n# the end\n", "\n"), ("[account]\n", "\n"),
        ("account.home.url = 'https://x'\n", "\n"),
    ])
    func `an account is added at the end`(text: String, gap: String) throws {
        let changed = try AccountTables.adding(Self.work, to: text)
        #expect(Array(changed.utf8) == Array((text + gap + Self.table).utf8))
    }

    @Test(arguments: [
        ("a = 1\r\n", "\r\n"), ("a = 1\r\nb = 2", "\r\n\r\n"), ("a = 1\r\n\r\n", ""), ("\r\n", ""),
    ])
    func `an added account has the line ends of the file`(text: String, gap: String) throws {
        let changed = try AccountTables.adding(Self.work, to: text)
        let table = Self.table.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        #expect(Array(changed.utf8) == Array((text + gap).utf8) + table)
    }

    @Test(arguments: [
        AccountSetting(
            name: "x.y", url: "https://x/\u{1B}\"\\\u{202E}", signIn: .anonymous, isInsecure: false, caFile: nil),
        AccountSetting(
            name: "-", url: "http://x", signIn: .password(user: "Åse \"", .file("/a b/c'\n")), isInsecure: true,
            caFile: "/ca"),
        AccountSetting(
            name: "1", url: "https://x", signIn: .token(command: ["a", "", "]\n[account.z]"]), isInsecure: false,
            caFile: nil),
    ])
    func `an added account is read as it was`(account: AccountSetting) throws {
        let text = try AccountTables.adding(account, to: "mouse = false\n")
        let settings = try Settings(text)
        #expect(settings.accounts == [account] && !settings.mouse.value)
        #expect(try AccountTables.removing(account.name, from: text) == "mouse = false\n\n")
    }

    /// Files with an account, and without it.
    @Test(arguments: [
        (table, ""),
        ("theme = 'night'\n\n" + table, "theme = 'night'\n\n"),
        (table + "[keys.list]\nedit = 'x'", "[keys.list]\nedit = 'x'"),
        // Comments and empty lines stay.
        (
            "# above\n[account.work] # here\n# inside\n\n  url = 'https://x' # there\n\t# below\n[account.home]\nurl = 'https://y'",
            "# above\n# inside\n\n\t# below\n[account.home]\nurl = 'https://y'"
        ),
        // Any form of a header.
        ("[ account . work ]\nurl = 'https://x'", ""), ("  [account.\"work\"]\nurl = 'https://x'", ""),
        ("[account.'work']#x\nurl = 'https://x'\n", ""), ("[\"acc\\u006Funt\".work]\nurl = 'https://x'", ""),
        ("\u{FEFF}[account.work]\nurl = 'https://x'\nmouse = 1", "\u{FEFF}"),
        // Line ends.
        ("a = 1\r\n[account.work]\r\nurl = 'https://x'\r\n\r\n# é\r\n[b]\r\nc = 1", "a = 1\r\n\r\n# é\r\n[b]\r\nc = 1"),
        ("a = 1\n[account.work]\r\nurl = 'https://x'\n[b]", "a = 1\n[b]"),
        // Values of several lines, and texts that look like headers.
        (
            "[account.work]\npassword-command = [ # ]\n  'pa[ss', \"]\\\"\",\n\n  '''\n[b]\n''', # [c]\n]\nurl = 'x'\n[d]\ne = 1",
            "[d]\ne = 1"
        ),
        ("[account.work]\nurl = \"\"\"\n[b]\\\"\"\"\"\"\"\n\"[c]\" = '#'\n[d]", "[d]"),
        (
            "a = '''\n[account.work]\nurl = 1\n'''\n[account.work]\nurl = 'https://x'",
            "a = '''\n[account.work]\nurl = 1\n'''\n"
        ),
        (
            "a = \"\"\"\n[account.work]\n\"\"\"\"\"\n[account.work]\nurl = ''''x''''\nb = ''",
            "a = \"\"\"\n[account.work]\n\"\"\"\"\"\n"
        ),
        ("a = [\n[1], # [account.work]\n[2]\n]\n[account.work]\nurl = 'x'", "a = [\n[1], # [account.work]\n[2]\n]\n"),
        ("a = { b = \"}\", c = [ \"{\" ] }\n[account.work]\nurl = 'x'", "a = { b = \"}\", c = [ \"{\" ] }\n"),
        ("[[b]]\n[[b]]\n[account.work]\nurl = 'x'\n[[b]]\nurl = 'y'", "[[b]]\n[[b]]\n[[b]]\nurl = 'y'"),
        // Other accounts with similar names.
        (
            "[account]\n[account.Work]\nurl = 'x'\n[account.work]\nurl = 'y'\n[account.work2]\nurl = 'z'",
            "[account]\n[account.Work]\nurl = 'x'\n[account.work2]\nurl = 'z'"
        ),
        (
            "[other.work]\nurl = 'x'\n[account.work]\nurl = 'y'\n[work]\nurl = 'z'",
            "[other.work]\nurl = 'x'\n[work]\nurl = 'z'"
        ),
    ])
    func `a removed account leaves every other byte`(text: String, rest: String) throws {
        #expect(Array(try AccountTables.removing("work", from: text).utf8) == Array(rest.utf8))
    }

    @Test func `a name with dots is one name`() throws {
        let text = "[account.\"x.y\"]\nurl = 'a'\n[account.x]\nurl = 'b'\n"
        #expect(try AccountTables.removing("x.y", from: text) == "[account.x]\nurl = 'b'\n")
        #expect(try AccountTables.removing("x", from: text) == "[account.\"x.y\"]\nurl = 'a'\n")
    }

    @Test(arguments: [
        "account = { work = { url = 'x' } }", "account.work.url = 'x'", "[account]\nwork.url = 'x'",
        "[account]\nwork = { url = 'x' }", "[account.work]\nurl = 'x'\n[account.work.more]\na = 1",
        "[[account.work]]\nurl = 'x'", "account.work = 1",
    ])
    func `an account that is no table of its own stays`(text: String) {
        #expect(throws: AccountTables.Problem.notRemoved("work")) { try AccountTables.removing("work", from: text) }
    }

    @Test(arguments: ["account = { home = { url = 'x' } }", "account = {}"])
    func `an inline table of accounts gets no other one`(text: String) {
        #expect(throws: AccountTables.Problem.notAdded("work")) { try AccountTables.adding(Self.work, to: text) }
    }

    @Test(arguments: [
        table, "account.work.url = 'x'", "account = { work = 1 }", "[account.'work']", "[[account.work]]",
    ])
    func `a name is given once`(text: String) {
        #expect(throws: AccountTables.Problem.nameTaken("work")) { try AccountTables.adding(Self.work, to: text) }
    }

    @Test func `an unknown name is not removed`() {
        func problem(_ name: String, in text: String) -> AccountTables.Problem? {
            #expect(throws: AccountTables.Problem.self) { try AccountTables.removing(name, from: text) }
        }
        #expect(problem("work", in: "") == .noSuchName("work", nearest: nil))
        #expect(problem("Work", in: Self.table) == .noSuchName("Work", nearest: "work"))
        #expect(problem("url", in: Self.table)?.message == "There is no account url")
        #expect(problem("wrk", in: Self.table)?.message == "There is no account wrk; did you mean work?")
        // Swift takes the sign for kelvin for the letter K.
        #expect(problem("K", in: "[account.\"\u{212A}\"]") == .noSuchName("K", nearest: "\u{212A}"))
    }

    /// Texts that the settings do not take, either.
    @Test(arguments: [
        ("a = ", "not valid TOML in line 1, while parsing"), ("a = '''", "not valid TOML in line 1, while parsing"),
        ("[account.work]\nurl = 'x'\n[account.work]", "not valid TOML in line 3, "),
        ("account = 1", "account must be a table"), ("[[account]]", "account must be a table"),
        ("a = \"\\u0000\"", "U+0000 is not allowed"), ("a = 1\u{0}", "U+0000 is not allowed"),
        (String(repeating: "a.", count: 20_000) + "a = 1", "the file is larger than 32 KiB"),
    ])
    func `a file with a mistake is not changed`(text: String, reason: String) {
        let changes = [
            { try AccountTables.adding(Self.work, to: text) }, { try AccountTables.removing("work", from: text) },
        ]
        for change in changes {
            let problem = #expect(throws: AccountTables.Problem.self) { try change() }
            #expect(problem?.message.hasPrefix("The settings have a mistake: \(reason)") == true, "\(problem as Any)")
        }
    }

    @Test func `a file does not become too large`() throws {
        let most = SettingsFile.maximumSize - Self.table.utf8.count
        let fits = "#" + String(repeating: "x", count: most - 3) + "\n\n"
        #expect(try AccountTables.adding(Self.work, to: fits).utf8.count == SettingsFile.maximumSize)
        #expect(throws: AccountTables.Problem.tooLarge("work")) { try AccountTables.adding(Self.work, to: "#" + fits) }
    }

    /// The library goes one step deeper for every part of a name.
    @Test func `a deep name does not overflow the stack`() throws {
        let deep = "[" + String(repeating: "a.", count: SettingsFile.maximumSize / 2 - 200) + "a]\n"
        let text = try AccountTables.adding(Self.work, to: deep)
        #expect(try AccountTables.removing("work", from: text) == deep + "\n")
    }
}
