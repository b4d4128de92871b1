import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ColorDepthTests {
    @Test(arguments: [
        (Color.rgb(255, 136, 0), ColorDepth.direct, Color.rgb(255, 136, 0)),
        (.rgb(255, 136, 0), .palette, .palette(208)), (.rgb(0, 0, 0), .palette, .palette(16)),
        (.rgb(255, 255, 255), .palette, .palette(231)), (.rgb(128, 128, 128), .palette, .palette(244)),
        (.rgb(95, 135, 175), .palette, .palette(67)), (.palette(208), .palette, .palette(208)),
        (.palette(208), .direct, .palette(208)), (.palette(9), .palette, .palette(9)),
        (.rgb(255, 255, 255), .sixteen, .palette(15)), (.rgb(250, 10, 10), .sixteen, .palette(9)),
        (.rgb(200, 0, 0), .sixteen, .palette(1)), (.palette(21), .sixteen, .palette(4)),
        (.palette(244), .sixteen, .palette(8)), (.palette(12), .sixteen, .palette(12)),
        (.rgb(255, 255, 255), .eight, .palette(7)), (.rgb(0, 0, 0), .eight, .palette(0)),
        (.rgb(250, 10, 10), .eight, .palette(1)), (.palette(46), .eight, .palette(2)),
        (.rgb(100, 100, 108), .eight, .palette(0)), (.rgb(130, 128, 128), .sixteen, .palette(8)),
        (.palette(11), .eight, .palette(3)), (.palette(8), .eight, .palette(7)), (.palette(3), .eight, .palette(3)),
    ])
    func theNearestColourIsTaken(color: Color, depth: ColorDepth, nearest: Color) {
        #expect(color.nearest(in: depth) == nearest)
        #expect(color.nearest(in: .none) == nil)
    }

    @Test func everyNumberedShadeIsNearestToItself() {
        for number in UInt8(16)...255 {
            let (red, green, blue) = Color.palette(number).components
            let nearest = Color.rgb(UInt8(red), UInt8(green), UInt8(blue)).nearest(in: .palette)
            #expect(nearest.map { $0.distance(to: .palette(number)) } == 0)
        }
    }

    @Test func `a distance is symmetric, and zero to itself`() {
        let colors: [Color] = [.palette(0), .palette(200), .rgb(1, 200, 90), .rgb(255, 255, 255)]
        for one in colors {
            for other in colors { #expect((one.distance(to: other) == 0) == (one == other)) }
            #expect(colors.map(one.distance) == colors.map { $0.distance(to: one) })
        }
    }

    @Test func `a bright colour is bold with eight colours`() throws {
        let look = try Look(describedBy: "bright-red on blue")
        #expect(look.steppedDown(to: .eight) == Look(foreground: .palette(1), background: .palette(4), .bold))
        #expect(look.steppedDown(to: .sixteen) == look)
        // What is behind a text has nothing that could be bold, and bold black is black.
        #expect(try Look(describedBy: "black on bright-red").steppedDown(to: .eight).attributes == [])
        #expect(try Look(describedBy: "bright-black").steppedDown(to: .eight) == Look(foreground: .palette(7)))
    }

    @Test func `no text has the colour of its background`() throws {
        let look = try Look(describedBy: "#cc0000 on #ee0000 bold")
        #expect(look.steppedDown(to: .direct) == look)
        #expect(look.steppedDown(to: .eight) == Look(.bold))
    }

    @Test func anAttributeThatExcludesColoursStays() throws {
        let look = try Look(describedBy: "red on blue underline")
        #expect(look.steppedDown(to: .eight, colorless: [.underline, .dim]) == Look(.underline))
        #expect(look.steppedDown(to: .eight, colorless: .dim) == look)
    }
}
