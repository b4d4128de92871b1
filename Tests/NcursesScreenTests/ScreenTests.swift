import Testing

/// The screen as a program has it, on real terminals. One test at a time: they measure time, and a child that another
/// test starts must not inherit this one's terminal.
@Suite(.serialized, .timeLimit(.minutes(4))) struct ScreenTests {}
