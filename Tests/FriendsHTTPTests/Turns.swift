/// Lets a few clients be tried at a time. Where a limit of time is tried, hundreds of other tests that begin at the same
/// moment must not use it up.
actor Turns {
    static let ofClients = Turns(count: 2)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        free = count
    }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
