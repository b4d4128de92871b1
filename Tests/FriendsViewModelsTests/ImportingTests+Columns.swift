import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What the user says about a file: its columns, and its encoding.
extension ImportingTests {
    @Test func `what each unknown column is can be chosen`() async throws {
        files.change {
            $0.records["a.vcf"] = [Self.records]
            $0.unknownColumns = [
                FileColumn(header: "Spouse", sample: "Bob", isKnown: false),
                FileColumn(header: "Mail", sample: "ada@example.org", isKnown: false),
                FileColumn(header: "Shoes", sample: "36", isKnown: false),
            ]
        }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        let task: Task<Void, Never>? = app.pathField.send(.submit)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.chooseEach))
        await task?.value
        func type(_ text: String) {
            app.pathField.send(.edit(.insert(text)))
            app.pathField.send(.submit)
        }
        #expect(app.page == nil && app.state.pathField?.isBusy == false)
        app.pathField.send(.edit(.insert("rel")))
        await app.pathField.send(.complete)?.value
        #expect(app.state.pathField?.input.text == "relation")
        type(":")
        #expect(app.state.pathField?.problem == nil, "a label can be empty")
        // What the first text proposes.
        type("")
        type("fly")
        #expect(app.state.pathField?.problem == "Unknown: \u{201C}fly\u{201D}. Tab lists what a column can be")
        app.pathField.send(.edit(.killToStart))
        type("note:size")
        #expect(app.state.pathField == nil)
        try await eventually { records?.progress == .complete }
        let map = files.content.withLock { $0.columns }
        #expect(map?["Spouse"] == .line(.relation, label: "") && map?["Mail"] == .line(.email, label: ""))
        #expect(map?["Shoes"] == .line(.note, label: "size") && map?.others == nil)
    }

    @Test func `the user reads that an encoding was guessed`() async throws {
        let table = Array("First Name,Phone\nJ\u{FC}rgen,12\n".unicodeScalars.map { UInt8($0.value) })
        var records: [FriendRecord] = []
        var chunks = [table]
        try RecordReader(.csv).read({ chunks.popLast() }) { records += $0 }
        try await open([records])
        #expect(app.state.status?.text.hasPrefix("Read as Windows-1252") == true)
    }

    @Test func `a file is read again in another encoding`() async throws {
        try await open()
        await send(.chooseEncoding)
        #expect(app.state.pathField?.isOverPreview == true && app.page != nil)
        app.pathField.send(.edit(.insert("none")))
        await app.pathField.send(.submit)?.value
        #expect(app.state.pathField?.problem == "There is no encoding none")
        app.pathField.send(.edit(.killToStart))
        app.pathField.send(.edit(.insert("koi8-r")))
        await app.pathField.send(.complete)?.value
        #expect(app.state.pathField?.input.text == "KOI8-R")
        let old = app.page
        await app.pathField.send(.submit)?.value
        #expect(app.state.pathField == nil && app.page !== old)
        try await eventually { records?.progress == .complete }
        #expect(files.content.withLock { $0.encoding } == "KOI8-R")
        // Choices would be lost.
        await send(.toggle)
        let task: Task<Void, Never>? = app.importing?.send(.chooseEncoding)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.no))
        await task?.value
        #expect(app.state.pathField == nil && app.page != nil)
    }
}
