// swift-tools-version: 6.2
import PackageDescription

// The products that several targets use.
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

/// Docs/Architecture.md has a picture of these targets. The build rejects an import that is not declared here (`.ci/run`).
let package = Package(
    name: "friends",
    products: [
        .executable(name: "friends", targets: ["friends"]),
        // For Tests/Benchmarks, which is a package of its own. Nothing becomes public: see its manifest.
        .library(
            name: "FriendsParts",
            targets: [
                "FriendsDatabase", "FriendsHTTP", "FriendsList", "FriendsModel", "FriendsSearch", "FriendsServer",
                "FriendsStorage", "FriendsViewModels", "FriendsViews", "FriendsWire", "HTTPTransport", "NcursesScreen",
                "TerminalUI",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    ],
    targets: [
        // What a friend is.
        .target(name: "FriendsModel", dependencies: ["CWcsxfrm"]),
        .target(name: "CWcsxfrm"),

        // The search.
        .target(name: "FriendsSearch", dependencies: ["CMemmem", "FriendsModel"]),
        .target(name: "CMemmem"),

        // Friends as vCards.
        .target(name: "FriendsVCard", dependencies: ["CMemmem", "FriendsModel"]),

        // Files with friends: what import reads, and export writes.
        .target(
            name: "FriendsFormats",
            dependencies: ["FriendsModel", "FriendsVCard", .product(name: "SwiftCSV", package: "SwiftCSV")]),

        // The list as the server has it, and the writes.
        .target(name: "FriendsList", dependencies: ["FriendsModel", "FriendsSearch", "FriendsVCard"]),

        // The import of the friends of files.
        .target(
            name: "FriendsExchange",
            dependencies: [
                "FriendsFiles", "FriendsFormats", "FriendsList", "FriendsModel", "FriendsSearch", "FriendsVCard",
            ]),

        // What the user sees and can do, and how it looks.
        .target(
            name: "FriendsViewModels",
            dependencies: ["FriendsExchange", "FriendsFormats", "FriendsList", "FriendsModel", "FriendsSearch"]),
        .target(
            name: "FriendsViews",
            dependencies: ["FriendsList", "FriendsModel", "FriendsSearch", "FriendsViewModels", "TerminalUI"]),

        // The terminal.
        .target(name: "TerminalUI", dependencies: ["CWcwidth"]),
        .target(name: "CWcwidth"),
        .target(
            name: "NcursesScreen", dependencies: ["ChildPrograms", "CNcurses", "CTerminalGuard", "TerminalUI"]),
        .target(
            name: "CNcurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CTerminalGuard"),

        // Programs that are run.
        .target(name: "ChildPrograms", dependencies: ["CSpawn"]),
        .target(name: "CSpawn"),
        .target(name: "CNetlink"),

        // The client and the server of the HTTP interface, and their shared JSON and constants.
        .target(name: "FriendsWire", dependencies: ["FriendsModel"]),
        .target(
            name: "FriendsHTTP",
            dependencies: ["FriendsFiles", "FriendsModel", "FriendsWire", "HTTPTransport", logging, nioCore, nioHTTP1]),
        .target(
            name: "FriendsServer",
            dependencies: [
                "CSHA256", "FriendsFiles", "FriendsFormats", "FriendsModel", "FriendsRepository", "FriendsVCard",
                "FriendsWire", "PrometheusMetrics", coreMetrics, httpTypes, hummingbird,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"), logging, nioCore, nioHTTP1, nioHTTPTypes,
                nioPosix, nioSSL, .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("openapi.yaml")]),
        .target(name: "CSHA256", linkerSettings: [.linkedLibrary("md")]),

        // Requests to HTTP servers of any kind: retries, limits, certificates and addresses.
        .target(
            name: "HTTPTransport",
            dependencies: [
                "FriendsModel", .product(name: "AsyncHTTPClient", package: "async-http-client"), logging, nioCore,
                nioHTTP1, nioPosix, nioSSL,
            ]),

        // Metrics in the text format of Prometheus, without HTTP.
        .target(
            name: "PrometheusMetrics", dependencies: [coreMetrics]),

        // What a server needs of the friends in a database, whatever its engine.
        .target(name: "FriendsRepository", dependencies: ["FriendsModel", "FriendsVCard"]),

        // The friends in a PostgreSQL database, without HTTP.
        .target(
            name: "FriendsPostgreSQL",
            dependencies: ["FriendsModel", "FriendsRepository", "FriendsVCard", "PostgreSQL", logging, nioPosix]),

        // The friends in an SQLite database, without HTTP.
        .target(
            name: "FriendsDatabase",
            dependencies: [
                "FriendsFiles", "FriendsModel", "FriendsRepository", "FriendsVCard", grdb, logging, nioCore, nioPosix,
            ]),

        // Connections to a PostgreSQL server, without friends.
        .target(
            name: "PostgreSQL",
            dependencies: ["CLibpq", logging, nioCore, nioPosix]),
        .target(name: "CLibpq"),

        // Address books on CardDAV servers, and their synchronisation with a list.
        .target(
            name: "FriendsDAV",
            dependencies: [
                "FriendsModel", "FriendsXML", "HTTPTransport", logging, nioCore, nioHTTP1,
            ]),
        .target(
            name: "FriendsCardDAV", dependencies: ["FriendsDAV", "FriendsModel", "FriendsVCard", "FriendsXML"]),
        .target(
            name: "FriendsSync",
            dependencies: ["FriendsCardDAV", "FriendsExchange", "FriendsList", "FriendsModel", "FriendsVCard"]),

        // XML: the answers of WebDAV servers, and the requests to them.
        .target(name: "FriendsXML", dependencies: ["CExpat"]),
        .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),

        // Private, secret and locked files.
        .target(name: "FriendsFiles"),

        // The cache, the drafts and the last order on this machine.
        .target(
            name: "FriendsStorage",
            dependencies: [
                "FriendsCardDAV", "FriendsFiles", "FriendsModel", "FriendsSync", "FriendsVCard", grdb, logging,
                nioPosix,
            ]),

        // The settings of the user.
        .target(
            name: "FriendsSettings",
            dependencies: ["FriendsFiles", logging, .product(name: "TOMLKit", package: "TOMLKit")]),

        // From the settings to a client that is ready to use, without a screen.
        .target(name: "CSwiftJobs"),
        .target(
            name: "FriendsSession",
            dependencies: [
                "ChildPrograms", "CNetlink", "CSwiftJobs", "FriendsCardDAV", "FriendsDAV", "FriendsDatabase",
                "FriendsFiles",
                "FriendsHTTP", "FriendsModel", "FriendsRepository", "FriendsSettings", "FriendsStorage", "FriendsSync",
                "HTTPTransport", logging, nioCore, nioPosix,
            ]),

        // The commands without a screen: what they print, and which friends they mean.
        .target(
            name: "FriendsCommands",
            dependencies: [
                "FriendsCardDAV", "FriendsFormats", "FriendsExchange", "FriendsList", "FriendsModel", "FriendsSearch",
                "FriendsSession", "FriendsSync", "TerminalUI",
            ]),

        // The program.
        .target(name: "CStart"),
        .executableTarget(
            name: "friends",
            dependencies: [
                "CStart", "CTerminalGuard", "FriendsCardDAV", "FriendsCommands", "FriendsDatabase", "FriendsExchange",
                "FriendsFiles",
                "FriendsFormats", "FriendsList", "FriendsModel", "FriendsPostgreSQL", "FriendsRepository",
                "FriendsSearch", "FriendsServer", "FriendsSession", "FriendsSettings", "FriendsStorage", "FriendsSync",
                "FriendsViewModels", "FriendsViews", "FriendsWire", "HTTPTransport", "NcursesScreen", "PostgreSQL",
                "TerminalUI", .product(name: "ArgumentParser", package: "swift-argument-parser"), logging, nioCore,
                nioPosix,
            ]),

        // Shared by several test targets.
        .target(
            name: "TestSupport",
            dependencies: ["CTestWidth", "FriendsFormats", "FriendsModel", logging], path: "Tests/TestSupport"),
        .target(name: "CTestWidth", path: "Tests/CTestWidth"),
        // Databases with friends, and with another program that has them open.
        .target(
            name: "DatabaseTestSupport",
            dependencies: ["FriendsDatabase", "FriendsModel", "FriendsRepository", grdb],
            path: "Tests/DatabaseTestSupport"),
        // A PostgreSQL server of the tests' own.
        .target(
            name: "PostgresTestSupport",
            dependencies: ["PostgreSQL", "TestSupport", nioPosix, subprocess],
            path: "Tests/PostgresTestSupport"),
        // The engines, and a trait with which a test runs on each of them.
        .target(
            name: "EngineTestSupport",
            dependencies: [
                "DatabaseTestSupport", "FriendsDatabase", "FriendsModel", "FriendsPostgreSQL", "FriendsRepository",
                "PostgreSQL", "PostgresTestSupport", "TestSupport", grdb, logging,
            ],
            path: "Tests/EngineTestSupport"),
        // Terminals with a program on them: tmux, and a pseudoterminal.
        .target(
            name: "TerminalTestSupport",
            dependencies: ["TestSupport", subprocess],
            path: "Tests/TerminalTestSupport"),
        // A CardDAV server with faults.
        .target(
            name: "DAVTestSupport",
            dependencies: [
                "FriendsDAV", "FriendsXML", "HTTPTransport", "TestSupport", nioCore, nioHTTP1, nioPosix,
            ],
            path: "Tests/DAVTestSupport"),
        .testTarget(
            name: "FriendsModelTests",
            dependencies: ["FriendsModel", "TestSupport"]),
        .testTarget(name: "FriendsFilesTests", dependencies: ["CFileCalls", "FriendsFiles", "TestSupport"]),
        .target(name: "CFileCalls", path: "Tests/CFileCalls"),
        .testTarget(name: "FriendsXMLTests", dependencies: ["FriendsXML"]),
        .testTarget(
            name: "FriendsDAVTests",
            dependencies: ["DAVTestSupport", "FriendsDAV", "FriendsXML", "HTTPTransport"]),
        .testTarget(
            name: "FriendsCardDAVTests",
            dependencies: [
                "DAVTestSupport", "FriendsCardDAV", "FriendsDAV", "FriendsModel", "FriendsXML", "HTTPTransport",
                "TestSupport",
            ]),
        .testTarget(
            name: "FriendsSyncTests",
            dependencies: [
                "DAVTestSupport", "FriendsCardDAV", "FriendsDatabase", "FriendsModel", "FriendsSession",
                "FriendsStorage", "FriendsSync", "FriendsVCard", "TestSupport",
            ]),
        .testTarget(name: "FriendsSearchTests", dependencies: ["FriendsModel", "FriendsSearch", "TestSupport"]),
        .testTarget(name: "FriendsVCardTests", dependencies: ["FriendsModel", "FriendsVCard", "TestSupport"]),
        .testTarget(
            name: "FriendsFormatsTests",
            dependencies: ["FriendsFormats", "FriendsModel", "FriendsVCard", "TestSupport"], exclude: ["Exports"]),
        .testTarget(
            name: "FriendsExchangeTests",
            dependencies: [
                "FriendsExchange", "FriendsFormats", "FriendsModel", "FriendsSearch", "FriendsVCard", "TestSupport",
            ]),
        .testTarget(
            name: "FriendsSettingsTests", dependencies: ["FriendsFiles", "FriendsSettings", "TestSupport"]),
        .testTarget(name: "FriendsWireTests", dependencies: ["FriendsModel", "FriendsWire"]),
        .testTarget(name: "FriendsListTests", dependencies: ["FriendsList", "FriendsModel", "TestSupport"]),
        .testTarget(
            name: "FriendsViewModelsTests",
            dependencies: [
                "FriendsFormats", "FriendsExchange", "FriendsList", "FriendsModel", "FriendsSearch",
                "FriendsViewModels", "TestSupport",
            ]),
        .testTarget(
            name: "FriendsViewsTests",
            dependencies: [
                "FriendsFormats", "FriendsExchange", "FriendsList", "FriendsModel", "FriendsSearch",
                "FriendsViewModels", "FriendsViews", "TerminalUI", "TestSupport",
            ],
            exclude: ["Goldens"]),
        .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
        .testTarget(
            name: "FriendsDatabaseTests",
            dependencies: [
                "DatabaseTestSupport", "FriendsDatabase", "FriendsFiles", "FriendsModel", "FriendsRepository",
                "TestSupport", grdb, logging, nioPosix,
            ]),
        .testTarget(
            name: "PrometheusMetricsTests",
            dependencies: ["PrometheusMetrics", coreMetrics]),
        .testTarget(
            name: "PostgreSQLTests",
            dependencies: ["PostgreSQL", "PostgresTestSupport", "TestSupport", logging]),
        // What every engine does: each test runs on all of them.
        .testTarget(
            name: "FriendsRepositoryTests",
            dependencies: [
                "EngineTestSupport", "FriendsDatabase", "FriendsModel", "FriendsPostgreSQL", "FriendsRepository",
                "PostgreSQL", "PostgresTestSupport", "TestSupport", grdb, logging,
            ]),
        .testTarget(
            name: "FriendsServerTests",
            dependencies: [
                "DatabaseTestSupport", "EngineTestSupport", "FriendsDatabase", "FriendsFiles", "FriendsFormats",
                "FriendsModel", "FriendsRepository", "FriendsServer", "FriendsVCard", "FriendsWire",
                "PrometheusMetrics", "TestSupport", coreMetrics, grdb, httpTypes, hummingbird,
                .product(name: "HummingbirdTesting", package: "hummingbird"), logging, nioCore,
                .product(name: "NIOEmbedded", package: "swift-nio"), nioHTTP1, nioHTTPTypes,
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"), nioPosix, nioSSL, subprocess,
            ]),
        .testTarget(
            name: "FriendsSessionTests",
            dependencies: [
                "CNetlink", "DAVTestSupport", "DatabaseTestSupport", "FriendsCardDAV", "FriendsDatabase",
                "FriendsExchange",
                "FriendsFormats", "FriendsList", "FriendsModel", "FriendsSearch", "FriendsServer", "FriendsSession",
                "FriendsSettings", "FriendsStorage", "FriendsSync", "FriendsViewModels", "FriendsViews", "TerminalUI",
                "TestSupport", grdb, logging,
            ]),
        .testTarget(
            name: "FriendsCommandsTests",
            dependencies: [
                "FriendsCardDAV", "FriendsCommands", "FriendsFormats", "FriendsExchange", "FriendsList", "FriendsModel",
                "FriendsSearch", "FriendsSync", "FriendsVCard", "FriendsWire", "TerminalUI", "TestSupport",
            ]),
        .testTarget(
            name: "FriendsStorageTests",
            dependencies: [
                "FriendsCardDAV", "FriendsFiles", "FriendsModel", "FriendsStorage", "FriendsSync", "TestSupport", grdb,
                logging,
            ]),
        .testTarget(
            name: "FriendsHTTPTests",
            dependencies: [
                "FriendsDatabase", "FriendsHTTP", "FriendsModel", "FriendsRepository", "FriendsServer", "FriendsWire",
                "HTTPTransport", "TestSupport", logging, nioCore, nioHTTP1, nioPosix, nioSSL, subprocess,
            ]),
        .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport"]),
        .testTarget(
            name: "NcursesScreenTests",
            dependencies: ["TerminalProbe", "TerminalTestSupport", "TestSupport", subprocess]),
        // Ends in every way that a program can end, with the screen open: what NcursesScreenTests run.
        .executableTarget(
            name: "TerminalProbe",
            dependencies: ["CInterruptions", "CTerminalGuard", "NcursesScreen", "TerminalUI"],
            path: "Tests/TerminalProbe"),
        .target(name: "CInterruptions", path: "Tests/CInterruptions"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "DAVTestSupport", "friends", "PostgresTestSupport", "TerminalTestSupport", "TestSupport", grdb, nioCore,
                nioHTTP1, nioPosix, subprocess,
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name.first != "C" {
    target.swiftSettings = [.treatAllWarnings(as: .error)]
}
