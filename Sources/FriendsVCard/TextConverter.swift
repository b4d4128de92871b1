import Glibc

/// Converts a text in a named character set into UTF-8, chunk by chunk, by the C library. A byte that is no character there becomes a
/// replacement character.
package final class TextConverter {
    private let converter: iconv_t
    /// The bytes of a character that has not ended.
    private var pending: [UInt8] = []

    /// Nil if the C library does not know the character set.
    package init?(_ name: String) {
        guard let converter = TextEncoding.open(name) else { return nil }
        self.converter = converter
    }

    deinit { iconv_close(converter) }

    /// Returns the text of the next chunk.
    package func convert(_ chunk: [UInt8]) -> [UInt8] {
        var input = (pending + chunk).map { CChar(bitPattern: $0) }
        pending = []
        var result: [UInt8] = []
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        input.withUnsafeMutableBufferPointer { input in
            var (source, sourceCount) = (input.baseAddress, input.count)
            while sourceCount > 0 {
                let (status, reason) = buffer.withUnsafeMutableBufferPointer { output in
                    var (target, targetCount) = (output.baseAddress, output.count)
                    let status = iconv(converter, &source, &sourceCount, &target, &targetCount)
                    let reason = errno
                    result += output.dropLast(targetCount).map { UInt8(bitPattern: $0) }
                    return (status, reason)
                }
                if status != -1 || reason == E2BIG { continue }
                if reason == EINVAL {
                    pending = UnsafeBufferPointer(start: source, count: sourceCount).map { UInt8(bitPattern: $0) }
                    return
                }
                result += Self.replacement
                source = source?.advanced(by: 1)
                sourceCount -= 1
            }
        }
        return result
    }

    /// Returns the end of the text.
    package func finish() -> [UInt8] {
        defer { pending = [] }
        // In some character sets the C library waits for a mark that may follow a letter.
        var output = [CChar](repeating: 0, count: 64)
        let unused = output.withUnsafeMutableBufferPointer { output in
            var (target, count) = (output.baseAddress, output.count)
            _ = iconv(converter, nil, nil, &target, &count)
            return count
        }
        return output.dropLast(unused).map { UInt8(bitPattern: $0) } + (pending.isEmpty ? [] : Self.replacement)
    }

    private static let replacement = Array("\u{FFFD}".utf8)
}
