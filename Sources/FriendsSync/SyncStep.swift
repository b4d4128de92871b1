/// What has become of a person on one side since the last synchronisation.
enum SyncSide: CaseIterable, Sendable {
    case same
    /// Changed, or new.
    case changed
    /// Deleted, or never there.
    case gone
}

/// What a synchronisation does about one person.
enum SyncStep: Equatable, Sendable {
    case nothing
    /// The change here goes to the server.
    case push
    /// The change on the server comes here.
    case pull
    /// Both have changed, and get what both have made of it.
    case merge
    case addHere
    case addThere
    /// Moves the friend here to the trash.
    case deleteHere
    case deleteThere
    /// Deleted here and changed there: the change wins.
    case bringBackHere
    /// Changed here and deleted there: the change wins.
    case bringBackThere
    /// Both have deleted it.
    case forget

    /// Decides about one person. It depends on nothing but what both sides have: no clock, no order of calls.
    /// - Parameter isKnown: whether both sides had the person after the last synchronisation.
    init(isKnown: Bool, here: SyncSide, there: SyncSide) {
        self =
            switch (here, there) {
            case (.changed, .changed): .merge
            case (.same, .same): .nothing
            case (.changed, .same): isKnown ? .push : .addThere
            case (.same, .changed): isKnown ? .pull : .addHere
            case (.gone, .changed): isKnown ? .bringBackHere : .addHere
            case (.changed, .gone): isKnown ? .bringBackThere : .addThere
            case (.same, .gone): isKnown ? .deleteHere : .nothing
            case (.gone, .same): isKnown ? .deleteThere : .nothing
            case (.gone, .gone): isKnown ? .forget : .nothing
            }
    }
}
