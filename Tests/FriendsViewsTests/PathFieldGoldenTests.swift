import FriendsModel
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels

/// Pictures of the path field.
extension AppViewGoldenTests {
    private func path(
        _ text: String, _ purpose: PathField.Purpose = .export(.all(3)), _ change: (inout PathField) -> Void = { _ in }
    ) -> AppState {
        var state = three
        var field = PathField(purpose)
        field.apply(.insert(text))
        change(&field)
        state.pathField = field
        return state
    }

    @Test func `the path field`() throws {
        try expectGolden(path(""), "path-export")
        try expectGolden(
            path("~/none/a.vcf", .export(.marked([Self.ada, Self.grace]))) {
                $0.problem = "The folder /home/ada/none doesn\u{2019}t exist"
            }, "path-problem")
        let names = [
            FileName("archive", isFolder: true), FileName("\u{1B}[31mred\u{202E}", isFolder: false),
            FileName("b.vcf", isFolder: false),
            FileName("王王王王王王王王王王王王王.vcf", isFolder: false), FileName("zoo.vcf", isFolder: false),
        ]
        let completing = path("", .export(.shown([Self.ada]))) { $0.complete(from: names) }
        try expectGolden(completing, "path-names")
        try expectGolden(
            path("", .export(.shown([Self.ada]))) {
                $0.complete(from: names)
                _ = $0.choose(-1)
                _ = $0.choose(-1)
            }, "path-chosen")
        try expectPlain(path("") { $0.complete(from: names.filter { $0.name.allSatisfy(\.isASCII) }) }, "path-names")
        try expectPlain(path("a.vcf"), "path")
    }

    @Test func `an export in progress`() throws {
        var state = path("a.vcf") { $0.isBusy = true }
        state.activity.titles = ["Exporting 12345 friends\u{2026} 500 of 12345"]
        state.activity.shownTitle = state.activity.titles[0]
        state.activity.isVisible = true
        try expectGolden(state, "path-busy")
    }
}
