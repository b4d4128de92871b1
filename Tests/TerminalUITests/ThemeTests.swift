import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(10)))
struct ThemeTests {
    private static let themes = Theme.names.compactMap(Theme.named)

    /// The pairs of roles that must be told apart and are not, by somebody who sees no colours.
    private func confused(_ theme: Theme) -> [String] {
        let colorless = Theme(name: theme.name) { theme[$0].steppedDown(to: .none) }
        #expect(Style.allCases.allSatisfy { theme[$0].attributes == colorless[$0].attributes })
        return Theme.toldApart.filter { !theme[$0.0].isToldApart(from: theme[$0.1]) }.map { "\($0.0) \($0.1)" }
    }

    @Test func thereAreThreeThemes() {
        #expect(Theme.names == ["default", "high-contrast", "mono"])
        #expect(Theme.names.map { Theme.named($0)?.name } == Theme.names)
        #expect(Theme.named("dark") == nil)
    }

    @Test func everyRoleHasANameOfItsOwnAndALetter() {
        #expect(Set(Style.allCases.map(\.name)).count == Style.allCases.count)
        #expect(Set(Style.allCases.map(\.letter)).count == Style.allCases.count)
        #expect(Style.allCases.allSatisfy { Style(named: $0.name) == $0 })
        #expect(Style(named: "focused-field") == .focusedField)
        #expect(Style(named: "focusedField") == nil)
    }

    @Test(arguments: themes, ColorDepth.allCases)
    func `nothing is distinguished by colour alone`(theme: Theme, depth: ColorDepth) {
        #expect(confused(theme.steppedDown(to: depth)) == [])
        #expect(confused(theme.steppedDown(to: depth, colorless: [.underline, .dim])) == [])
    }

    /// The themes that come with the program say what they mean: nothing in them needs to be put right.
    @Test func theThemesAreAsTheyWereWritten() {
        func described(_ text: String) throws -> Look { try Look(describedBy: text) }
        #expect(Theme.standard[.plain] == Look())
        #expect(Theme.standard[.selected] == Look(.reverse))
        #expect(Theme.standard[.problem] == Look(foreground: .red, .bold))
        #expect(Theme.standard[.focusedField] == Look([.bold, .underline]))
        #expect(Theme.standard[.markedSelected] == Look(foreground: .magenta, [.bold, .reverse]))
        #expect(Theme.highContrast[.plain] == Look(foreground: .palette(231), background: .palette(16)))
        for style in Style.allCases {
            #expect(Theme.standard[style].background == nil, "the terminal's own background")
            #expect(Theme.mono[style] == Look(Theme.standard[style].attributes))
            #expect(Theme.highContrast[style].attributes == Theme.standard[style].attributes)
            #expect(Theme.standard.steppedDown(to: .none)[style] == Theme.mono[style])
        }
    }

    /// Whatever a person makes of the theme.
    @Test func `a theme that distinguishes by colour alone is corrected`() {
        let colors: [Color?] = [nil, .red, .cyan, .rgb(1, 2, 3)]
        let looks = (0..<32).map { Look(foreground: colors[$0 % 4], .init(rawValue: UInt8($0))) }
        func everyRole(_ look: () -> Look) -> [Style: Look] {
            Dictionary(uniqueKeysWithValues: Style.allCases.map { ($0, look()) })
        }
        // All roles alike, each role alone, and any mixture.
        let changes =
            looks.map { look in everyRole { look } } + looks.flatMap { look in Style.allCases.map { [$0: look] } }
            + (0..<500).map { _ in everyRole { looks.randomElement() ?? Look() } }
        for theme in Self.themes {
            #expect(changes.first { !confused(theme.replacing($0)).isEmpty } == nil)
        }
    }

    @Test func `styles that differ by attributes stay unchanged`() throws {
        let look = try Look(describedBy: "black on yellow underline")
        let theme = Theme.standard.replacing([.selected: look])
        #expect(theme[.selected] == look)
        #expect(theme[.markedSelected] == Theme.standard[.markedSelected])
        #expect(theme.name == "default")
    }

    @Test func aColourAloneIsCompleted() throws {
        let theme = Theme.standard.replacing([.selected: try Look(describedBy: "black on yellow")])
        #expect(theme[.selected] == Look(foreground: .palette(0), background: .palette(3), .bold))
        #expect(
            theme[.marked] == Look(foreground: .magenta, [.bold, .underline]), "bold is what the selected row is now")
    }

    @Test func `reversed colours that look the same do not differ`() throws {
        let theme = Theme.standard.replacing([
            .plain: try Look(describedBy: "white on black"), .selected: try Look(describedBy: "black on white reverse"),
        ])
        #expect(theme[.selected].isToldApart(from: theme[.plain]))
        #expect(theme[.selected].attributes != .reverse)
    }
}
