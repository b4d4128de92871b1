import Foundation
import Glibc

/// What a process does, as the system says.
package enum ProcessState {
    case running, stopped
    /// It is gone, or a zombie.
    case ended

    package init(of process: pid_t) {
        // Its number, its name in parentheses, and a letter.
        let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat"))) ?? Data()
        let letter = String(decoding: line, as: UTF8.self).split(separator: ")").last?.first { $0 != " " }
        self =
            switch letter {
            case nil, "Z", "X": .ended
            case "T": .stopped
            default: .running
            }
    }
}
