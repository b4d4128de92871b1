import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct SettingsWritingTests {
    @Test(arguments: [
        "", "plain", "quo\"te", "back\\slash", "a\nb\tc", "\u{1B}[31m", "\u{202E}x\u{200B}", "Nguy\u{1EC5}n/\u{738B}",
        "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{7F}\u{9B}", "~/x#y",
    ])
    func `a quoted text has the same value, without control codes`(text: String) throws {
        let quoted = TOMLText.quoted(text)
        #expect(try SettingsDocument("a = \(quoted)").entries == [.init(name: "a", value: .text(text))])
        for scalar in quoted.unicodeScalars {
            let category = scalar.properties.generalCategory
            #expect(![.control, .format, .nonspacingMark, .spaceSeparator].contains(category) || scalar == " ")
        }
    }

    @Test(arguments: [
        ("postgresql://ada@db/friends", "postgresql://ada@db/friends"),
        ("postgresql://ada:se:c@re/t@db:5432/friends", "postgresql://ada:***@db:5432/friends"),
        ("postgres://ada:secret@a,b/friends?a=b", "postgres://ada:***@a,b/friends?a=b"),
        ("postgresql://db/friends?PASSWORD=x&user=ada", "postgresql://db/friends?PASSWORD=***&user=ada"),
        ("postgresql://db/f?%70assword=x&sslpassword=", "postgresql://db/f?%70assword=***&sslpassword=***"),
        ("postgresql://ada@db:5432/f?password=a@b", "postgresql://ada@db:***"),
        ("postgresql://ada:se?cr@et@db/f", "postgresql://ada:***"),
        ("postgresql://ada@db/f?password=a:b@c&x=y", "postgresql://ada@db/f?password=***&x=y"),
        ("postgresql://db/f?password=a&b@c&&password=d", "postgresql://db/f?password=***&***&&password=***"),
        ("postgresql://ada%3Asecret@db/f", "postgresql://***"), ("postgresql://ada:secret", "postgresql://***"),
        ("postgresql://db/f#password=secret", "postgresql://db/f***"),
        ("postgresql://db/f?a=1;password=secret", "postgresql://db/f?a=1***"),
        ("postgresql://ada:se#cret@db/f", "postgresql://ada:***@db/f"),
        ("postgresql://ada@[::1]:5432,db:/f", "postgresql://ada@[::1]:5432,db:/f"),
        ("/home/ada:b@c?pass=d", "/home/ada:b@c?pass=d"),
    ])
    func `no password of a database is printed`(address: String, printed: String) throws {
        let settings = try Settings(nil, options: ["--database": address])
        #expect(settings.lines(.small, changedOnly: true) == ["database = \"\(printed)\"  # --database"])
    }

    @Test func `every setting is printed with its origin`() throws {
        let settings = try Settings(
            """
            request-timeout = 2.5
            [colors]
            selected = "bold"
            [keys.list]
            edit = "Enter"
            reload = []
            """, options: ["--token-file": "to\u{1B}ken"], variables: ["FRIENDS_SERVER": "http://x"])
        let file = SettingsFile.ofAda
        #expect(
            settings.lines(.small) == [
                #"server = "http://x"  # FRIENDS_SERVER"#,
                #"token-file = "to\u001Bken"  # --token-file"#,
                #"ca-file = ""  # default"#,
                #"database = ""  # default"#,
                "connect-timeout = 3  # default",
                "read-timeout = 5  # default",
                "request-timeout = 2.5  # \(file)",
                #"log-level = "info"  # default"#,
                #"log-format = "text"  # default"#,
                #"theme = "default"  # default"#,
                "ascii = false  # default",
                "plain = false  # default",
                "reduced-motion = false  # default",
                "mouse = true  # default",
                #"sort = "last-name"  # default"#,
                "sort-reversed = false  # default",
                #"list.columns = ["first-name", "last-name", "phone"]  # default"#,
                #"form.required = ["first-name", "last-name", "phone"]  # default"#,
                "clipboard.command = []  # default",
                "colors.selected = \"bold\"  # \(file)",
                "keys.list.edit = [\"Enter\"]  # \(file)",
                "keys.list.reload = []  # \(file)",
                #"keys.form.submit = ["Enter"]  # default"#,
            ])
    }

    @Test func `only what differs from the defaults is printed`() throws {
        let settings = try Settings(
            """
            read-timeout = 5
            request-timeout = 2.5
            theme = "default"
            [colors]
            selected = "bold"
            [keys.list]
            reload = []
            [keys.form]
            submit = "Enter"
            """, options: ["--no-mouse": "false"])
        let file = SettingsFile.ofAda
        #expect(
            settings.lines(.small, changedOnly: true) == [
                "request-timeout = 2.5  # \(file)",
                "mouse = false  # --no-mouse",
                "colors.selected = \"bold\"  # \(file)",
                "keys.list.reload = []  # \(file)",
            ])
        #expect(try Settings("").lines(.small, changedOnly: true) == ["# All settings have their default values."])
    }

    @Test func `a message can be read again`() throws {
        let settings = try Settings(
            "theme = \"night\"\nsort-reversed = true\ntoken-file = \"t\"\nkeys.list.edit = []\ncolors.title = \"bold\"")
        let again = try Settings(settings.lines(.small).joined(separator: "\n"))
        #expect(again.lines(.small).map(Self.withoutOrigin) == settings.lines(.small).map(Self.withoutOrigin))
    }

    /// The defaults, with the signs taken off that make comments of them, are the defaults.
    @Test func theCommentedDefaultsAreTheDefaults() throws {
        let lines = Settings.commentedDefaults(.small)
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("#") })
        #expect(try Settings(lines.joined(separator: "\n")).lines(.small) == Settings().lines(.small))

        let values = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && !$0.hasPrefix("##") }.map {
            $0.dropFirst()
        }
        let taken = try Settings(values.joined(separator: "\n"))
        #expect(taken.lines(.small).map(Self.withoutOrigin) == Settings().lines(.small).map(Self.withoutOrigin))
        #expect(taken.lines(.small).allSatisfy { $0.hasSuffix("# \(SettingsFile.ofAda)") })
    }

    private static func withoutOrigin(_ line: String) -> String { String(line.prefix { $0 != "#" }) }
}
