import FriendsModel
import FriendsSearch

/// The tags, and how many friends have each.
struct TagsPage: ListPage {
    let tags: [TagCount]

    static let kind = PageKind.tags
    static let title = "Tags"
    static let opening: PageCommand? = PageCommand(name: "tags", keys: [], help: "Tags: how many friends have each")
    static let commands = [
        PageCommand(
            name: "show-tag", keys: ["Enter"], help: "Filter the list by the selected tag", action: .use,
            footer: "Filter list")
    ]

    static func entries(of friends: [Friend], now: Int) async -> PageEntries { .tags(await TagCount.all(of: friends)) }

    var count: Int { tags.count }
    func id(at index: Int) -> PageEntries.ID { .text(tags[index].tag) }
    func narrowed(by text: String) -> PageEntries { .tags(tags.narrowed(by: text, \.tag)) }

    func name(ofCount count: Int) -> String { count.counted(one: "tag", other: "tags") }
    var emptyTexts: [String] { ["No tags", "press T in the list to tag a friend"] }

    static func columnTitles(isShort: Bool) -> [String] { ["Friends", "Tag"] }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] { ["\(tags[index].count)", tags[index].tag] }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String { "\(tags[index].tag), \(tags[index].count)" }

    func use(at index: Int, in page: PageViewModel) async {
        page.onExit(.filter(FriendQuery.text(for: tags[index].tag, in: .kind(.tag))))
    }
}
