import CLibpq
import Glibc

/// Where a database is: a connection string as `postgresql://user@host1,host2/database?parameter=value`.
///
/// libpq reads it, so all of its parameters work, and so do its environment variables, service and password files.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    /// As the user gave it, without any secret.
    let connectionString: String
    /// The user, hosts, ports, database and service, for messages and logs.
    package let description: String
    /// Parameters of this program that the user has not set in any way.
    let defaults: [Parameter]

    typealias Parameter = (keyword: String, value: String)

    /// Whether a text is meant as such an address, and not as the path of a file.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Reads a connection string, and connects to nothing.
    ///
    /// A secret in it is refused: other users of the machine would read it in the list of processes.
    package init(_ text: String, library: PostgresLibrary) throws(PostgresError) {
        guard Self.isAddress(text) else {
            throw .invalidAddress(reason: "it does not start with postgresql://")
        }
        guard !text.utf8.contains(0) else { throw .invalidAddress(reason: "it has a NUL character") }
        let functions = library.functions
        var message: UnsafeMutablePointer<CChar>?
        let options = functions.PQconninfoParse(text, &message)
        defer { if let message { functions.PQfreemem(message) } }
        guard let options else {
            let reason = message.map { String(cString: $0) } ?? "out of memory"
            throw .invalidAddress(reason: Self.safeReason(reason, for: text))
        }
        defer { functions.PQconninfoFree(options) }
        let given = Self.given(options)
        guard !given.contains(where: \.isSecret) else { throw .secretInAddress }
        // `user:password/database` is read as a host and a port.
        let ports = given.filter { $0.keyword == "port" }.flatMap { $0.value.split(separator: ",") }
        guard ports.allSatisfy({ UInt16($0) != nil }) else {
            throw .invalidAddress(reason: "a port is not a number")
        }
        connectionString = text
        description = Self.describe(Dictionary(given.map { ($0.keyword, $0.value) }) { $1 })
        var set = try Self.setParameters(text, functions)
        // libpq's own default, unless it is in the address or the environment. It does not tell one of a service from it.
        if set["target_session_attrs"] == "any", !given.contains(where: { $0.keyword == "target_session_attrs" }),
            getenv("PGTARGETSESSIONATTRS") == nil
        {
            set["target_session_attrs"] = nil
        }
        defaults = Self.ownDefaults.filter { set[$0.keyword] == nil }
    }

    /// What the program sets unless the user does. A server that vanishes is noticed within about ten seconds, and
    /// the next host is tried after two; the system's own limits are minutes to hours. A standby is not accepted: what it
    /// has may be late.
    private static let ownDefaults: [Parameter] = [
        ("fallback_application_name", "friends"),
        // Seconds.
        ("connect_timeout", "2"), ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        // Milliseconds.
        ("tcp_user_timeout", "10000"), ("target_session_attrs", "primary"),
    ]

    /// The parameters for a connection. Where one is repeated, libpq uses the last one.
    var parameters: [Parameter] {
        defaults + [("dbname", connectionString), ("client_encoding", "UTF8")]
    }

    // MARK: Reading

    private struct Given {
        let keyword: String
        let value: String
        let isSecret: Bool
    }

    /// The parameters that have a value.
    private static func given(_ options: UnsafePointer<PQconninfoOption>) -> [Given] {
        var result: [Given] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                let isSecret = option.pointee.dispchar.map { String(cString: $0) } == "*"
                result.append(
                    Given(keyword: String(cString: keyword), value: String(cString: value), isSecret: isSecret))
            }
            option += 1
        }
        return result
    }

    /// What the address, a service, an environment variable or libpq sets, by keyword.
    ///
    /// libpq tells this only of a connection. So it gets one that it refuses before it opens a socket, because
    /// there is one host name for two network addresses.
    private static func setParameters(
        _ text: String, _ functions: libpq_functions
    ) throws(PostgresError) -> [String: String] {
        let parameters: [Parameter] = [("dbname", text), ("host", "/"), ("hostaddr", ",")]
        guard let handle = withCParameters(parameters, { functions.PQconnectStartParams($0, $1, 1) }) else {
            throw .invalidAddress(reason: "out of memory")
        }
        defer { functions.PQfinish(handle) }
        let options = functions.PQconninfo(handle)
        defer { if let options { functions.PQconninfoFree(options) } }
        let known = options.map { given($0).filter { !$0.value.isEmpty } } ?? []
        let set = Dictionary(known.map { ($0.keyword, $0.value) }) { $1 }
        // libpq always finds a user, unless it cannot read the parameters, such as an unknown service.
        guard set["user"] != nil else {
            let reason = String(cString: functions.PQerrorMessage(handle))
            throw .invalidAddress(reason: safeReason(reason, for: text))
        }
        return set
    }

    /// libpq's reason, unless it may quote a password.
    private static func safeReason(_ reason: String, for text: String) -> String {
        let rest = text.lowercased().drop { $0 != "/" }
        var mayHaveSecret = rest.contains("pass")
        if let colon = rest.firstIndex(of: ":"), let at = rest.lastIndex(of: "@"), colon < at { mayHaveSecret = true }
        guard !mayHaveSecret else { return "it cannot be read; write special characters as %XX" }
        return reason.oneLine
    }

    private static func describe(_ given: [String: String]) -> String {
        var result = "postgresql://"
        if let user = given["user"] { result += "\(user)@" }
        let hosts = (given["host"] ?? given["hostaddr"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let ports = (given["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        result += hosts.enumerated().map { index, host in
            // One port is for all hosts.
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return port.isEmpty ? "\(host)" : "\(host):\(port)"
        }.joined(separator: ",")
        if let database = given["dbname"] { result += "/\(database)" }
        if let service = given["service"] { result += "?service=\(service)" }
        return result
    }

    /// Passes the parameters as C's arrays of keywords and values, both with NULL at the end.
    static func withCParameters<Result>(
        _ parameters: [Parameter],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let keywords = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: parameters.count + 1)
        let values = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: parameters.count + 1)
        for (index, parameter) in parameters.enumerated() {
            (keywords + index).initialize(to: UnsafePointer(strdup(parameter.keyword)))
            (values + index).initialize(to: UnsafePointer(strdup(parameter.value)))
        }
        (keywords + parameters.count).initialize(to: nil)
        (values + parameters.count).initialize(to: nil)
        defer {
            for array in [keywords, values] {
                for index in parameters.indices { free(UnsafeMutablePointer(mutating: array[index])) }
                array.deallocate()
            }
        }
        return body(keywords, values)
    }
}

extension String {
    /// A message of libpq without line feeds and without a full stop at its end.
    var oneLine: String {
        var line = split(whereSeparator: \.isNewline).joined(separator: " ")
        while let last = line.last, last == " " || last == "." { line.removeLast() }
        return line
    }
}
