import Observation

/// Notices when something that the screen is drawn from changes.
///
/// Each part of the state is observed by itself, and observed anew only after it has changed: of all that a frame is made
/// from a key changes one part, and to observe the others again would cost more than to draw the rows.
@MainActor
final class ChangeObserver {
    typealias Part = @MainActor () -> Void

    private var unobserved: [Part]
    private let onChange: @MainActor () -> Void

    /// - Parameters:
    ///   - parts: each reads one part of the state.
    ///   - onChange: is called when a part that is being observed is about to change.
    init(_ parts: [Part], onChange: @escaping @MainActor () -> Void) {
        unobserved = parts
        self.onChange = onChange
    }

    /// Observes the parts that have changed since the last call, and at first all of them. To be called before they are
    /// read: whatever changes after that is noticed.
    func observe() {
        let parts = unobserved
        unobserved = []
        for part in parts {
            withObservationTracking(part) {
                // The view models live on the main actor, so that is where they change.
                MainActor.assumeIsolated {
                    self.unobserved.append(part)
                    self.onChange()
                }
            }
        }
    }
}
