import Testing

@testable import FriendsSync

@Suite(.timeLimit(.minutes(10)))
struct SyncStepTests {
    @Test(arguments: [
        (SyncSide.same, SyncSide.same, SyncStep.nothing, SyncStep.nothing),
        (.changed, .same, .push, .addThere),
        (.same, .changed, .pull, .addHere),
        (.changed, .changed, .merge, .merge),
        (.gone, .same, .deleteThere, .nothing),
        (.gone, .changed, .bringBackHere, .addHere),
        (.same, .gone, .deleteHere, .nothing),
        (.changed, .gone, .bringBackThere, .addThere),
        (.gone, .gone, .forget, .nothing),
    ])
    func `every case is decided`(_ here: SyncSide, _ there: SyncSide, _ known: SyncStep, _ unknown: SyncStep) {
        #expect(SyncStep(isKnown: true, here: here, there: there) == known)
        #expect(SyncStep(isKnown: false, here: here, there: there) == unknown)
    }

    @Test func `nobody is deleted without having been on both sides`() {
        for here in SyncSide.allCases {
            for there in SyncSide.allCases {
                let step = SyncStep(isKnown: false, here: here, there: there)
                #expect(![.deleteHere, .deleteThere, .forget].contains(step))
            }
        }
    }
}
