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
    private let clock = ManualClock()

    @MainActor
    private final class Copies {
        var texts: [String] = []
    }

    init() async {
        let copies = copies
        app = AppViewModel(
            client: client, id: "new", clock: clock,
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

    // MARK: What the card keeps

    private static let card = Array(
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nN:Lovelace;Ada;;;\r\nPHOTO:x\r\nX-OTHER:1\r\nEND:VCARD\r\n".utf8)

    /// Waits until the card of the selected friend was read.
    private func read(_ text: String?) async throws {
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(150))
        try await eventually("the card") {
            app.list.state.table.selectedFriend.flatMap { app.state.details?.keptText(of: $0) } == text
                && clock.sleeperCount == 0
        }
    }

    @Test func `what the card keeps is the last part, and is copied`() async throws {
        client.rests = [Friend.ada.id: Self.card]
        await app.send(.details(.focus))
        #expect(app.state.details?.keptText(of: .adaWithLines) == nil)
        try await read("photo, X-OTHER")
        #expect(app.state.details?.keptText(of: .grace) == nil)
        await app.send(.details(.choose(.whole, top: 0)))
        #expect(app.state.details?.chosen(in: .adaWithLines) == .whole)
        await app.send(.details(.copy))
        #expect(copies.texts == ["photo, X-OTHER"])
        await app.send(.details(.edit))
        #expect(app.form != nil)
    }

    @Test func `the card is read when the selection rests, and while the details are open`() async throws {
        client.rests = [Friend.ada.id: Self.card, Friend.grace.id: Self.card]
        #expect(clock.sleeperCount == 0)
        await app.send(.details(.toggle))
        try await clock.sleeping(1)
        // Another selection starts the time again.
        clock.advance(by: .milliseconds(149))
        await app.list.send(.move(.previous))
        try await eventually("the friend before") { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(149))
        #expect(app.state.details?.kept == nil)
        await app.list.send(.move(.next))
        try await clock.sleeping(1)
        await app.send(.details(.close))
        try await eventually("nothing is read") { clock.sleeperCount == 0 }
        await app.send(.details(.toggle))
        try await read("photo, X-OTHER")
        #expect(app.state.details?.kept?.friend == Friend.ada.id)
    }

    @Test func `without a card nothing is kept`() async throws {
        client.offersRests = false
        await app.send(.details(.toggle))
        try await read(nil)
        #expect(app.state.details?.kept?.names.isEmpty != false)
    }

    @Test func `only what a friend has is listed`() {
        #expect(FriendDetails(firstName: "Ada").parts.isEmpty)
        #expect(Friend.ada.details.parts == [.field(.phoneNumber)])
        #expect(Friend.adaWithLines.details.parts.count == 11)
    }
}
