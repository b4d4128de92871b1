import Foundation
import Glibc
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// `friends import`, from files, folders and standard input.
    struct Imports {
        private static let cards = """
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:ada\r
            N:Lovelace;Ada;;;\r
            FN:Ada Lovelace\r
            TEL:+44 20 7946 0001\r
            EMAIL;TYPE=WORK:ada@example.org\r
            X-ENGINE:analytical\r
            END:VCARD\r
            BEGIN:VCARD\r
            VERSION:4.0\r
            FN:Grace Hopper\r
            ORG:Navy\r
            END:VCARD\r

            """

        private static func card(_ number: Int) -> String {
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(number)\r\nFN:Friend \(number)\r\nX-N:\(number)\r\nEND:VCARD\r\n"
        }

        @Test func `groups of cards are tags, and leave with the cards`() async throws {
            try await Commands.withFriends { server, shell in
                let group = """
                    BEGIN:VCARD\r
                    VERSION:3.0\r
                    N:Engineers\r
                    FN:Engineers\r
                    X-ADDRESSBOOKSERVER-KIND:group\r
                    X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ada\r
                    UID:group\r
                    END:VCARD\r

                    """
                try Data((Self.cards + group).utf8).write(to: shell.home.appending(path: "cards.vcf"))
                let outcome = try await shell.script(
                    """
                    export FRIENDS_SERVER=\(server.url)
                    friends import cards.vcf && friends list --json '#engineers'
                    friends export out.vcf && tail -n 8 out.vcf | cmp - <(tail -n 8 cards.vcf) && echo same
                    friends import out.vcf cards.vcf
                    """)
                #expect(outcome.output.contains("Lovelace") && outcome.output.contains("Engineers"))
                #expect(outcome.output.contains("\nsame\n"), "\(outcome)")
                #expect(outcome.output.hasSuffix("\n7 already there\n"), "\(outcome)")
            }
        }

        @Test(arguments: Commands.Source.allCases)
        func `an import has its statuses`(source: Commands.Source) async throws {
            try await Commands.withFriends { server, shell in
                let damaged = "\(Self.cards)BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Half\r\n"
                try Data(damaged.utf8).write(to: shell.home.appending(path: "damaged.vcf"))
                try Data().write(to: shell.home.appending(path: "empty"))
                _ = try await shell.script("mkdir none; echo 'What is this' >text")
                let error = "friends: damaged.vcf:15: The card has no end (END:VCARD).\n"
                let hint =
                    "friends: 1 new friend looks like one that was there. See friends duplicates, or --on-duplicate.\n"
                let table: [(command: String, status: Int32, output: String, error: String)] = [
                    ("import damaged.vcf --dry-run", 1, "2 to add, 1 refused\n", error),
                    ("import damaged.vcf --dry-run --on-duplicate skip", 1, "1 to add, 1 skipped, 1 refused\n", error),
                    ("import damaged.vcf", 1, "2 added, 1 refused\n", error + hint),
                    ("import damaged.vcf", 1, "2 already there, 1 refused\n", error),
                    ("import empty", 0, "No friends\n", ""),
                    ("import", 64, "", "friends: Missing expected argument '<file> ...'"),
                    ("import ''", 64, "", "friends: The name of a file must not be empty."),
                    ("import - -", 64, "", "friends: Standard input can be read once only."),
                    ("import nowhere.vcf", 64, "", "friends: nowhere.vcf cannot be read: No such file or directory.\n"),
                    ("import none", 64, "", "friends: none has no files whose names end in .vcf or .vcard.\n"),
                    ("import text", 64, "", "friends: The format of text is not known. Choose a --format.\n"),
                    ("import damaged.vcf nowhere.vcf", 64, "", "friends: nowhere.vcf cannot be read"),
                    (
                        "import --format word text", 64, "",
                        "friends: The value 'word' is invalid for '--format <format>'"
                    ),
                    (
                        "import --on-duplicate ask text", 64, "",
                        "friends: The value 'ask' is invalid for '--on-duplicate"
                    ),
                    ("import --map x damaged.vcf", 64, "", "friends: --map: “x” must have the form HEADER=TARGET"),
                    ("import --map x=note damaged.vcf", 64, "", "friends: --map: no file has a column “x”.\n"),
                    (
                        "import damaged.vcf --server http://127.0.0.1:1", 6, "",
                        "friends: The server at 127.0.0.1:1 isn\u{2019}t running"
                    ),
                ]
                for row in table {
                    let option = row.command.contains("--server") ? "" : source.option(server)
                    let outcome = try await shell.run("friends \(row.command) \(option)")
                    #expect(outcome.status == .exited(row.status), "\(row.command): \(outcome)")
                    #expect(outcome.output == row.output, "\(row.command): \(outcome)")
                    #expect(
                        row.error.isEmpty ? outcome.error.isEmpty : outcome.error.hasPrefix(row.error), "\(outcome)")
                }
            }
        }

        @Test func `importing again changes nothing after edits`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let first = try await shell.run("friends import -", input: Self.cards)
                #expect(first.output == "2 added\n" && first.error.isEmpty && first.status == .exited(0), "\(first)")
                let edit = try await shell.run("friends edit ada --first-name Augusta --remove-line email --line tag=x")
                #expect(edit.status == .exited(0), "\(edit)")
                let before = try await shell.run("friends export --format json")
                let again = try await shell.run("friends import -", input: Self.cards)
                #expect(again.output == "2 already there\n" && again.error.isEmpty, "\(again)")
                #expect(try await shell.run("friends export --format json") == before)
                // A newer card changes what it changes.
                let newer = Self.cards.replacing("+44 20 7946 0001", with: "+44 20 7946 0002")
                let changed = try await shell.run("friends import -", input: newer)
                #expect(changed.output == "1 changed, 1 already there\n", "\(changed)")
                let ada = try await shell.run("friends show ada")
                #expect(ada.output.contains("Augusta") && ada.output.contains("0002") && ada.output.contains("\tx\n"))
            }
        }

        @Test(arguments: ["vcard", "json"])
        func `an export comes back as it was`(format: String) async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                _ = try await shell.run("friends import -", input: Self.cards)
                _ = try await shell.run(
                    "friends add --first-name Linus --line note:home=Likes --line tag=a --line tag=b")
                let export = try await shell.run("friends export --format \(format)")
                let outcome = try await shell.run("friends import - --database new.sqlite", input: export.output)
                #expect(outcome.output == "3 added\n" && outcome.error.isEmpty, "\(outcome)")
                // The versions and the histories differ.
                let text = "sed 's/\"version\":\"[0-9]*\"//; s/\"history\":\"[0-9a-f]*\"//'"
                let old = try await shell.script("friends export --format json | \(text)")
                let new = try await shell.script("friends export --format json --database new.sqlite | \(text)")
                #expect(old == new && old.output.contains("\"rest\"") && old.output.contains("Linus"))
                let cards = try await shell.run("friends export --database new.sqlite")
                #expect(try await shell.run("friends export") == cards)
            }
        }

        @Test func `a folder of cards is one import`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                try FileManager.default.createDirectory(
                    at: home.appending(path: "book/more"), withIntermediateDirectories: true)
                for number in 0..<3 {
                    try Data(Self.card(number).utf8).write(to: home.appending(path: "book/\(number).vcf"))
                }
                try Data("no card\n".utf8).write(to: home.appending(path: "book/3.VCF"))
                try Data("notes".utf8).write(to: home.appending(path: "book/readme.txt"))
                try Data(Self.card(9).utf8).write(to: home.appending(path: "book/more/9.vcf"))
                let outcome = try await shell.run("friends import book")
                #expect(outcome.output == "4 added, 1 refused\n", "\(outcome)")
                #expect(outcome.error == "friends: book/3.VCF:1: This is not a vCard.\n")
                let again = try await shell.run("friends import book book/1.vcf")
                #expect(again.output == "5 already there, 1 refused\n", "\(again)")
            }
        }

        @Test func `a file of a folder that cannot be read is refused`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                _ = try await shell.script(
                    "mkdir -p book/c; mkfifo book/c/a.vcf; ln -s nowhere book/b.vcf; mkfifo book/d.vcf")
                for number in [1, 9] {
                    try Data(Self.card(number).utf8).write(to: home.appending(path: "book/\(number).vcf"))
                }
                let outcome = try await shell.run("friends import book")
                #expect(outcome.output == "2 added, 3 refused\n" && outcome.status == .exited(1), "\(outcome)")
                #expect(
                    outcome.error == """
                        friends: book/b.vcf: The file cannot be read: No such file or directory.
                        friends: book/c/a.vcf: The file cannot be read: It is not a regular file.
                        friends: book/d.vcf: The file cannot be read: It is not a regular file.

                        """)
                // One that is named ends the import before anything is written.
                let named = try await shell.run("friends import book book/b.vcf --database other.sqlite")
                #expect(named.status == .exited(64) && named.output.isEmpty, "\(named)")
                #expect(named.error == "friends: book/b.vcf cannot be read: No such file or directory.\n")
                let list = try await shell.run("friends list --database other.sqlite")
                #expect(list.status == .exited(0) && list.output.isEmpty, "\(list)")
            }
        }

        @Test func `what becomes of each record is JSON`() async throws {
            struct Report: Decodable {
                struct Record: Decodable {
                    let action: String
                    let file: String
                    let row: Int
                    let id: String?
                    let friend: String?
                    let name: String?
                    let reason: String?
                    let same: [[String: String]]?
                }
                let records: [Record]
                let added: Int
                let merged: Int
                let refused: Int
                let dryrun: Bool?
            }
            try await Commands.withFriends { server, shell in
                let input = Self.cards + "no card\r\n"
                let outcome = try await shell.run(
                    "friends import - --json --on-duplicate merge --server \(server.url)", input: input)
                #expect(outcome.status == .exited(1), "\(outcome)")
                let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
                #expect(report.added == 1 && report.merged == 1 && report.refused == 1 && report.dryrun == nil)
                #expect(report.records.map(\.row).sorted() == [1, 10, 15])
                let ada = try #require(report.records.first { $0.row == 1 })
                let there = try await HTTP(server.url).friends().first { $0.lastname == "Lovelace" }
                // Ada has everything that the card shows, and takes over the rest.
                #expect(
                    ada.action == "merged" && ada.friend == there?.id
                        && ada.same?.map { $0["kind"] } == ["name", "phone", "email"])
            }
        }

        @Test func `a table with unknown columns is asked about`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let table = "First name,Last name,Phone,Shoe size\nAda,Lovelace,+44 20 7946 0001,37\n"
                let outcome = try await shell.run("friends import - --format csv", input: table)
                #expect(outcome.status == .exited(64) && outcome.output.isEmpty, "\(outcome)")
                #expect(
                    outcome.error.hasPrefix("friends: Standard input has columns that are not known: “Shoe size”.\n")
                        && outcome.error.contains("--map 'Shoe size=note'"),
                    "\(outcome)")
                let mapped = try await shell.run(
                    "friends import - --format csv --map 'Shoe size=note:shoes'", input: table)
                #expect(mapped.output == "1 added\n", "\(mapped)")
                let ada = try await shell.run("friends show ada")
                #expect(ada.output.contains("note\tshoes\t37\n"), "\(ada)")
            }
        }

        // MARK: Ended in the middle

        /// An import of a pipe that does not end, when all whole batches are written.
        private static func inTheMiddle(
            _ story: (Process, Shell, _ error: () throws -> String) async throws -> Void
        ) async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let cards = Data((0..<1_300).map { card($0) }.joined().utf8)
                try cards.write(to: home.appending(path: "cards.vcf"))
                let pipe = home.appending(path: "pipe").path()
                try #require(mkfifo(pipe, 0o600) == 0)
                let errors = home.appending(path: "errors")
                try Data().write(to: errors)
                let process = Process()
                process.executableURL = URL(filePath: Programs.friends)
                process.arguments = ["import", pipe]
                process.environment = Programs.environment(home: home)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = try FileHandle(forWritingTo: errors)
                try process.run()
                defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
                // Both ends, so that nothing waits for the program to open it.
                let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
                try #require(descriptor >= 0)
                let writing = Thread { FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(cards) }
                writing.start()
                try await eventually("whole batches") { try await count(shell) == 1_000 }
                try await eventually("the end of writing") { writing.isFinished }
                try await story(process, shell) { try String(contentsOf: errors, encoding: .utf8) }
                close(descriptor)
                // The next import continues.
                let next = try await shell.run("friends import cards.vcf")
                #expect(next.output == "300 added, 1000 already there\n" && next.status == .exited(0), "\(next)")
                #expect(try await count(shell) == 1_300)
            }
        }

        private static func count(_ shell: Shell) async throws -> Int {
            let list = try await shell.run("friends list --columns id")
            return list.output.split(separator: "\n").count
        }

        @Test func `a killed import leaves whole batches, and the next one goes on`() async throws {
            try await Self.inTheMiddle { process, shell, _ in
                kill(process.processIdentifier, SIGKILL)
                try await eventually("the end") { !process.isRunning }
                #expect(try await Self.count(shell) == 1_000)
            }
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `an interrupted import says what stays`(signal: CInt) async throws {
            try await Self.inTheMiddle { process, shell, error in
                kill(process.processIdentifier, signal)
                try await eventually("the end") { !process.isRunning }
                #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
                #expect(
                    try error() == "friends: Interrupted. Imported so far: 1000 added. Import again to go on.\n")
                #expect(try await Self.count(shell) == 1_000)
            }
        }

        @Test func `no file drives the terminal`() async throws {
            try await Tmux.with { tmux in
                let card =
                    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\u{1B}]0;HACK\u{7}Ada\r\nBDAY:\u{1B}[2J\r\nEND:VCARD\r\nno\r\n"
                try Data(card.utf8).write(to: tmux.home.appending(path: "a\u{1B}[7m.vcf"))
                try await tmux.enter("clear; friends import a*.vcf")
                let screen = try await tmux.wait(for: "1 added, 1 refused")
                #expect(screen.contains("friends: a␛[7m.vcf:6: This is not a vCard."), "\(screen)")
            }
        }
    }
}
