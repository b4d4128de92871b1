import Foundation
import Glibc
import TestSupport
import Testing

@testable import FriendsSession
@testable import FriendsSettings

/// The programs that print a secret.
@Suite(.timeLimit(.minutes(10)))
struct SecretCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func password(_ words: String...) async throws(AccountSecret.Problem) -> Credentials? {
        // The time stands still: no machine is too slow.
        try await AccountSecret.read(
            AccountSecretTests.account(.password(user: "ada", .command(words))), clock: ManualClock())
    }

    private func token(_ words: String...) async throws(AccountSecret.Problem) -> Credentials? {
        try await AccountSecret.read(AccountSecretTests.account(.token(command: words)), clock: ManualClock())
    }

    private func problem(_ words: String...) async -> String? {
        let account = AccountSecretTests.account(.password(user: "ada", .command(words)))
        let problem = await #expect(throws: AccountSecret.Problem.self) {
            try await AccountSecret.read(account, clock: ManualClock())
        }
        return problem?.message
    }

    /// Whether a process still runs. One that is ended may wait for its parent.
    private static func isRunning(_ process: String) -> Bool {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let state = line.split(separator: ")").last?.first { $0 != " " }
        return state.map { !"ZX".contains($0) } ?? false
    }

    /// Runs a script that writes the numbers of its processes, one per line, into the file `$0`, and then does not end.
    /// - Parameter end: ends the waiting for it, when the time is counted.
    /// - Returns: the problem. The processes have ended.
    private func problem(
        ofEndless script: String, processes count: Int = 1, timeLimit: Duration = .seconds(10),
        end: (ManualClock, Task<Credentials?, any Error>) -> Void = { clock, _ in clock.advance(by: .seconds(10)) }
    ) async throws -> AccountSecret.Problem? {
        let file = directory.path + "/processes"
        let account = AccountSecretTests.account(.token(command: ["sh", "-c", script, file]))
        let clock = ManualClock()
        let reading = Task<Credentials?, any Error> {
            try await AccountSecret.read(account, timeLimit: timeLimit, clock: clock)
        }
        let processes = try await eventually("the processes of the script") {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        } until: {
            $0.count == count
        }
        try await eventually("the time limit") { clock.sleeperCount == 1 }
        #expect(processes.allSatisfy(Self.isRunning))
        end(clock, reading)
        let problem = await #expect(throws: AccountSecret.Problem.self) { try await reading.ended() }
        try await eventually("the end of \(processes)") { !processes.contains(where: Self.isRunning) }
        return problem
    }

    @Test func `a password is the first line that a program prints`() async throws {
        #expect(try await password("printf", #"pass word\r\nurl: x\n"#) == .basic(user: "ada", password: "pass word"))
        #expect(try await password("printf", "%s", "Pässwörd") == .basic(user: "ada", password: "Pässwörd"))
        #expect(try await token("/bin/echo", "t0ken-._~+/=") == .bearer(token: "t0ken-._~+/="))
    }

    @Test func `no shell reads the arguments`() async throws {
        let words = "$HOME; `id` > \(directory.path)/x * ~ \"'"
        #expect(try await password("printf", "%s|%s", words, "") == .basic(user: "ada", password: words + "|"))
        #expect(try names(in: directory.path) == [])
    }

    @Test func `a program has the environment and no input`() async throws {
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        #expect(try await password("sh", "-c", "echo \"$PATH\"") == .basic(user: "ada", password: path))
        #expect(try await password("sh", "-c", "cat; read x; echo \"[$x]\"") == .basic(user: "ada", password: "[]"))
        #expect(
            try await password("sh", "-c", "readlink /proc/self/fd/0") == .basic(user: "ada", password: "/dev/null"))
    }

    /// It could take keys from the screen, and draw on it.
    @Test func `a program has no terminal`() async throws {
        // The number of its session is its own, and it has no controlling terminal.
        let script = "read -r all </proc/$$/stat; set -- ${all##*) }; [ $4 = $$ ] && [ $5 = 0 ] && echo alone"
        #expect(try await password("sh", "-c", script) == .basic(user: "ada", password: "alone"))
    }

    @Test func `a line may have 4,096 bytes`() async throws {
        func script(_ count: Int) -> String { "head -c \(count) /dev/zero | tr '\\0' x; echo; echo more" }
        let most = Credentials.basic(user: "ada", password: String(repeating: "x", count: 4_096))
        #expect(try await password("sh", "-c", script(4_096)) == most)
        #expect(
            await problem("sh", "-c", script(4_097))
                == "The password command of account work printed a first line of more than 4096 bytes")
    }

    @Test func `a long output is read to its end`() async throws {
        let script = "echo secret; head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; exit 0"
        #expect(try await password("sh", "-c", script) == .basic(user: "ada", password: "secret"))
    }

    @Test func `a program that is missing is named`() async throws {
        for program in ["friends-has-no-such-program", "/nowhere/program", directory.path + "/text"] {
            try Data("secret".utf8).write(to: URL(filePath: directory.path + "/text"))
            let reason = "cannot be run: \(program) was not found, or is not executable"
            #expect(await problem(program, "secret") == "The password command of account work \(reason)")
        }
    }

    @Test func `the end of a program that fails is told`() async {
        #expect(await problem("false") == "The password command of account work failed with exit status 1")
        #expect(
            await problem("sh", "-c", "echo one >&2; echo 'no key: x' >&2; echo ' ' >&2; echo secret; exit 3")
                == "The password command of account work failed with exit status 3: no key: x")
        #expect(
            await problem("sh", "-c", "echo dying >&2; kill -KILL $$")
                == "The password command of account work was ended by signal 9: dying")
    }

    @Test func `an error is cut, and shows no secret`() async {
        let failed = "The password command of account work failed with exit status 1"
        let long = "head -c 4000 /dev/zero | tr '\\0' x >&2; exit 1"
        #expect(await problem("sh", "-c", long) == "\(failed): \(String(repeating: "x", count: 200))")
        #expect(await problem("sh", "-c", "printf '\\377z' >&2; exit 1") == "\(failed): \u{FFFD}z")
        #expect(await problem("sh", "-c", "set -x; echo secret; exit 1") == "\(failed): + exit 1")
        for script in [
            "echo secret; echo 'echo secret' >&2; exit 1", #"printf 'secret\r\n'; echo 'bad: secret' >&2; exit 1"#,
            // Of a long secret, not even a part is shown.
            "set -- $(head -c 3000 /dev/zero | tr '\\0' x); echo $1; echo bad: $1 >&2; exit 1",
            "set -- $(head -c 3000 /dev/zero | tr '\\0' x); echo $1; echo $1 $1 >&2; exit 1",
        ] { #expect(await problem("sh", "-c", script) == failed, "\(script)") }
    }

    @Test(arguments: [
        ("", "nothing, or an empty first line"), (#"\nsecret"#, "nothing, or an empty first line"),
        (#"\r\nsecret"#, "nothing, or an empty first line"),
        (#"sec\tret\n"#, "a first line with control characters"),
        (#"sec\0ret"#, "a first line with control characters"),
        (#"sec\302\233ret"#, "a first line with control characters"),
        (#"sec\377ret"#, "a first line that is not valid UTF-8"),
    ])
    func `an output without a password is refused`(output: String, what: String) async {
        #expect(await problem("printf", output) == "The password command of account work printed \(what)")
    }

    @Test(arguments: ["to ken", "to\u{7}ken", "tökn", "token ", "to\rken"])
    func `a token that would break a header is refused`(token: String) async {
        let problem = await #expect(throws: AccountSecret.Problem.self) { try await self.token("printf", "%s", token) }
        let reason = "printed a first line with spaces or other characters that no token has"
        #expect(problem?.message == "The token command of account work \(reason)")
    }

    @Test func `a program that ignores signals is killed with its children`() async throws {
        let script = """
            trap '' TERM INT HUP
            sh -c 'trap "" TERM INT HUP; echo $$ >>"$0"; while :; do sleep 1; done' "$0" &
            echo secret; echo asking >&2; echo $$ >>"$0"
            while :; do sleep 1; done
            """
        #expect(
            try await problem(ofEndless: script, processes: 2)?.message
                == "The token command of account work did not end within 10 s: asking")
    }

    @Test func `a program that never stops printing is killed`() async throws {
        let problem = try await problem(ofEndless: "echo $$ >\"$0\"; exec yes", timeLimit: .seconds(2.5))
        #expect(problem?.message == "The token command of account work did not end within 2.5 s")
    }

    /// Without waiting for the time limit.
    @Test func `a line that never ends is not read`() async {
        #expect(
            await problem("sh", "-c", "trap '' PIPE TERM; cat /dev/zero; while :; do sleep 1; done")
                == "The password command of account work printed a first line of more than 4096 bytes")
    }

    @Test func `a program that has closed its output is killed`() async throws {
        let script = "exec >&- 2>&-; echo $$ >\"$0\"; sh -c 'echo $$ >>\"$0\"; exec sleep 1000' \"$0\" & wait"
        #expect(try await problem(ofEndless: script, processes: 2)?.reason == .late(.seconds(10), nil))
    }

    @Test func `a cancelled read kills the program`() async throws {
        let script = "trap '' TERM; echo $$ >\"$0\"; while :; do sleep 1; done"
        let problem = try await problem(ofEndless: script) { _, reading in reading.cancel() }
        #expect(problem?.reason == .cancelled)
        #expect(problem?.message == "The token command of account work was cancelled")
    }

    /// Such as a daemon, which has the output of the program that started it.
    @Test func `what a program leaves running is not waited for`() async throws {
        let file = directory.path + "/process"
        let credentials = try await password("sh", "-c", "sleep 1000 & echo $! >\"$0\"; echo secret", file)
        #expect(credentials == .basic(user: "ada", password: "secret"))
        let process = try String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber)
        #expect(Self.isRunning(process))
        kill(try #require(pid_t(process)), SIGKILL)
    }

    @Test func `the time is limited without a clock of the test`() async throws {
        let account = AccountSecretTests.account(.token(command: ["sleep", "1000"]))
        let problem = await #expect(throws: AccountSecret.Problem.self) {
            try await AccountSecret.read(account, timeLimit: .milliseconds(50))
        }
        #expect(problem?.reason == .late(.milliseconds(50), nil))
        #expect(problem?.message == "The token command of account work did not end within 0.05 s")
    }
}
