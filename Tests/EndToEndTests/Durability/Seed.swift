import Foundation
import Testing

/// What the chances of a test hang on. A test that takes it as an argument names it when it fails; `FRIENDS_SEED` makes
/// the same choices again.
struct Seed: Sendable, CustomTestStringConvertible {
    let number: UInt64

    static let ofThisRun = Seed(
        number: ProcessInfo.processInfo.environment["FRIENDS_SEED"].flatMap(UInt64.init) ?? .random(in: 0...999_999))

    var testDescription: String { "FRIENDS_SEED=\(number)" }

    /// A generator for one of those who make choices.
    func generator(for number: Int) -> Generator {
        Generator(state: self.number &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    }

    /// SplitMix64.
    struct Generator: RandomNumberGenerator, Sendable {
        fileprivate var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
