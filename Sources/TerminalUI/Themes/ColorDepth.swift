/// The colour depth of a terminal.
package enum ColorDepth: Equatable, CaseIterable, Sendable {
    /// No colours, or colours are disabled.
    case none
    case eight
    case sixteen
    case palette
    /// Direct colours (24 bit).
    case direct
}

extension Color {
    /// The nearest colour at a depth; nil without colours.
    package func nearest(in depth: ColorDepth) -> Color? {
        switch (depth, self) {
        case (.none, _): nil
        case (.direct, _): self
        case (.palette, .palette): self
        // The shades of the first sixteen colours are unknown.
        case (.palette, .rgb): nearest(among: 16...255)
        case (.sixteen, .palette(0...15)): self
        case (.sixteen, _): nearest(among: 0...15)
        case (.eight, .palette(0...7)): self
        // Bright black is grey.
        case (.eight, .palette(let number)) where (9...15).contains(number): .palette(number - 8)
        case (.eight, _): nearest(among: 0...7)
        }
    }

    /// Grey stays grey: with few colours, a hue may be nearer than the next grey.
    private func nearest(among numbers: ClosedRange<UInt8>) -> Color? {
        numbers.map(Color.palette).filter { !isGrey || $0.isGrey }.min { distance(to: $0) < distance(to: $1) }
    }

    private var isGrey: Bool {
        let (red, green, blue) = components
        return max(red, green, blue) - min(red, green, blue) < 16
    }

    /// The perceived distance of two colours ("redmean").
    package func distance(to other: Color) -> Int {
        let (mine, theirs) = (components, other.components)
        let red = (mine.red + theirs.red) / 2
        func square(_ one: Int, _ other: Int) -> Int { (one - other) * (one - other) }
        return (512 + red) * square(mine.red, theirs.red) + 1024 * square(mine.green, theirs.green)
            + (767 - red) * square(mine.blue, theirs.blue)
    }
}

extension Look {
    /// The look at a colour depth.
    ///
    /// - Parameter colorless: attributes that the terminal cannot combine with colours. They replace the colours.
    package func steppedDown(to depth: ColorDepth, colorless: Attributes = []) -> Look {
        var look = self
        look.foreground = foreground?.nearest(in: depth)
        look.background = background?.nearest(in: depth)
        if depth == .eight, case .palette(9...15) = foreground { look.attributes.insert(.bold) }
        // Equal colours would hide the text.
        let isHidden = look.foreground != nil && look.foreground == look.background && foreground != background
        if isHidden || !attributes.isDisjoint(with: colorless) { (look.foreground, look.background) = (nil, nil) }
        return look
    }
}

extension Theme {
    /// The theme at a colour depth. Distinguishable roles stay distinguishable.
    package func steppedDown(to depth: ColorDepth, colorless: Look.Attributes = []) -> Theme {
        Theme(name: name) { self[$0].steppedDown(to: depth, colorless: colorless) }
    }
}
