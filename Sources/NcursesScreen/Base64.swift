/// Bytes as 64 characters that every terminal takes (RFC 4648). Foundation has it too, and is not needed here otherwise.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (value, count) = (0, 0)
        for byte in bytes {
            value = value << 8 | Int(byte)
            count += 1
            guard count == 3 else { continue }
            for shift in [18, 12, 6, 0] { result.append(alphabet[value >> shift & 0x3F]) }
            (value, count) = (0, 0)
        }
        guard count > 0 else { return result }
        value <<= 8 * (3 - count)
        for shift in [18, 12, 6].prefix(count + 1) { result.append(alphabet[value >> shift & 0x3F]) }
        return result + Array(repeating: UInt8(ascii: "="), count: 3 - count)
    }
}
