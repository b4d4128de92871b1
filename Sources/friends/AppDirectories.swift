import Foundation
import Glibc

/// The paths of the program's files, in the XDG base directories.
struct AppDirectories {
    let home: String
    private let config: String
    private let data: String
    private let state: String
    private let cache: String

    init(environment: Environment) {
        // The specification says to ignore a relative path, which would be another one in every directory.
        func directory(_ variable: String, else fallback: String) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path }
            return fallback
        }
        let home = directory("HOME", else: Self.homeOfUser ?? "/")
        self.home = home
        config = directory("XDG_CONFIG_HOME", else: home + "/.config") + "/friends"
        data = directory("XDG_DATA_HOME", else: home + "/.local/share") + "/friends"
        state = directory("XDG_STATE_HOME", else: home + "/.local/state") + "/friends"
        cache = directory("XDG_CACHE_HOME", else: home + "/.cache") + "/friends"
    }

    var settings: String { config + "/config.toml" }
    var database: String { data + "/friends.sqlite" }
    /// The access tokens of the shared server.
    var tokens: String { data + "/tokens" }
    var log: String { state + "/friends.log" }
    var serverLog: String { state + "/server.log" }
    /// The last sort order.
    var order: String { state + "/order" }
    /// The last columns of the table.
    var columns: String { state + "/columns" }
    /// The directory of the texts in an editor.
    var edits: String { state + "/edits" }
    /// The directory of the drafts.
    var drafts: String { state + "/drafts" }
    /// The directory of what was synchronised with each account.
    var sync: String { data + "/sync" }
    /// The directory of the cached lists of shared servers.
    var lists: String { cache + "/lists" }

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
    /// Foundation finds no `=` before a combining mark.
    static var current: Environment {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            next += 1
            let text = String(cString: entry)
            guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(text[..<end])] = String(text[text.utf8.index(after: end)...])
        }
        return Environment(variables: variables)
    }
}
