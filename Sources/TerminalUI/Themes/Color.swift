/// A foreground or background colour.
package enum Color: Hashable, Sendable {
    /// One of the 256 palette colours. Users define the first sixteen: black, red, green, yellow, blue, magenta, cyan and
    /// white, then their bright variants.
    case palette(UInt8)
    /// Red, green and blue, each from 0 to 255.
    case rgb(UInt8, UInt8, UInt8)

    /// The names of the first eight colours.
    static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    static let red = Color.palette(1)
    static let green = Color.palette(2)
    static let magenta = Color.palette(5)
    static let cyan = Color.palette(6)

    /// The RGB value in xterm's palette, which most terminals share from colour 16 on.
    package var components: (red: Int, green: Int, blue: Int) {
        switch self {
        case .rgb(let red, let green, let blue):
            return (Int(red), Int(green), Int(blue))
        case .palette(let number) where number < 16:
            return Self.ownShades[Int(number)]
        case .palette(let number) where number < 232:
            let place = Int(number) - 16
            func side(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
            return (side(place / 36), side(place / 6 % 6), side(place % 6))
        case .palette(let number):
            let grey = 8 + 10 * (Int(number) - 232)
            return (grey, grey, grey)
        }
    }

    /// Xterm's defaults for the first sixteen colours.
    private static let ownShades: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]
}
