import FriendsModel

extension WriteSeries {
    /// Makes the writes. Cancelling the task ends the series after the calls under way.
    /// - Parameters:
    ///   - isolation: the actor of the caller, on which the answers are taken.
    ///   - progress: called when writes were answered.
    mutating func run(
        on client: any FriendsClient, isolation: isolated (any Actor)? = #isolation,
        progress: (Self) -> Void = { _ in }
    ) async {
        await sendTogether(on: client, progress)
        let sent = self
        self = await withTaskGroup(of: Answer.self) { group in
            // Only a closure that uses the actor runs on it.
            _ = isolation
            var series = sent
            for call in series.next(series.options.maximumCalls) {
                group.addTask { [options = series.options] in await call.make(on: client, options) }
            }
            while let answer = await group.next() {
                series.end(answer)
                progress(series)
                if Task.isCancelled { series.cancel() }
                for call in series.next(1) {
                    group.addTask { [options = series.options] in await call.make(on: client, options) }
                }
            }
            return series
        }
    }

    /// Sends writes together as long as there are some, unless the server takes one at a time.
    nonisolated(nonsending) private mutating func sendTogether(
        on client: any FriendsClient, _ progress: (Self) -> Void
    ) async {
        while true {
            let calls = nextBatch()
            guard !calls.isEmpty else { return }
            guard !isSentAlone(calls) else { return requeue(calls) }
            do throws(FriendsClientError) {
                let writes = calls.map { $0.change.write(rest: $0.rest) }
                let results: [Result<Friend?, FriendsClientError>]
                if options.isAtomic {
                    results = try await client.writeAll(writes)
                } else {
                    let answer = try await client.writeAndFindExisting(writes)
                    // What was tried before without an answer is our own.
                    note(existing: answer.existing.subtracting(calls.filter(\.isRepeated).map(\.change.id)))
                    results = answer.results
                }
                for (call, result) in zip(calls, results) {
                    // Resolving a failure can take a read. Other answers report no progress: each report takes time.
                    if case .failure = result { progress(self) }
                    end(await call.answer(result, from: client, options), isInBatch: true)
                    if Task.isCancelled { cancel() }
                }
                progress(self)
            } catch .notOffered {
                requeue(calls)
                if options.isAtomic { await checkDeletions(on: client) }
                return
            } catch {
                end(calls, error)
            }
            if Task.isCancelled { cancel() }
        }
    }

    /// Whether a write that is the last one is better made by a single call.
    private func isSentAlone(_ calls: [Call]) -> Bool {
        guard options.isUnattended, calls.count == 1, left.isEmpty, let change = calls.first?.change
        else { return false }
        return switch change.write(rest: nil) {
        // The list or the trash would have it for a moment.
        case .addToTrash, .erase: false
        case .add: !options.findsExisting
        case .update, .delete, .purge, .updateAndDelete, .restore: true
        }
    }
}

extension WriteSeries.Call {
    /// Makes the write by a single call.
    nonisolated(nonsending) func make(
        on client: any FriendsClient, _ options: WriteOptions
    ) async -> WriteSeries.Answer {
        do throws(FriendsClientError) {
            let friend = try await change.make(on: client, rest: rest, isRepeated: isRepeated)
            return .init(call: self, result: .success(friend))
        } catch {
            return await forced(.failure(error), on: client, options)
        }
    }

    /// The answer to a call that was sent in a batch.
    nonisolated(nonsending) func answer(
        _ result: Result<Friend?, FriendsClientError>, from client: any FriendsClient,
        _ options: WriteOptions
    ) async -> WriteSeries.Answer {
        // Most answers need no read, and resolving each on another thread would take a tenth of an import.
        if case .success(let friend) = result, friend != nil || change.isDeletion {
            return .init(call: self, result: result)
        }
        do throws(FriendsClientError) {
            let friend = try await change.resolve(result, on: client, rest: rest, isRepeated: isRepeated)
            return .init(call: self, result: .success(friend))
        } catch {
            return await forced(.failure(error), on: client, options)
        }
    }

    /// Makes a forced write again at the version that is in its way.
    nonisolated(nonsending) private func forced(
        _ result: Result<Friend?, FriendsClientError>, on client: any FriendsClient,
        _ options: WriteOptions
    ) async -> WriteSeries.Answer {
        var result = result
        for _ in 1...WriteOptions.maximumAttempts {
            guard options.isForced, case .failure(.conflict(let current)) = result else { break }
            let known: Friend?
            if let current { known = current } else { known = try? await client.friend(change.id) }
            guard let version = known?.version, let write = change.write(rest: rest).at(version) else {
                break
            }
            do throws(FriendsClientError) {
                result = .success(try await write.make(on: client, rest: nil, isRepeated: false))
            } catch {
                result = .failure(error)
            }
        }
        return .init(call: self, result: result)
    }
}
