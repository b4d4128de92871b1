import ArgumentParser
import Dispatch
import FriendsServer
import Glibc
import Logging

/// `friends serve`: the shared server.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a server that several friends programs share.",
        discussion: """
            Prints "Listening on http://HOST:PORT" when it is ready, and ends cleanly on SIGTERM and SIGINT. Whoever can
            connect can read and change everything: keep it on this machine or behind a door of your own.
            """)

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "host"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "port"))
    var port = 8080

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard !host.isEmpty else { throw ValidationError("--host must name an address of this machine.") }
        if let database = common.database, database.isEmpty { throw ValidationError("--database must name a file.") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be a number from 0 to 65535.") }
    }

    func run() throws {
        setlocale(LC_ALL, "")
        Task.detached {
            Glibc.exit(await serve())
        }
        dispatchMain()
    }

    private func serve() async -> Int32 {
        do {
            let folders = Folders(environment: .current)
            let logger = LogFile.logger(
                label: "friends.server", path: folders.serverLog, level: common.logLevel)
            let repository = try FriendRepository(path: common.database ?? folders.database)
            try await FriendsServer.serve(
                host: host, port: port, repository: repository, logger: logger,
                onListening: { host, port in
                    let name = host.contains(":") ? "[\(host)]" : host
                    StandardStream.output.writeLine("Listening on http://\(name):\(port)")
                })
            repository.close()
            return 0
        } catch let error as FriendRepositoryError {
            StandardStream.error.writeLine("friends: \(error.message)")
        } catch let error as FriendsServerError {
            StandardStream.error.writeLine("friends: \(error.message)")
        } catch {
            StandardStream.error.writeLine("friends: \(error)")
        }
        return 1
    }
}
