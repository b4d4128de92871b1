import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct SettingsReadingTests {
    // MARK: What goes before what

    @Test func `without settings the defaults apply`() throws {
        #expect(try Settings(nil) == Settings())
        var empty = try Settings("# nothing yet\n")
        #expect(empty.file?.path == SettingsFile.ofAda)
        empty.file = nil
        #expect(empty == Settings())
    }

    @Test func everySettingIsReadFromTheFile() throws {
        let settings = try Settings(
            """
            server = "HTTP://x"
            token-file = "token"
            ca-file = "~/ca.pem"
            connect-timeout = 1
            read-timeout = 2.5
            request-timeout = 3600
            log-level = "debug"
            log-format = "json"
            theme = "night"
            ascii = true
            plain = true
            reduced-motion = true
            mouse = false
            sort = "phone"
            sort-reversed = true
            list.columns = ["email", "first-name"]
            colors.title = "bold"
            keys.list.edit = "Enter"
            keys.list.reload = []
            keys.form.submit = ["E", "enter", "e"]
            """)
        var expected = Settings()
        expected.server = Sourced("http://x", .file)
        expected.tokenFile = Sourced("/home/ada/.config/friends/token", .file)
        expected.caFile = Sourced("/home/ada/ca.pem", .file)
        expected.connectTimeout = Sourced(.seconds(1), .file)
        expected.readTimeout = Sourced(.seconds(2.5), .file)
        expected.requestTimeout = Sourced(.seconds(3_600), .file)
        expected.logLevel = Sourced(.debug, .file)
        expected.logFormat = Sourced(.json, .file)
        expected.theme = Sourced("night", .file)
        expected.ascii = Sourced(true, .file)
        expected.plain = Sourced(true, .file)
        expected.reducedMotion = Sourced(true, .file)
        expected.mouse = Sourced(false, .file)
        expected.sort = Sourced("phone", .file)
        expected.sortReversed = Sourced(true, .file)
        expected.listColumns = Sourced(["email", "first-name"], .file)
        expected.colors = [ColorSetting(role: "title", style: "bold")]
        expected.keys = settings.keys
        expected.file = settings.file
        #expect(settings == expected)
        #expect(
            settings.keys.sorted { ($0.place, $0.action) < ($1.place, $1.action) } == [
                KeySetting(place: "form", action: "submit", keys: ["e", "Enter"]),
                KeySetting(place: "list", action: "edit", keys: ["Enter"]),
                KeySetting(place: "list", action: "reload", keys: []),
            ])
    }

    /// What the file, the variables and the options say, each in its own way.
    struct Words: Sendable {
        var file = ""
        var serverVariable: String?
        var timeoutVariable: String?
        var serverOption: String?
        var databaseOption: String?
        var timeoutOption: String?

        var settings: Settings {
            get throws {
                try Settings(
                    file,
                    options: [
                        "--server": serverOption, "--database": databaseOption, "--connect-timeout": timeoutOption,
                    ]
                    .compactMapValues { $0 },
                    variables: ["FRIENDS_SERVER": serverVariable, "FRIENDS_CONNECT_TIMEOUT": timeoutVariable]
                        .compactMapValues { $0 })
            }
        }
    }

    @Test func `options override variables, which override the file`() throws {
        var words = Words(file: "connect-timeout = 1")
        #expect(try words.settings.connectTimeout == Sourced(.seconds(1), .file))
        words.timeoutVariable = "2"
        #expect(try words.settings.connectTimeout == Sourced(.seconds(2), .variable("FRIENDS_CONNECT_TIMEOUT")))
        words.timeoutOption = "3"
        #expect(try words.settings.connectTimeout == Sourced(.seconds(3), .option("--connect-timeout")))
        // What is not asked is not looked at.
        words.timeoutVariable = "soon"
        #expect(try words.settings.connectTimeout == Sourced(.seconds(3), .option("--connect-timeout")))
    }

    @Test func `former names still work`() throws {
        let file = try Settings("silence-timeout = 2.5\nkeys.list.load-again = 'Enter'")
        #expect(file.readTimeout == Sourced(.seconds(2.5), .file))
        #expect(file.keys == [KeySetting(place: "list", action: "reload", keys: ["Enter"])])
        let variable = try Settings("silence-timeout = 2.5", variables: ["FRIENDS_SILENCE_TIMEOUT": "3"])
        #expect(variable.readTimeout == Sourced(.seconds(3), .variable("FRIENDS_SILENCE_TIMEOUT")))
        let option = try Settings(
            "read-timeout = 2", options: ["--silence-timeout": "4"], variables: ["FRIENDS_READ_TIMEOUT": "3"])
        #expect(option.readTimeout == Sourced(.seconds(4), .option("--silence-timeout")))
        #expect(option.lines(.small).contains("read-timeout = 4  # --silence-timeout"))
        #expect(file.lines(.small).contains("read-timeout = 2.5  # \(SettingsFile.ofAda)"))
        #expect(
            Settings.problems("silence-timeout = 0")
                == ["FILE: silence-timeout: must be a number of seconds from 0.1 to 3600."])
    }

    @Test(arguments: ["read-timeout = 2\nsilence-timeout = 9", "silence-timeout = 9\nread-timeout = 2"])
    func `a current name goes before a former one`(file: String) throws {
        #expect(try Settings(file).readTimeout == Sourced(.seconds(2), .file))
        let variables = ["FRIENDS_SILENCE_TIMEOUT": "9", "FRIENDS_READ_TIMEOUT": "3"]
        #expect(try Settings(file, variables: variables).readTimeout.value == .seconds(3))
        let options = ["--silence-timeout": "9", "--read-timeout": "4"]
        #expect(try Settings(file, options: options, variables: variables).readTimeout.value == .seconds(4))
    }

    @Test(arguments: ["load-again = 'e'\nreload = 'Enter'", "reload = 'Enter'\nload-again = 'e'"])
    func `a current key name goes before a former one`(keys: String) throws {
        let settings = try Settings("[keys.list]\n\(keys)")
        #expect(settings.keys == [KeySetting(place: "list", action: "reload", keys: ["Enter"])])
    }

    @Test func `a former key name is said as it was written`() throws {
        #expect(
            Settings.problems("[keys.list]\nload-again = 'x'") == ["FILE: keys.list.load-again: x is taken."])
        let settings = try Settings("[keys.list]\nload-again = 'Enter'")
        #expect(settings.lines(.small).contains { $0.hasSuffix("# \(SettingsFile.ofAda)") })
    }

    private static let server = "server = 'http://f'"
    private static let database = "database = '/f'"

    @Test(arguments: [
        (Words(file: server), "http://f"),
        (Words(file: server, serverVariable: "http://v"), "http://v"),
        (Words(file: server, serverVariable: "http://v", serverOption: "http://o"), "http://o"),
        (Words(file: database, serverVariable: "http://v"), "http://v"),
        (Words(file: database, serverOption: "http://o"), "http://o"),
    ])
    func `the highest precedence chooses the server`(words: Words, server: String) throws {
        #expect(try words.settings.server.value == server)
        #expect(try words.settings.database == Sourced(nil))
    }

    @Test(arguments: [
        (Words(), nil),
        (Words(file: database), "/f"),
        (Words(file: database, databaseOption: "o"), "o"),
        (Words(file: server, databaseOption: "o"), "o"),
        (Words(file: server, serverVariable: "http://v", databaseOption: "o"), "o"),
        (Words(file: server, serverVariable: "nonsense", databaseOption: "o"), "o"),
    ])
    func `the highest precedence chooses the database`(words: Words, database: String?) throws {
        #expect(try words.settings.database.value == database)
        #expect(try words.settings.server == Sourced(nil))
    }

    @Test func theFileCannotNameBothAServerAndADatabase() {
        #expect(
            Settings.problems("server = 'http://f'\ndatabase = 'x'") == [
                "FILE: database: “server” and “database” cannot be combined: a shared server has its own database."
            ])
        #expect(Settings.problems("server = ''\ndatabase = 'x'") == [])
    }

    /// A token is for one server. Whoever names another one, to try it, must not give it away.
    @Test(arguments: [
        (Words(file: server), true),
        (Words(file: server, serverOption: "HTTP://F"), true),
        (Words(file: server, serverOption: "http://other"), false),
        (Words(file: server, serverVariable: "http://other"), false),
        (Words(file: server, serverVariable: "http://other", serverOption: "http://f"), true),
        (Words(file: "", serverOption: "http://other"), true),
    ])
    func `the file's token goes to the file's server only`(words: Words, isUsed: Bool) throws {
        var words = words
        words.file += "\ntoken-file = '/t'\nca-file = '/c'"
        let settings = try words.settings
        #expect(settings.tokenFile == (isUsed ? Sourced("/t", .file) : Sourced(nil)))
        #expect(settings.caFile == (isUsed ? Sourced("/c", .file) : Sourced(nil)))
    }

    @Test func `a token named for one start goes to any server`() throws {
        let settings = try Settings(
            Self.server + "\ntoken-file = '/t'", options: ["--server": "http://other", "--token-file": "own"])
        #expect(settings.tokenFile == Sourced("own", .option("--token-file")))
    }

    @Test func `the address of a database is no path`() throws {
        let address = "postgresql://ada@db.example.org/friends"
        #expect(try Settings("database = \"\(address)\"").database.value == address)
        #expect(try Settings("database = \"a:/b\"").database.value == "/home/ada/.config/friends/a:/b")
    }

    @Test(arguments: [
        ("/a/b", "/a/b"), ("a/b", "/home/ada/.config/friends/a/b"), ("~/a", "/home/ada/a"), ("~", "/home/ada"),
        ("../a", "/home/ada/.config/friends/../a"),
    ])
    func aPathInTheFileIsRelativeToItsDirectory(text: String, path: String) throws {
        #expect(try Settings("token-file = '\(text)'").tokenFile.value == path)
        // On the command line the shell has made of it what it means.
        #expect(try Settings(nil, options: ["--token-file": text]).tokenFile.value == text)
    }

    // MARK: What is wrong

    @Test(arguments: [
        ("them = 'night'", "FILE: unknown setting “them”; did you mean “theme”?"),
        ("\n\"Mouse \" = true", "FILE: unknown setting “Mouse ”; did you mean “mouse”?"),
        ("token = 'secret'", "FILE: unknown setting “token”; did you mean “token-file”?"),
        ("weather = 1", "FILE: unknown setting “weather”."),
        ("reload = 'R'", "FILE: unknown setting “reload”; did you mean “keys.list.reload”?"),
        ("[[weather]]", "FILE: unknown setting “weather”."),
        ("[weather.tomorrow]\nsun = 1", "FILE: unknown setting “weather”."),
        ("theme = 'nihgt'", "FILE: theme: unknown theme “nihgt”; did you mean “night”?"),
        ("theme = ''", "FILE: theme: unknown theme “”; choose from “default”, “night”."),
        ("theme = 3", "FILE: theme: must be a string, not a number."),
        ("mouse = 'on'", "FILE: mouse: must be true or false, not a string."),
        ("mouse = [true]", "FILE: mouse: must be true or false, not a list."),
        ("mouse = 2026-01-01", "FILE: mouse: must be true or false."),
        ("sort = 'last name'", "FILE: sort: unknown order “last name”; did you mean “last-name”?"),
        ("server = 'ftp://x'", "FILE: server: The address must begin with http."),
        ("server = true", "FILE: server: must be a string, not true or false."),
        (
            "token-file = '~grace/token'",
            "FILE: token-file: a path can start with ~/, but not with ~user."
        ),
        ("connect-timeout = 0", "FILE: connect-timeout: must be a number of seconds from 0.1 to 3600."),
        ("connect-timeout = nan", "FILE: connect-timeout: must be a number of seconds from 0.1 to 3600."),
        (
            "connect-timeout = '3'",
            "FILE: connect-timeout: must be a number of seconds from 0.1 to 3600, not a string."
        ),
        ("log-level = 'INFO'", "FILE: log-level: unknown level “INFO”; did you mean “info”?"),
        ("colors = 'red'", "FILE: colors: must be a table, not a string."),
        ("[colors]\ntitel = 'red'", "FILE: colors: unknown role “titel”; did you mean “title”?"),
        ("[colors]\ntitle = 'loud'", "FILE: colors.title: unknown colour “loud”; did you mean “cloud”?"),
        ("[colors]\ntitle = 1", "FILE: colors.title: must be a string, not a number."),
        ("keys = []", "FILE: keys: must be a table, not a list."),
        ("[keys.lst]\nedit = 'x'", "FILE: keys: unknown section “lst”; did you mean “list”?"),
        ("[keys]\nlist = 'x'", "FILE: keys.list: must be a table, not a string."),
        ("[keys.list]\nedti = 'e'", "FILE: keys.list: unknown action “edti”; did you mean “edit”?"),
        ("[keys.list]\nsubmit = 'e'", "FILE: keys.list: unknown action “submit”; did you mean “keys.form.submit”?"),
        (
            "[keys.list]\ntheme = 'night'",
            "FILE: keys.list: unknown action “theme”; move the setting of that name before the first table."
        ),
        ("[keys.list]\nedit = 'Entre'", "FILE: keys.list.edit: unknown key “Entre”; did you mean “Enter”?"),
        ("[keys.list]\nedit = 3", "FILE: keys.list.edit: must be a list of strings, not a number."),
        ("[keys.list]\nedit = ['e', 3]", "FILE: keys.list.edit: a key must be a string, not a number."),
        ("[keys.list]\nedit = ['e',\n'x']", "FILE: keys.list.edit: x is taken."),
        (
            "mouse = true\nmouse = false",
            "FILE:2:9: not valid TOML, while parsing key-value pair: cannot redefine existing boolean 'mouse'."
        ),
        (
            "theme = \"night\nmouse = true",
            "FILE:1:15: not valid TOML, while parsing string: unescaped control characters other than TAB (U+0009) are explicitly prohibited."
        ),
    ])
    func `problems are reported with their key`(text: String, line: String) {
        #expect(Settings.problems(text) == [line])
    }

    @Test(arguments: [
        ("must be a number", "x must be a number."), ("Ends. And ends.", "x: Ends. And ends."),
        ("did you mean “y”?", "x: did you mean “y”?"),
    ])
    func `a problem ends in one full stop`(message: String, line: String) {
        #expect(SettingsProblem(place: .named("x"), message: message).line == line)
    }

    @Test func `everything that is wrong is said at once`() {
        let problems = Settings.problems(
            "zoo = 1\nmouse = 'x'\nconnect-timeout = -1\nape = 2\n[keys.list]\nedit = 3\nreload = ['x']",
            options: ["--server": "x"], variables: ["FRIENDS_SILENCE_TIMEOUT": "x"])
        #expect(
            problems.map { $0.prefix { $0 != ";" }.prefix(40) } == [
                "FILE: unknown setting “ape”.",
                "FILE: connect-timeout: must be a number ",
                "FILE: keys.list.edit: must be a list of ",
                "FILE: keys.list.reload: x is taken.",
                "FILE: mouse: must be true or false, not ",
                "FILE: unknown setting “zoo”.",
                "--server: The address must begin with ht",
                "FRIENDS_SILENCE_TIMEOUT must be a number",
            ])
    }

    @Test func `a file full of errors does not fill the screen`() {
        let lines = Settings.problems((1...100).map { "wrong\($0) = 1" }.joined(separator: "\n"))
        #expect(lines.count == 21)
        #expect(lines.last == "and 80 more")
    }

    @Test(arguments: [
        (#"clipboard.command = "xclip -selection  clipboard""#, ["xclip", "-selection", "clipboard"]),
        ("[clipboard]\ncommand = [\"my copy\", \"$x\", \"\"]", ["my copy", "$x", ""]),
        ("clipboard.command = []", []), (#"clipboard.command = """#, []),
    ])
    func `the clipboard command is a string or a list`(text: String, words: [String]) throws {
        #expect(try Settings(text).clipboardCommand.value == words)
    }

    @Test(arguments: [
        ("clipboard.command = 1", "clipboard.command: must be a string or a list of strings, not a number."),
        ("clipboard.command = [\"a\", 1]", "clipboard.command: a word must be a string, not a number."),
        ("clipboard.command = [\"\"]", "clipboard.command: the name of the program must not be empty."),
        (#"clipboard.comand = "a""#, "unknown setting “clipboard.comand”; did you mean “clipboard.command”?"),
    ])
    func `an invalid clipboard command is reported`(text: String, problem: String) {
        #expect(Settings.problems(text) == ["FILE: \(problem)"])
    }

    @Test(arguments: [
        ("form.required = []", []), ("[form]\nrequired = [\"phone\"]", ["phone"]),
        ("", ["first-name", "last-name", "phone"]),
    ])
    func `the required fields are a list of their names`(text: String, names: [String]) throws {
        #expect(try Settings(text).requiredFields.value == names)
    }

    @Test(arguments: [
        ("form.required = \"phone\"", "form.required: must be a list of strings, not a string."),
        ("form.required = [1]", "form.required: a field must be a string, not a number."),
        ("list.columns = [1]", "list.columns: a column must be a string, not a number."),
        ("list.columns = 1", "list.columns: must be a list of strings, not a number."),
        ("form.required = [\"fone\"]", "choose from “first-name”, “last-name”, “phone”."),
    ])
    func `invalid lists of names are reported`(text: String, problem: String) {
        #expect(Settings.problems(text).contains { $0.hasSuffix(problem) }, "\(Settings.problems(text))")
    }
}
