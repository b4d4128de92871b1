import FriendsModel

/// The friends that are measured with: as many as wanted, and the same ones every time.
enum Contacts {
    /// `count` friends, sorted by last name, then first name. Row `i` has the phone number 555- and `i` in seven
    /// digits, and the last one is Zoltan Zzyzx.
    static func sorted(_ count: Int) -> [Friend] {
        var numbers = Numbers(seed: UInt64(count))
        var names = (1..<count).map { _ in
            (first: firstNames[numbers.below(firstNames.count)], last: lastNames[numbers.below(lastNames.count)])
        }
        names.sort { ($0.last, $0.first) < ($1.last, $1.first) }
        names.append((first: "Zoltan", last: "Zzyzx"))
        return names.enumerated().map { index, name in
            Friend(
                id: Friend.ID(digits(index + 1, 8)), version: Friend.Version("1"),
                details: FriendDetails(
                    firstName: name.first, lastName: name.last, phoneNumber: "555-" + digits(index, 7)))
        }
    }

    /// The same friends in no order.
    static func shuffled(_ count: Int) -> [Friend] {
        var numbers = Numbers(seed: UInt64(count))
        return sorted(count).shuffled(using: &numbers)
    }

    /// The friends of ``sorted(_:)``, each with an email and a tag.
    static func withLines(_ count: Int) -> [Friend] {
        sorted(count).enumerated().map { index, friend in
            var details = friend.details
            let name = "\(details.firstName).\(details.lastName)".lowercased()
            details.lines = [
                FriendLine(
                    id: FriendLine.ID(digits(2 * index, 10)), kind: .email, value: "\(name)\(index)@example.org"),
                FriendLine(id: FriendLine.ID(digits(2 * index + 1, 10)), kind: .tag, value: tags[index % tags.count]),
            ]
            return Friend(id: friend.id, version: friend.version, details: details)
        }
    }

    private static let tags = ["family", "work", "old friends"]

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }

    private static let firstNames = """
        Ada Alan Alice Anna Arthur Barbara Ben Carla Carol Charles Chen Clara Dana David Dorothy Edgar Edith Elena \
        Emil Emma Erik Farid Fatima Felix Fiona George Grace Hana Hans Helen Hugo Igor Ines Ivan Jana Jane Jin John \
        Jorge Julia Karl Kate Ken Lars Laura Leo Lin Linus Lucy Maja Marie Mark Maya Mina Nadia Nils Nora Olga Omar \
        Oscar Paul Petra Priya Rosa Ruth Samir Sara Sean Sofia Sven Tara Tom Uma Vera Victor Wanda Will Yara Yuki
        """.split(separator: " ").map(String.init)

    private static let lastNames = """
        Abbott Adams Andersen Baker Becker Bell Berg Brown Carter Chen Clark Costa Cruz Davies Diaz Dubois Duran \
        Eriksen Evans Fischer Ford Garcia Gomez Gray Green Haas Hansen Hill Hughes Ito Ivanov Jensen Johnson Jones \
        Kaya Keller Kim King Kowalski Larsen Lee Lewis Lind Lopez Martin Meyer Miller Moreau Moore Nagy Nguyen Novak \
        Olsen Ortiz Park Patel Perez Petrov Quinn Reed Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Taylor \
        Turner Varga Vogel Walker Wang Weber White Wilson Wong Wright Young
        """.split(separator: " ").map(String.init)
}

/// Numbers that look random and are the same every time (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
