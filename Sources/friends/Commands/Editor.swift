import Foundation
import FriendsCommands
import FriendsFiles
import FriendsModel
import FriendsSettings
import Glibc

/// Opens the user's editor on a text, in a private file that is kept until what was typed is stored.
struct Editor {
    private let command: String
    /// The file of the text.
    let path: String

    /// - Parameter name: the file's name, in a directory of the program.
    init(_ directories: AppDirectories, name: String, environment: Environment) {
        command = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        path = directories.edits + "/" + name
    }

    /// Writes the text of the file.
    func write(_ text: String) throws(CommandFailure) {
        do throws(FileError) {
            try Directory.create(for: path)
            let file = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_EXCL)
            do throws(FileError) {
                try file.write(Array(text.utf8))
            } catch {
                remove()
                throw error
            }
        } catch {
            throw .unwritable(path, error.reason)
        }
    }

    /// Runs the editor until the user leaves it.
    /// - Returns: the text of the file.
    func edit() throws(CommandFailure) -> String {
        try run()
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            guard hasFile else { throw .editorRemoved(path) }
            throw .notUTF8(path)
        }
        return text
    }

    /// Whether the file is there: an editor can remove it.
    var hasFile: Bool { access(path, F_OK) == 0 }

    /// Whether the file has this text, byte by byte.
    func holds(_ text: String) -> Bool {
        (try? String(contentsOfFile: path, encoding: .utf8))?.isIdentical(to: text) == true
    }

    func remove() { unlink(path) }

    /// As other programs do, the command is a line of the shell. The shell outlives the keys of the signals, which are for the
    /// editor: what a shell traps is a default again in its programs.
    private func run() throws(CommandFailure) {
        let words = ["sh", "-c", "trap : INT QUIT; \(command) \"$1\"", "sh", path]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        // The threads of tasks block nearly all signals, and most shells would pass that on.
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // A parent may have let friends ignore SIGCHLD; the exit status would be lost.
        signal(SIGCHLD, SIG_DFL)
        // The keys of these signals are for the editor.
        let previous = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in previous { signal(number, handler) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ)
        guard code == 0 else { throw .noEditor(String(cString: strerror(code))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .editorFailed(command) }
    }
}
