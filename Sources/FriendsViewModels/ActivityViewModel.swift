import FriendsModel

/// What is being waited for: a counter of operations, and whether the loading overlay is on the screen.
///
/// The overlay comes when a wait passes 300 ms and stays for at least 300 ms, so that it never flickers. It counts:
/// two operations that overlap are one overlay until both have ended.
@MainActor
package final class ActivityViewModel {
    /// What the loading overlay is drawn from.
    package struct State: Equatable, Sendable {
        /// What is being done, the oldest first.
        package internal(set) var titles: [String] = []
        /// Whether the overlay is to be seen.
        package internal(set) var isVisible = false
        /// What the overlay says: the newest operation, kept while the overlay stays a little longer than it.
        package internal(set) var shownTitle = ""
        /// How often the spinner has moved since the overlay came; nil while it is hidden, and without animations.
        package internal(set) var spinnerStep: Int?

        package var isBusy: Bool { !titles.isEmpty }

        package init() {}
    }

    package static let delay = Duration.milliseconds(300)
    package static let minimumStay = Duration.milliseconds(300)
    package static let spinnerInterval = Duration.milliseconds(100)

    package private(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    private let clock: any Clock<Duration>
    private let isAnimated: Bool
    private var running: [(id: Int, cancel: () -> Void)] = []
    private var nextID = 0
    /// The one timer: to show the overlay, or to let it stay.
    private var timer: Task<Void, Never>?
    private var mustStay = false
    /// Moves the spinner while the overlay is visible.
    private var spinning: Task<Void, Never>?

    /// - Parameter isAnimated: whether a spinner moves in the overlay.
    package init(clock: any Clock<Duration>, isAnimated: Bool = false) {
        self.clock = clock
        self.isAnimated = isAnimated
    }

    /// Does something that may take long, counted from its beginning to its end, whatever the end is.
    ///
    /// Cancelling the calling task, or ``cancel()``, cancels the operation.
    /// - Parameter operation: can say by another title how far it is.
    package func run<Value: Sendable>(
        _ title: String,
        _ operation: @escaping @MainActor (_ retitle: (String) -> Void) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        nextID += 1
        let id = nextID
        let task = Task { @MainActor () -> Result<Value, FriendsClientError> in
            do throws(FriendsClientError) {
                return .success(try await operation { self.retitle(id, $0) })
            } catch {
                return .failure(error)
            }
        }
        begin(title, id: id) { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        end(id)
        return try result.get()
    }

    /// Cancels the newest operation.
    package func cancel() {
        running.last?.cancel()
    }

    private func begin(_ title: String, id: Int, cancel: @escaping () -> Void) {
        running.append((id, cancel))
        state.titles.append(title)
        if state.isVisible {
            state.shownTitle = title
        } else if timer == nil {
            timer = Task { [weak self, clock] in
                try? await clock.sleep(for: Self.delay)
                if !Task.isCancelled { self?.show() }
            }
        }
    }

    private func retitle(_ id: Int, _ title: String) {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return }
        state.titles[index] = title
        if index == running.count - 1 { state.shownTitle = title }
    }

    private func end(_ id: Int) {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return }
        running.remove(at: index)
        state.titles.remove(at: index)
        if let title = state.titles.last { return state.shownTitle = title }
        if !state.isVisible {
            timer?.cancel()
            timer = nil
        } else if !mustStay {
            hide()
        }
    }

    private func show() {
        state.isVisible = true
        state.shownTitle = state.titles.last ?? ""
        mustStay = true
        spin()
        timer = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.minimumStay)
            self?.allowHiding()
        }
    }

    private func allowHiding() {
        timer = nil
        mustStay = false
        if !state.isBusy { hide() }
    }

    private func hide() {
        spinning?.cancel()
        state.spinnerStep = nil
        state.isVisible = false
    }

    private func spin() {
        guard isAnimated else { return }
        state.spinnerStep = 0
        spinning = Task { [weak self, clock] in
            while (try? await clock.sleep(for: Self.spinnerInterval)) != nil, !Task.isCancelled {
                guard let self else { return }
                state.spinnerStep? += 1
            }
        }
    }
}
