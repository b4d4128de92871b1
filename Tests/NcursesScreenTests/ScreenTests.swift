import Testing

/// The screen as a program has it, on real terminals. One test at a time: they measure time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ScreenTests {}
