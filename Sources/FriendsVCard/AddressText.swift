import FriendsModel

/// The parts of an address, and the text in which they are shown.
struct AddressText: Equatable {
    /// The parameter with the order in which the parts are shown, if that is not their order in the card: a postcode may stand before
    /// the city.
    static let orderParameter: StaticString = "X-FRIENDS-ORDER"

    private(set) var parts: [String]
    /// The numbers of the parts that are not empty, in the order in which they are shown.
    let order: [Int]

    /// - Parameter line: the content line with the parts.
    init(_ parts: [String], of line: ContentLine) {
        let given = line.hasParameters ? line.values(of: Self.orderParameter).compactMap { Int($0) } : []
        self.init(parts, order: given)
    }

    /// - Parameter order: it counts only if it has the parts that are not empty, each once: another program may have changed them.
    fileprivate init(_ parts: [String], order: [Int]) {
        let shown = parts.indices.filter { !CardValue.part(parts[$0]).isEmpty }
        (self.parts, self.order) = (parts, order.sorted() == shown ? order : shown)
    }

    /// The address as it is shown.
    var text: String { order.map { CardValue.part(parts[$0]) }.joined(separator: CardValue.separator) }

    /// The parameter that the value needs.
    var parameters: [String] {
        if zip(order, order.dropFirst()).allSatisfy(<) { return [] }
        return ["\(Self.orderParameter)=\(order.map(String.init).joined(separator: ","))"]
    }

    func content(_ version: VCard.Version) -> [UInt8] {
        Array(parts.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon]))
    }

    /// The address with another text: what was added is the part that it looks like, and where that cannot be told, a part of the part
    /// before it. A text that has nothing in common with the old one becomes the street.
    func changed(to text: String) -> AddressText {
        if let edited = AddressEdit(self, to: text)?.result { return edited }
        if let edited = FriendLine.edited(parts, in: order, to: text) { return AddressText(edited, order: order) }
        var parts = parts.map { _ in "" }
        parts[min(Part.street, parts.count - 1)] = text
        return AddressText(parts, order: [])
    }

    /// The numbers of the parts (RFC 6350).
    fileprivate enum Part {
        static let (street, city, region, postcode, country) = (2, 3, 4, 5, 6)
    }
}

/// An edit of the text of an address: which part each text between two commas belongs to.
private struct AddressEdit {
    private typealias Part = AddressText.Part

    private static let maximumTexts = 32

    private let old: AddressText
    private let text: String
    private let texts: [String]
    /// The number of the part of each text; nil as long as it is not known.
    private var owners: [Int?]
    /// The parts that have kept their texts.
    private var kept: Set<Int> = []

    /// Nil for an address or a text that has too many parts.
    init?(_ old: AddressText, to text: String) {
        let texts = text.split(separator: CardValue.separator, omittingEmptySubsequences: false).map(String.init)
        guard old.parts.count <= CardValue.addressPartCount, texts.count <= Self.maximumTexts,
            texts.allSatisfy({ !$0.isEmpty && $0.trimmed.isIdentical(to: $0) })
        else { return nil }
        (self.old, self.text, self.texts) = (old, text, texts)
        owners = texts.map { _ in nil }
    }

    /// The address after the edit; nil if it is not known which part has changed.
    var result: AddressText? {
        var copy = self
        copy.keepParts()
        copy.findPostcode()
        guard copy.changeParts(), copy.addParts() else { return nil }
        return copy.assembled
    }

    private var assembled: AddressText? {
        var parts = old.parts
        let count = owners.compactMap(\.self).max().map { $0 + 1 } ?? 0
        if count > parts.count { parts += [String](repeating: "", count: count - parts.count) }
        for index in old.order where !kept.contains(index) { parts[index] = "" }
        var order: [Int] = []
        for (owner, text) in zip(owners, texts) {
            guard let owner else { return nil }
            let isNew = !order.contains(owner)
            if isNew { order.append(owner) }
            if kept.contains(owner) { continue }
            parts[owner] = isNew ? text : parts[owner] + CardValue.separator + text
        }
        let address = AddressText(parts, order: order)
        return address.text.isIdentical(to: text) ? address : nil
    }

    // MARK: - Parts that stay

    private func textsOfPart(_ index: Int) -> [String] {
        CardValue.part(old.parts[index]).split(separator: CardValue.separator, omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Finds as many parts as possible that have the same text: first those in the same order, then moved ones.
    private mutating func keepParts() {
        let wanted = old.order.map { ($0, textsOfPart($0)) }
        // The largest number of texts that parts from a number on have in common with the texts from a place on.
        var best = [[Int]](repeating: [Int](repeating: 0, count: texts.count + 1), count: wanted.count + 1)
        for part in wanted.indices.reversed() {
            for place in texts.indices.reversed() {
                let count = wanted[part].1.count
                let taken = has(wanted[part].1, at: place) ? count + best[part + 1][place + count] : 0
                best[part][place] = max(taken, best[part + 1][place], best[part][place + 1])
            }
        }
        var (part, place) = (0, 0)
        while part < wanted.count, place < texts.count {
            let (index, own) = wanted[part]
            if has(own, at: place), best[part][place] == own.count + best[part + 1][place + own.count] {
                keep(index, own.count, at: place)
                (part, place) = (part + 1, place + own.count)
            } else if best[part][place] == best[part + 1][place] {
                part += 1
            } else {
                place += 1
            }
        }
        for (index, own) in wanted where !kept.contains(index) {
            let place = texts.indices.first { place in
                has(own, at: place) && owners[place..<(place + own.count)].allSatisfy { $0 == nil }
            }
            if let place { keep(index, own.count, at: place) }
        }
    }

    private func has(_ own: [String], at place: Int) -> Bool {
        place + own.count <= texts.count && zip(own, texts[place...]).allSatisfy { $0.isIdentical(to: $1) }
    }

    private mutating func keep(_ index: Int, _ count: Int, at place: Int) {
        kept.insert(index)
        for number in place..<(place + count) { owners[number] = index }
    }

    // MARK: - Parts that change

    private func isFree(_ part: Int) -> Bool { !kept.contains(part) && !owners.contains(part) }

    private func isEmpty(_ part: Int) -> Bool { isFree(part) && !old.order.contains(part) }

    private mutating func findPostcode() {
        guard isFree(Part.postcode) else { return }
        let found = texts.indices.filter { owners[$0] == nil && texts[$0].isPostcode }
        if found.count == 1 { owners[found[0]] = Part.postcode }
    }

    /// Gives changed parts the new texts in their place.
    private mutating func changeParts() -> Bool {
        var rest = old.order[...]
        var before: Int?
        while let part = rest.first {
            guard isFree(part) else {
                before = owners.lastIndex(of: part)
                rest.removeFirst()
                continue
            }
            let changed = Array(rest.prefix(while: isFree))
            rest.removeFirst(changed.count)
            let start = before.map { $0 + 1 } ?? 0
            let places = owners[start...].prefix { $0 == nil }.indices
            // What had this place is gone.
            if places.isEmpty { continue }
            if changed.count == 1 {
                for place in places { owners[place] = changed[0] }
            } else if places.count == changed.count, !kept.isEmpty {
                for (place, part) in zip(places, changed) { owners[place] = part }
            } else {
                return false
            }
        }
        return true
    }

    // MARK: - Parts that are added

    private mutating func addParts() -> Bool {
        findCity()
        for place in texts.indices where owners[place] == nil {
            let before = place > 0 ? owners[place - 1] : nil
            let after = owners[(place + 1)...].first { $0 != nil } ?? nil
            owners[place] = part(texts[place], between: before, and: after, isLast: place == texts.count - 1)
            if owners[place] != nil { continue }
            // It says more about the part beside it.
            if let before, before != Part.postcode {
                owners[place] = before
            } else if before == nil, place == 0, let after, texts.count > 1, owners[1] == after {
                owners[place] = after
            }
            guard let owner = owners[place] else { return false }
            kept.remove(owner)
        }
        return true
    }

    /// The city stands beside its postcode.
    private mutating func findCity() {
        guard isEmpty(Part.city), let place = owners.firstIndex(of: Part.postcode) else { return }
        let beside = [place - 1, place + 1].filter { owners.indices.contains($0) && owners[$0] == nil }
        if beside.count == 1, !texts[beside[0]].hasDigit { owners[beside[0]] = Part.city }
    }

    /// The part that a text between two parts looks like; nil if that cannot be told.
    private func part(_ text: String, between before: Int?, and after: Int?, isLast: Bool) -> Int? {
        if isEmpty(Part.street), before ?? 0 < Part.street, after == Part.city { return Part.street }
        if isEmpty(Part.city), before == Part.street {
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            let hasPostcode = words.count == 2 && words[0].isPostcode && !words[1].hasDigit
            if hasPostcode, isEmpty(Part.postcode) { return Part.city }
            if let after, after > Part.city, !text.hasDigit { return Part.city }
        }
        guard !text.hasDigit, let before, before >= Part.city else { return nil }
        if isEmpty(Part.region), before == Part.city, after == Part.postcode || isLast && text.isRegionCode {
            return Part.region
        }
        return isLast && isEmpty(Part.country) ? Part.country : nil
    }
}

extension String {
    fileprivate var hasDigit: Bool { contains(where: \.isNumber) }

    /// The forms of postcodes: `9` stands for a digit, `A` for a letter.
    private static let postcodes: Set<String> = [
        "9999", "99999", "999999", "9999999", "999 99", "99-999", "9999-999", "99999-999", "99999-9999", "999-9999",
        "9999 AA", "9999AA", "A9A 9A9", "A9A9A9", "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA",
        "A-9999", "A-99999", "AA-9999", "AA-99999", "AA-999 99",
    ]

    fileprivate var isPostcode: Bool {
        guard (4...10).contains(utf8.count) else { return false }
        let form = unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "0"..."9": "9"
            case "a"..."z", "A"..."Z": "A"
            default: Character(scalar)
            }
        }
        return Self.postcodes.contains(String(form))
    }

    /// Whether it is a short name of a state in a country, and not one of a country.
    fileprivate var isRegionCode: Bool {
        let countries: Set = ["AT", "CH", "DE", "ES", "EU", "FR", "GB", "IT", "NL", "PL", "UAE", "UK", "US", "USA"]
        return (2...3).contains(utf8.count) && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && !countries.contains(self)
    }
}

extension CardMapping {
    /// The content lines with all of an address in one text (`LABEL`, before version 4.0). An edit of the address makes them wrong.
    /// - Parameter line: the content line of the address.
    func formattedAddresses(of line: Int) -> [Int] {
        guard lines[line].property == .value(.address) else { return [] }
        let labels = lines.indices.filter { lines[$0].isNamed("LABEL") }
        if labels.isEmpty { return [] }
        let groups = Set(labels.compactMap { lines[$0].groupKey })
        if let key = lines[line].groupKey, groups.contains(key) { return labels.filter { lines[$0].groupKey == key } }
        let types = lines[line].addressTypes
        let same = labels.filter { lines[$0].groupKey == nil && lines[$0].addressTypes == types }
        let addresses = lines.indices.filter { index in
            lines[index].property == .value(.address) && lines[index].addressTypes == types
                && !(lines[index].groupKey.map(groups.contains) ?? false)
        }
        if addresses.count == 1 { return same }
        // Several addresses of one type have their labels in the same order.
        guard same.count == addresses.count, let number = addresses.firstIndex(of: line) else { return [] }
        return [same[number]]
    }
}

extension ContentLine {
    /// The types of an address, as far as they tell it from others.
    fileprivate var addressTypes: Set<String> {
        Set(values(of: "TYPE").filter(Labels.isPartOfLabel).map { $0.uppercased() })
    }
}
