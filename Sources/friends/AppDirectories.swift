import Foundation
import Glibc

/// Where the files of the program are: the XDG base directories.
struct Folders {
    let home: String
    private let config: String
    private let data: String
    private let state: String
    private let cache: String
    private let runtime: String

    init(environment: Environment) {
        let home = environment["HOME"] ?? Self.homeOfUser ?? "/"
        self.home = home
        // A path that is not absolute is to be ignored, says the specification.
        func folder(_ variable: String, else fallback: String) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path }
            return fallback
        }
        config = folder("XDG_CONFIG_HOME", else: home + "/.config") + "/friends"
        data = folder("XDG_DATA_HOME", else: home + "/.local/share") + "/friends"
        state = folder("XDG_STATE_HOME", else: home + "/.local/state") + "/friends"
        cache = folder("XDG_CACHE_HOME", else: home + "/.cache") + "/friends"
        runtime = folder("XDG_RUNTIME_DIR", else: "/tmp")
    }

    var settings: String { config + "/config.toml" }
    var database: String { data + "/friends.sqlite" }
    /// The file with the tokens of those who may use the shared server.
    var tokens: String { data + "/tokens" }
    var log: String { state + "/friends.log" }
    var serverLog: String { state + "/server.log" }
    /// What the list was sorted by last.
    var order: String { state + "/order" }
    /// The folder of what is being typed.
    var drafts: String { state + "/drafts" }
    /// The folder of the lists of shared servers.
    var lists: String { cache + "/lists" }

    /// Makes a folder that only this user can enter, for the socket of the private server.
    /// - Returns: nil when no folder can be made; `errno` says why.
    func makeSocketFolder() -> String? {
        // A socket's path is short: a runtime folder that is too long is passed over.
        for parent in [runtime, "/tmp"] where parent.utf8.count <= 80 {
            var template = Array((parent + "/friends-XXXXXX").utf8CString)
            if let made = mkdtemp(&template) { return String(cString: made) }
        }
        return nil
    }

    private static var homeOfUser: String? {
        guard let entry = getpwuid(getuid()), let directory = entry.pointee.pw_dir else { return nil }
        return String(cString: directory)
    }
}

/// The variables of the process.
struct Environment {
    let variables: [String: String]

    subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}

extension Environment {
    static var current: Environment { Environment(variables: ProcessInfo.processInfo.environment) }
}
