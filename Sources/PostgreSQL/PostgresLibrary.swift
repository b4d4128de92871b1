import CLibpq
import Glibc

/// libpq, PostgreSQL's client library, opened at run time. It stays open until the process ends.
///
/// `@unchecked Sendable`: the functions never change after the library is opened, and libpq allows them on any thread as long
/// as no two threads use one connection at once, which ``PostgresConnection`` sees to.
package final class PostgresLibrary: @unchecked Sendable {
    let functions: libpq_functions

    /// Opens the library.
    /// - Parameter name: the file name of the library, or its path.
    package init(named name: String = "libpq.so.5") throws(PostgresError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = libpq_open(name, &reason) else {
            throw .libraryMissing(reason: reason.map { String(cString: $0) } ?? name)
        }
        defer { free(functions) }
        self.functions = functions.pointee
    }
}
