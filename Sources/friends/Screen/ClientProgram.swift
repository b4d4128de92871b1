import ArgumentParser
import Foundation
import FriendsModel
import FriendsSession
import FriendsSettings
import FriendsStorage
import FriendsViewModels
import FriendsViews
import Glibc
import Logging
import NcursesScreen
import TerminalUI

/// The composition root: connects the client, the view models, the views and the screen, and runs the event loop.
@MainActor
final class ClientProgram {
    private let session: Session
    private let logger: Logger
    private let screen: NcursesScreen
    private let loop: EventLoop
    private let app: AppViewModel
    private let keys: KeyBindings
    private let appearance: Appearance
    private var frames: FrameMaker
    private var mouse = MouseReader()
    private var waiting = WaitingInput()
    /// Why the program cannot continue, for the user.
    private var fatalMessage: String?

    /// Kept until the process ends: AsyncHTTPClient traps in a debug build when a client is released while it has open
    /// connections.
    private static var client: (any FriendsClient)?

    /// Runs the program until the user quits.
    /// - Returns: the exit status.
    static func run(settings: Settings, isDemo: Bool, _ environment: Environment) -> Int32 {
        EventLoopExecutor.install()
        do {
            // First, because without a terminal the program creates no files.
            let terminal = try NcursesScreen.Terminal(environment: environment.variables)
            let directories = AppDirectories(environment: environment)
            if isDemo { return try runDemo(settings, environment, terminal) }
            let database = try settings.databasePath(directories)
            let logger = LogFile.logger(label: "friends", path: directories.log, level: settings.logLevel.value)
            let session = try Session(settings, databasePath: database, logger: logger)
            defer { session.close() }
            let storage = LocalStorage(session, directories, logger)
            let syncs = AccountSyncs(
                settings.accounts.map { AccountSync($0, session, directory: directories.sync, logger) })
            return try ClientProgram(session, settings, storage, syncs, environment, terminal, logger).run()
        } catch let error as ScreenError {
            StandardStream.error.writeLine("friends: \(error.line)")
            return 2
        } catch let error as SessionError {
            StandardStream.error.writeLine("friends: \(error.message)")
            if case .settings = error { return ExitCode.validationFailure.rawValue }
            return 1
        } catch let error as ExitCode {
            return error.rawValue
        } catch {
            FriendsCommand.end(with: error)
        }
    }

    /// Runs a demo: without a log, and with nothing kept.
    private static func runDemo(
        _ settings: Settings, _ environment: Environment, _ terminal: NcursesScreen.Terminal
    ) throws -> Int32 {
        let session = Session.demo()
        defer { session.close() }
        let logger = Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() }
        let program = try ClientProgram(session, settings, .inMemory, nil, environment, terminal, logger)
        program.app.desk.say(.information, "Made-up people: try anything, nothing is kept")
        return program.run()
    }

    private init(
        _ session: Session, _ settings: Settings, _ storage: LocalStorage, _ syncs: AccountSyncs?,
        _ environment: Environment, _ terminal: NcursesScreen.Terminal, _ logger: Logger
    ) throws(ScreenError) {
        Self.client = session.client
        self.session = session
        self.logger = logger
        keys = KeyBindings(settings)
        appearance = Appearance(settings)
        let screen = try NcursesScreen(
            on: terminal, theme: appearance.theme, usesMouse: appearance.usesMouse,
            rewritesRows: appearance.isPlain)
        self.screen = screen
        let desk = Desk(
            client: session.client, serverName: session.serverName, isShared: session.isShared, drafts: storage.drafts,
            files: LocalFiles(home: environment["HOME"]), clock: session.clock, isAnimated: appearance.isAnimated,
            sync: syncs, now: { time(nil) }, sendCopy: CopySender(settings, environment, screen).send)
        app = AppViewModel(
            desk: desk, cache: storage.cache, choices: storage.choices(settings),
            requiredFields: FriendField.required(settings), makeID: { Friend.ID(UUID().uuidString.lowercased()) },
            random: { .random(in: 0..<1) })
        let symbols: Symbols = screen.isUnicode && !appearance.isASCII ? .unicode : .ascii
        frames = FrameMaker(keys: keys, symbols: symbols, isPlain: appearance.isPlain)
        loop = EventLoop(screen: screen)
        app.onChange = { [weak self] in self?.stateChanged() }
        app.onFinish = { [loop] in loop.stop() }
    }

    private func run() -> Int32 {
        for notice in screen.notices { logger.notice("\(notice)") }
        warnOfExposedToken()
        resize(to: screen.size)
        app.send(.start)
        Task { await endUnlessStarted() }
        let end = loop.run(input: handle, resize: resize, draw: { frames.frame(app.state, size: $0) })
        let printed = screen.close()
        if !printed.isEmpty { logger.warning("Printed while the screen was open: \(printed)") }
        switch end {
        case .stopped: break
        case .terminalVanished:
            logger.notice("Terminal closed")
            return 1
        case .failed(let error):
            StandardStream.error.writeLine("friends: \(error.line)")
            return 1
        }
        guard let fatalMessage else { return 0 }
        StandardStream.error.writeLine("friends: \(fatalMessage)")
        return 1
    }

    private func warnOfExposedToken() {
        guard session.isTokenExposed else { return }
        logger.warning("Token sent unencrypted to \(session.serverName); use https://")
        app.desk.say(.information, "Token sent unencrypted: use https://")
    }

    /// Ends the program if the embedded server cannot start: without a database there is nothing to show.
    private func endUnlessStarted() async {
        do throws(SessionError) {
            try await session.waitForStart()
        } catch {
            // An open form keeps its text; its calls report the failure.
            guard app.form == nil else { return }
            fatalMessage = error.message
            loop.stop()
        }
    }

    // MARK: The loop's callbacks

    private func resize(to size: Size) {
        let layout = ScreenLayout(size: size, isPlain: appearance.isPlain, showsDetails: app.details != nil)
        app.list.send(.resize(height: layout.listHeight))
        app.page?.send(.resize(height: ScreenLayout(size: size).listHeight))
    }

    private func stateChanged() {
        loop.requestPaint()
        if !waiting.isEmpty, waiting.isDue(in: app.state) { Task { handleWaiting() } }
    }

    private func handle(_ events: inout ArraySlice<InputEvent>) {
        guard let command = takeCommand(from: &events) else { return }
        perform(command)
        // They were typed before the question that submitting a form has raised.
        if command.isSubmission, !events.isEmpty { app.desk.prompts.send(.ignoreLetters) }
    }

    /// Handles the input that has waited, now that there is what it waited for.
    private func handleWaiting() {
        switch waiting.take(in: app.state) {
        case .waiting: break
        case .handled(var events):
            while !events.isEmpty {
                handle(&events)
                // They were typed before the question.
                if !events.isEmpty, app.state.prompts.current != nil { app.desk.prompts.send(.ignoreLetters) }
            }
        case .ignored(let reason): app.desk.reportIgnoredKeys(waitingForList: reason == .firstList)
        }
    }

    private func takeCommand(from events: inout ArraySlice<InputEvent>) -> Command? {
        guard case .mouse(let event) = events.first else {
            // What waits comes first.
            if !waiting.isEmpty, waiting.isDue(in: app.state) { handleWaiting() }
            let state = app.state
            let isKept = waiting.keep(&events, in: state, keys)
            return noted(isKept ? nil : keys.takeCommand(from: &events, in: state))
        }
        events.removeFirst()
        let command = mouse.command(for: event, at: .now, in: app.state, size: screen.size, keys: keys)
        if command != nil { waiting.noteMouse() }
        return noted(app.state.isLeaving && command?.actsWhileLeaving == false ? nil : command)
    }

    /// - Returns: the command, after the keys that it leaves without a meaning are gone.
    private func noted(_ command: Command?) -> Command? {
        if let command { waiting.note(command) }
        if !waiting.isEmpty, waiting.isDue(in: app.state) { handleWaiting() }
        return command
    }

    private func perform(_ command: Command) {
        switch command {
        case .toggleMouse: app.desk.say(.mouse(isOn: appearance.isPlain ? nil : screen.toggleMouse()))
        case .suspend: loop.suspend()
        case .redraw: loop.redraw()
        // As Ctrl-\ does in other programs: the guard restores the terminal, and the exit status is the signal's.
        case .abort: raise(SIGQUIT)
        case .list(let action): app.list.send(action)
        case .form(let action): app.form?.send(action)
        case .page(let action): app.page?.send(action)
        case .importing(let action): app.importing?.send(action)
        case .prompt(let action): app.desk.prompts.send(action)
        case .scrollText(let movement): scrollText(movement)
        case .moveInForm(let step): moveInForm(by: step)
        case .openPalette: app.palette.send(.open(keys.paletteEntries(in: app.state)))
        case .tagging(let action): app.tagging.send(action)
        case .path(let action): app.pathField.send(action)
        case .merge(let action): app.merging.send(action)
        case .palette(let action): app.palette.send(action)
        case .runSelected: runSelected()
        case .chooseDetail(let movement): chooseDetail(movement)
        case .app(let action):
            app.send(action)
            // The details can take a part of the list's height, and a page has all of it.
            resize(to: screen.size)
        }
    }

    private func scrollText(_ movement: Movement) {
        let scroll = AppView.scroll(
            movement, in: app.state, size: screen.size, keys: keys, isPlain: appearance.isPlain)
        if let scroll { perform(scroll) }
    }

    private func chooseDetail(_ movement: Movement) {
        let choose = AppView.chooseDetail(movement, in: app.state, size: screen.size, isPlain: appearance.isPlain)
        if let choose { perform(choose) }
    }

    private func moveInForm(by step: Int) {
        let command = AppView.moveInForm(by: step, app.state, size: screen.size, isPlain: appearance.isPlain)
        if let command { perform(command) }
    }

    /// Runs the selected command of the palette, as its key would.
    private func runSelected() {
        let command = keys.selectedCommand(in: app.state)
        app.palette.send(.run(isAvailable: command != nil))
        if let command { perform(command) }
    }
}
