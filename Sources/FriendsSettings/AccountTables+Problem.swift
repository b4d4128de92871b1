import Glibc

extension AccountTables {
    /// Why the accounts of a settings file were not changed.
    package enum Problem: Error, Equatable, Sendable {
        /// The settings file has a mistake.
        case invalid(String)
        case nameTaken(String)
        case noSuchName(String, nearest: String?)
        /// The settings file would be too large with the account.
        case tooLarge(String)
        /// The accounts are written in a form to which no table can be added.
        case notAdded(String)
        /// The account is not written as a table of its own.
        case notRemoved(String)
        case unreadable(path: String, reason: String)
        case unwritable(path: String, reason: String)

        /// One sentence for the user, without a full stop.
        package var message: String {
            switch self {
            case .invalid(let reason): "The settings have a mistake: \(reason)"
            case .nameTaken(let name): "There is already an account \(name)"
            case .noSuchName(let name, let nearest):
                "There is no account \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
            case .tooLarge(let name):
                "The settings would be larger than \(SettingsFile.maximumSize / 1024) KiB with account \(name)"
            case .notAdded(let name):
                "Account \(name) must be added by hand, because the settings do not write accounts as tables"
            case .notRemoved(let name):
                "Account \(name) must be removed by hand, because the settings do not write it as a table of its own"
            case .unreadable(let path, let reason): "Cannot read the settings in \(path): \(reason)"
            case .unwritable(let path, let reason): "Cannot write the settings to \(path): \(reason)"
            }
        }
    }
}
