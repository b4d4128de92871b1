import FriendsModel
import FriendsSearch
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// A new friend that looks like one in the list.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SimilarFriendWarningTests {
    private let client = StubFriendsClient()
    private let drafts = StubDraftStore()
    private let app: AppViewModel

    init() async {
        app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: [.ada, .grace]))
            case .add(let details, let id): .friend(Friend(id: id, version: .init("1"), details: details))
            default: nil
            }
        }
        await app.list.store.load()
        await app.send(.openAddForm)
    }

    private func fill(_ first: String, _ last: String, _ phone: String) async {
        for (field, text) in [(FriendField.firstName, first), (.lastName, last), (.phoneNumber, phone)] {
            await app.form?.send(.focus(.field(field), cursor: 0))
            await app.form?.send(.edit(.killToEnd))
            await app.form?.send(.edit(.insert(text)))
        }
    }

    private func submit(_ action: FriendFormViewModel.Action = .submit) -> Task<Void, Never>? { app.form?.send(action) }

    private var added: [FriendDetails] {
        client.calls.compactMap { if case .add(let details, _) = $0 { details } else { nil } }
    }
    private var question: Prompt? { app.desk.prompts.state.current }

    @Test(arguments: [
        ("Lovelace", "ada", "99", "It has the same name."),
        ("Eva", "King", "0044 20 7946 0001", "It has the same phone number."),
        ("Ada", "Lovelace", "+44 (0)20 7946 0001", "It has the same name and phone number."),
    ])
    func `it says who is there, and why`(first: String, last: String, phone: String, line: String) async throws {
        await fill(first, last, phone)
        let saving = submit()
        #expect(question?.heading == "Ada Lovelace is already here." && question?.lines.first == .text(line))
        #expect(
            question?.answers == [.saveAnyway, .open, .keepEditing] && app.desk.prompts.state.focus == .keepEditing)
        #expect(added.isEmpty, "nothing is sent before the answer")
        app.desk.prompts.send(.answer(.saveAnyway))
        await saving?.value
        #expect(added.map(\.firstName) == [first] && app.form == nil)
    }

    @Test func `one that was warned of is saved without a word about it`() async throws {
        await fill("Ada", "Lovelace", Friend.ada.details.phoneNumber)
        let saving = submit()
        app.desk.prompts.send(.answer(.saveAnyway))
        await saving?.value
        #expect(app.desk.status == StatusMessage(kind: .success, text: "Saved Ada Lovelace"))
    }

    @Test func `one that looks like nobody is saved at once`() async {
        await fill("Ada", "King", "12")
        await submit()?.value
        #expect(added.count == 1 && app.form == nil)
    }

    @Test func `several are counted`() async throws {
        await fill("Ada", "Lovelace", "+1 212 555 0199")
        let saving = submit()
        #expect(question?.heading == "Grace Hopper is already here.", "the first one in the list")
        #expect(question?.lines.first == .text("It has the same phone number. So does 1 more friend."))
        app.desk.prompts.send(.dismiss)
        await saving?.value
    }

    @Test func `going on editing keeps the text, and asks no more about that friend`() async throws {
        await fill("Ada", "Lovelace", "12")
        let saving = submit()
        app.desk.prompts.send(.dismiss)
        await saving?.value
        #expect(app.form?.state.draft.details.lastName == "Lovelace" && app.form?.state.isSending == false)
        #expect(added.isEmpty)
        await submit()?.value
        #expect(added.count == 1 && app.form == nil, "it is said once")
    }

    @Test func `another friend is warned of, too`() async throws {
        await fill("Ada", "Lovelace", "12")
        let saving = submit()
        app.desk.prompts.send(.dismiss)
        await saving?.value
        await fill("Grace", "Hopper", "12")
        let again = submit()
        #expect(question?.heading == "Grace Hopper is already here.")
        app.desk.prompts.send(.dismiss)
        await again?.value
    }

    @Test func `a failed save does not ask again`() async throws {
        await fill("Ada", "Lovelace", "12")
        let automatic = client.automatic
        client.automatic = { call in
            if case .add = call { return .failure(.unavailable(status: "503", reason: nil)) }
            return automatic?(call)
        }
        let saving = submit()
        app.desk.prompts.send(.answer(.saveAnyway))
        try await app.desk.prompts.asked()
        #expect(question?.answers == [.retry, .cancel])
        app.desk.prompts.send(.answer(.cancel))
        await saving?.value
        client.automatic = automatic
        await submit()?.value
        #expect(added.count == 2 && app.form == nil)
    }

    @Test func `the other one can be opened, and the draft is kept`() async throws {
        await fill("Augusta", "King", "+44 20 7946 0001")
        let saving = submit()
        app.desk.prompts.send(.answer(.open))
        await saving?.value
        #expect(app.form?.state.mode == .update(.ada) && app.list.state.table.selectedFriend?.id == Friend.ada.id)
        #expect(added.isEmpty)
        #expect(drafts.aside.map(\.details.firstName) == ["Augusta"])
    }

    @Test func `a friend that is edited is not warned of`() async throws {
        await app.form?.send(.cancel)
        app.list.select(Friend.grace.id)
        await app.send(.openUpdateForm)
        client.automatic = { call in
            guard case .update(let id, let changes, _) = call else {
                return .page(FriendPage(friends: [.ada, .grace]))
            }
            return .friend(Friend(id: id, version: .init("2"), details: changes.applied(to: .grace)))
        }
        await fill("Ada", "Lovelace", "12")
        await submit()?.value
        #expect(question == nil && app.form == nil)
    }

    @Test func `what was typed ahead does not go to another friend`() async throws {
        await fill("Ada", "Lovelace", "12")
        let saving = submit(.submitAndAddAnother)
        #expect(question?.takesLetters == false, "they are the next name")
        app.desk.prompts.send(.dismiss)
        await saving?.value
        #expect(app.form?.state.draft.details.firstName == "Ada" && app.form?.state.addsAnother == false)
        await app.form?.send(.edit(.insert("!")))
        #expect(app.form?.state.typedAhead.isEmpty == true)
    }

    /// The index is made while the form is read-only.
    @Test func `rows that were never searched are compared, too`() async throws {
        var rows = FriendRows(.numbered(2_000) + [.ada])
        rows.searchIndex = nil
        #expect(rows.similarAtOnce(to: .ada) == nil)
        #expect(await rows.similar(to: .ada).map(\.friend) == [.ada])
        #expect(rows.searchIndex == nil)
    }
}
