import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DetailsTests {
    private let client = StubFriendsClient()
    private let app: AppViewModel
    private let copies = Copies()

    @MainActor
    private final class Copies {
        var texts: [String] = []
    }

    init() async {
        let copies = copies
        app = AppViewModel(
            client: client, id: "new",
            sendCopy: { text in
                copies.texts.append(text)
                return .sent
            })
        client.automatic = { _ in .page(FriendPage(friends: [.grace, .adaWithLines])) }
        await app.list.store.load()
        app.list.select(Friend.ada.id)
    }

    @Test func `the pane opens with the keys in the list, and closes`() {
        app.send(.details(.toggle))
        #expect(app.state.details == Details())
        #expect(app.state.details?.hasFocus == false)
        app.send(.details(.focus))
        #expect(app.state.details?.hasFocus == true)
        app.send(.details(.leave))
        #expect(app.state.details?.hasFocus == false)
        app.send(.details(.toggle))
        #expect(app.state.details == nil)
        app.send(.details(.focus))
        #expect(app.state.details?.hasFocus == true)
        app.send(.details(.close))
        #expect(app.state.details == nil)
    }

    @Test func `without a friend the list has the keys`() async {
        await app.send(.details(.focus))
        #expect(app.state.detailsHaveFocus)
        client.automatic = { _ in .page(FriendPage(friends: [])) }
        await app.list.send(.reload)?.value
        #expect(!app.state.detailsHaveFocus)
    }

    @Test func `a click in the list takes the keys back`() {
        app.send(.details(.focus))
        app.send(.details(.leaveFor(index: 0)))
        #expect(app.state.details?.hasFocus == false)
        #expect(app.list.state.table.selectedFriend?.id == Friend.grace.id)
    }

    @Test func `another friend begins at the first line`() {
        app.send(.details(.toggle))
        app.send(.details(.choose(.line(FriendLine.ID("1")), top: 2)))
        #expect(app.state.details?.chosen(in: .adaWithLines) == .line(FriendLine.ID("1")))
        #expect(app.state.details?.top(in: .adaWithLines) == 2)
        app.list.send(.move(.previous))
        #expect(app.state.details?.chosen(in: .grace) == .field(.phoneNumber))
        #expect(app.state.details?.top(in: .grace) == 0)
    }

    @Test func `a chosen line that is gone gives way to the first one`() {
        app.send(.details(.toggle))
        app.send(.details(.choose(.line(FriendLine.ID("gone")), top: 0)))
        #expect(app.state.details?.chosen(in: .adaWithLines) == .field(.phoneNumber))
        let nothing = Friend(id: .init("x"), version: .init("1"), details: FriendDetails(firstName: "X"))
        #expect(app.state.details?.chosen(in: nothing) == nil)
    }

    @Test func `the chosen line is copied`() {
        app.send(.details(.toggle))
        app.send(.details(.copy))
        app.send(.details(.choose(.line(FriendLine.ID("1")), top: 0)))
        app.send(.details(.copy))
        #expect(copies.texts == [Friend.ada.details.phoneNumber, "ada@analytical.example"])
        #expect(app.desk.status?.text == "Copied ada@analytical.example")
    }

    @Test func `an open form hides the pane, and leaves it open`() async {
        await app.send(.details(.toggle))
        #expect(app.state.showsDetails)
        await app.send(.details(.choose(.line(FriendLine.ID("1")), top: 0)))
        await app.send(.details(.edit))
        #expect(app.form?.state.focus == .line(FriendLine.ID("1"), .value))
        #expect(app.form != nil)
        #expect(!app.state.showsDetails)
        await app.form?.send(.cancel)
        #expect(app.state.showsDetails)
    }

    @Test func `what the card keeps is the last part, and is copied`() async throws {
        let ada = Friend(
            id: Friend.ada.id, version: Friend.ada.version, details: Friend.adaWithLines.details,
            keptText: "X-PET: Rex\nphoto")
        client.automatic = { _ in .page(FriendPage(friends: [.grace, ada])) }
        await app.list.store.load()
        app.list.select(ada.id)
        await app.send(.details(.focus))
        await app.send(.details(.choose(.whole, top: 0)))
        #expect(app.state.details?.chosen(in: ada) == .whole)
        #expect(app.state.details?.chosen(in: .adaWithLines) != .whole)
        await app.send(.details(.copy))
        #expect(copies.texts == ["X-PET: Rex\nphoto"])
        await app.send(.details(.edit))
        #expect(app.form != nil)
    }

    @Test func `only what a friend has is listed`() {
        #expect(FriendDetails(firstName: "Ada").parts.isEmpty)
        #expect(Friend.ada.details.parts == [.field(.phoneNumber)])
        #expect(Friend.adaWithLines.details.parts.count == 11)
    }
}
