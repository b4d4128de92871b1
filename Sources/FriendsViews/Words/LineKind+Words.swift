import FriendsModel
import FriendsViewModels

extension LineKind {
    /// The hint in an empty field.
    func hint(for place: FormLine.Place) -> String {
        guard place == .value else { return "label" }
        return switch format {
        case .date: "1815-12-10, or --12-10"
        case .website: "https://example.org"
        case .text, .phoneNumber, .email, .tag, .note: "Enter \(label.lowercased())"
        }
    }
}
