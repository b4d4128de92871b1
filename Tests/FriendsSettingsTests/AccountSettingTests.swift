import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct AccountSettingTests {
    @Test func `accounts are read from their tables`() throws {
        let settings = try Settings(
            """
            theme = "night"
            [account.work]
            url = "https://dav.example/ada/"
            user = "ada"
            password-command = ["pass", "show", "my dav", ""]
            ca-file = "~/ca.pem"
            insecure = false
            [account."my.home"]
            url = "http://nas.example/contacts/"
            user = "Åse Müller"
            password-file = "secrets/nas"
            insecure = true
            [account.TOKEN_1]
            url = "https://dav.example/"
            token-command = ["/usr/bin/oauth", "--token"]
            [account.open]
            url = "https://dav.example/public/"
            user = ""
            password-file = ""
            password-command = []
            token-command = []
            ca-file = ""
            """)
        #expect(
            Set(settings.accounts.map(\.name)) == ["work", "my.home", "TOKEN_1", "open"]
                && settings.accounts.count == 4)
        let accounts = Dictionary(uniqueKeysWithValues: settings.accounts.map { ($0.name, $0) })
        #expect(
            accounts["work"]
                == AccountSetting(
                    name: "work", url: "https://dav.example/ada/",
                    signIn: .password(user: "ada", .command(["pass", "show", "my dav", ""])), isInsecure: false,
                    caFile: "/home/ada/ca.pem"))
        #expect(
            accounts["my.home"]
                == AccountSetting(
                    name: "my.home", url: "http://nas.example/contacts/",
                    signIn: .password(user: "Åse Müller", .file("/home/ada/.config/friends/secrets/nas")),
                    isInsecure: true, caFile: nil))
        #expect(accounts["TOKEN_1"]?.signIn == .token(command: ["/usr/bin/oauth", "--token"]))
        #expect(accounts["open"]?.signIn == .anonymous)
        #expect(settings.theme.value == "night")
    }

    @Test(arguments: [
        "account = { work = { url = 'https://x' } }", "account.work.url = 'https://x'",
        "[account]\nwork.url = 'https://x'", "[account]\nwork = { url = 'https://x' }",
        "[ account . 'work' ]\nurl = 'https://x'", "[account]\n[account.work]\n\"url\" = '''https://x'''",
    ])
    func `an account can be written as TOML allows`(text: String) throws {
        let account = AccountSetting(
            name: "work", url: "https://x", signIn: .anonymous, isInsecure: false, caFile: nil)
        #expect(try Settings(text).accounts == [account])
    }

    @Test(arguments: ["[account]", "", "account = {}"])
    func `there need not be an account`(text: String) throws {
        #expect(try Settings(text).accounts == [])
    }

    @Test(arguments: [
        ("account = 'x'", "account: must be a table, not a string"),
        ("[[account]]\nurl = 'https://x'", "account: must be a table, not a list"),
        ("account.a = 1", "account.a: must be a table, not a number"),
        ("[[account.a]]", "account.a: must be a table, not a list"),
        ("[accounts.a]\nurl = 'https://x'", "unknown setting “accounts”; did you mean “account”?"),
        ("[account.a]", "account.a: “url” is missing"),
        ("[account.a]\nurl = ''", "account.a: “url” is missing"),
        ("[account.a]\nurl = 1", "account.a.url: must be a string, not a number"),
        ("[account.a]\nurl = 'ftp://x'", "account.a.url: The address must begin with http"),
        ("[account.'a.b']\nurl = 'ftp://x'", "account.\"a.b\".url: The address must begin with http"),
        ("[account.a]\nurl = 'http://x'", "account.a.url: http needs insecure"),
        ("[account.a]\nurl = 'http://x'\ninsecure = false", "account.a.url: http needs insecure"),
        ("[account.a]\nurl = 'https://x'\ninsecure = 'yes'", "account.a.insecure: must be true or false, not a string"),
        ("[account.a]\nurl = 'https://x'\nca-file = 1", "account.a.ca-file: must be a string, not a number"),
        (
            "[account.a]\nurl = 'https://x'\nca-file = '~ada/x'",
            "account.a.ca-file: a path can start with ~/, but not with ~user"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a'",
            "account.a: “user” needs “password-command” or “password-file”"
        ),
        ("[account.a]\nurl = 'https://x'\npassword-file = 'p'", "account.a: “password-file” needs “user”"),
        ("[account.a]\nurl = 'https://x'\npassword-command = ['p']", "account.a: “password-command” needs “user”"),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a'\npassword-file = 'p'\npassword-command = ['p']",
            "account.a: “password-command” and “password-file” cannot be combined"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a'\npassword-file = 'p'\ntoken-command = ['p']",
            "account.a: “password-file” and “token-command” cannot be combined"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a'\ntoken-command = ['p']",
            "account.a: “user” and “token-command” cannot be combined"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a:b'\npassword-file = 'p'",
            "account.a.user: must not contain a colon or control characters"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = \"a\\nb\"\npassword-file = 'p'",
            "account.a.user: must not contain a colon or control characters"
        ),
        (
            "[account.a]\nurl = 'https://x'\nuser = 'a'\npassword-command = 'pass show'",
            "account.a.password-command: must be a list of strings, not a string"
        ),
        (
            "[account.a]\nurl = 'https://x'\ntoken-command = ['a', 1]",
            "account.a.token-command: a word must be a string, not a number"
        ),
        (
            "[account.a]\nurl = 'https://x'\ntoken-command = ['', 'a']",
            "account.a.token-command: the name of the program must not be empty"
        ),
        ("[account.a]\nurl = 'https://x'\nusr = 'x'", "account.a: unknown key “usr”; did you mean “user”?"),
        (
            "[account.a]\nurl = 'https://x'\npassword = 'x'",
            "account.a: unknown key “password”; did you mean “password-command”?"
        ),
        (
            "[account.a]\nurl = 'https://x'\nweather = 1",
            "account.a: unknown key “weather”; choose from “url”, “user”, “password-command”, “password-file”, “token-command”, “insecure”, “ca-file”"
        ),
        (
            "[account.a]\nurl = 'https://x'\ntheme = 'night'",
            "account.a: unknown key “theme”; move the setting of that name before the first table"
        ),
        (
            "[account.a]\nurl = 'https://x'\nlist.columns = ['phone']",
            "account.a: unknown key “list”; move the setting of that name before the first table"
        ),
        (
            "[account.a]\nurl = 'https://x'\nkeys.list.edit = 'x'",
            "account.a: unknown key “keys”; move the setting of that name before the first table"
        ),
        (
            "[account.dav.example]\nurl = 'https://x'",
            "account.dav: unknown key “example”; a name with dots needs quotation marks, such as [account.\"dav.example\"]"
        ),
    ])
    func `problems are reported with their key`(text: String, problem: String) {
        let end = problem.hasSuffix("?") ? "" : "."
        #expect(Settings.problems(text) == ["FILE: \(problem)\(end)"])
    }

    @Test(arguments: [
        "", "a b", "é", "a\nb", "a/b", "a@b", "\u{212A}", String(repeating: "a", count: 65), "a\u{1B}[31m",
    ])
    func `a name that could confuse is rejected`(name: String) {
        let problem = "“\(name)” is not a valid name. Use 1 to 64 of A-Z a-z 0-9 . _ -."
        let text = "[account.\(TOMLText.quoted(name))]\nurl = 'https://x'"
        #expect(Settings.problems(text) == ["FILE: account: \(problem)"])
        var keys = AccountKeys()
        keys.url = "https://x"
        let error = #expect(throws: AccountIssues.self) { try AccountSetting(name, keys, .small) }
        #expect(error?.all.map(\.issue.message) == [problem] && error?.all.first?.key == nil)
    }

    @Test(arguments: ["a", "A.b_c-9", ".", "-", String(repeating: "a", count: 64)])
    func `a valid name is used as it is`(name: String) throws {
        let text = "[account.\"\(name)\"]\nurl = 'https://x'\n"
        #expect(try Settings(text).accounts.map(\.name) == [name])
        #expect(try Settings(text + "[account.other]\nurl = 'https://x'").accounts.count == 2)
    }

    @Test func `everything that is wrong with accounts is said at once`() {
        let text = """
            [account.'b d']
            user = 1
            [account.c]
            user = 'a:b'
            insecure = true
            password-file = 'p'
            token-command = ['']
            """
        #expect(
            Set(Settings.problems(text).map { $0.prefix { $0 != ";" } }) == [
                "FILE: account: “b d” is not a valid name. Use 1 to 64 of A-Z a-z 0-9 . _ -.",
                "FILE: account.\"b d\".user: must be a string, not a number.",
                "FILE: account.c: “url” is missing.",
                "FILE: account.c.user: must not contain a colon or control characters.",
                "FILE: account.c.token-command: the name of the program must not be empty.",
                "FILE: account.c: “password-file” and “token-command” cannot be combined.",
            ])
    }

    @Test func `accounts are printed as they are read`() throws {
        let text = """
            [account.work]
            url = "https://dav.example/ada/"
            user = "ada"
            password-command = ["pass", "show", "to\\u001Bken"]
            [account."my.home"]
            url = "http://nas.example/"
            user = "ada"
            password-file = "secrets/nas"
            insecure = true
            ca-file = "ca.pem"
            [account.open]
            url = "https://dav.example/"
            token-command = ["oauth"]
            """
        let settings = try Settings(text)
        let file = SettingsFile.ofAda
        let lines = settings.lines(.small, changedOnly: true)
        #expect(
            Set(lines) == [
                "account.work.url = \"https://dav.example/ada/\"  # \(file)",
                "account.work.user = \"ada\"  # \(file)",
                "account.work.password-command = [\"pass\", \"show\", \"to\\u001Bken\"]  # \(file)",
                "account.\"my.home\".url = \"http://nas.example/\"  # \(file)",
                "account.\"my.home\".user = \"ada\"  # \(file)",
                "account.\"my.home\".password-file = \"/home/ada/.config/friends/secrets/nas\"  # \(file)",
                "account.\"my.home\".insecure = true  # \(file)",
                "account.\"my.home\".ca-file = \"/home/ada/.config/friends/ca.pem\"  # \(file)",
                "account.open.url = \"https://dav.example/\"  # \(file)",
                "account.open.token-command = [\"oauth\"]  # \(file)",
            ])
        #expect(Set(settings.lines(.small)).isSuperset(of: lines))
        #expect(try Settings(settings.lines(.small).joined(separator: "\n")).accounts == settings.accounts)
    }

    @Test func `the example of the defaults is an account`() throws {
        let lines = Settings.commentedDefaults(.small)
        let start = try #require(lines.firstIndex(of: "# [account.work]"))
        let example = lines[start...].prefix { $0.contains("[") || $0.contains(" = ") }.map { $0.dropFirst(2) }
        let signIn = AccountSetting.SignIn.password(user: "ada", .command(["pass", "show", "dav"]))
        #expect(try Settings(example.joined(separator: "\n")).accounts.map(\.signIn) == [signIn])
        // Where the comment is, it takes no other setting into its table.
        #expect(!lines[start...].contains { $0.hasPrefix("#") && !$0.hasPrefix("# ") })
    }
}
