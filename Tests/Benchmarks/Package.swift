// swift-tools-version: 6.2
import PackageDescription

/// What is measured of friends, in a package of its own so that nobody else has to fetch and build what measuring needs.
/// Docs/Benchmarks.md says how to run it.
///
/// Everything in friends is visible within its package only, and stays so: the targets here are compiled as members of
/// that package. The compiler knows a package by a name that SwiftPM passes to it, and that SwiftPM makes of the name of
/// the folder that the package is in; `friendsPackageName` is made in the same way. `packageAccess: false` is there so
/// that SwiftPM does not pass the name of this package as well.
let friendsPackageName: String = {
    let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "friends"
    let letters = folder.lowercased().unicodeScalars.map { scalar -> Character in
        let letter = Character(scalar)
        return letter.isLetter || letter.isWholeNumber ? letter : "_"
    }
    // A name does not begin with a digit.
    return String(letters.enumerated().map { $0 == 0 && $1.isWholeNumber ? "_" : $1 })
}()

/// The parts of friends, by the name of the package in its manifest; that does not depend on the folder.
let friends = Target.Dependency.product(name: "FriendsParts", package: "friends")

let package = Package(
    name: "friends-benchmarks",
    products: [.executable(name: "fill-database", targets: ["FillDatabase"])],
    dependencies: [
        .package(name: "friends", path: "../.."),
        // Without its traits: they replace the memory allocator and parts of Swift's runtime, which is what is measured.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        // The benchmark plugin looks for its targets in a folder of the name Benchmarks.
        .executableTarget(
            name: "FriendsBenchmarks",
            dependencies: [
                friends,
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/FriendsBenchmarks",
            packageAccess: false,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        // Makes the databases that the whole program is measured on.
        .executableTarget(
            name: "FillDatabase",
            dependencies: [friends, .product(name: "ArgumentParser", package: "swift-argument-parser")],
            packageAccess: false),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-package-name", friendsPackageName]),
    ]
}
