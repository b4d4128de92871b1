import FriendsModel
import NIOCore

extension Transport {
    /// The response to a request, with any status.
    ///
    /// Retries the request after a transient failure if that is safe (``RetryPolicy``). All attempts share one timeout.
    /// If the server asks to wait, that time is added.
    /// - Parameter learnsIsRepeatable: finds out after a lost response, before the deadline, whether the request is idempotent
    ///   after all.
    @concurrent
    package func response(
        to request: Request, learnsIsRepeatable: @Sendable (NIODeadline) async -> Bool = { _ in false }
    ) async throws(FriendsClientError) -> Response {
        var request = request
        // A large card takes its time on a slow line: a second for each MiB.
        let sendingTime = TimeAmount.seconds(Int64((request.body?.readableBytes ?? 0) >> 20))
        var deadline = NIODeadline.now() + TimeAmount(limits.requestTimeout) + sendingTime
        var lostResponse: FriendsClientError?
        var attempt = 0
        while true {
            attempt += 1
            let outcome = await outcome(of: request, isFirst: attempt == 1, before: deadline)
            let failure = TransientFailure(outcome, of: request)
            if let failure, failure.mayHaveBeenDone, !request.isRead {
                lostResponse = lostResponse ?? error(of: outcome)
            }
            if failure?.mayHaveBeenDone == true, !request.isRepeatable, attempt < RetryPolicy.maximumAttempts {
                request.isRepeatable = await learnsIsRepeatable(deadline)
            }
            if let failure,
                let pause = policy.pause(
                    after: failure, attempt: attempt, of: request, hasLostResponse: lostResponse != nil)
            {
                if case .busy(let retryAfter?) = failure { deadline = deadline + TimeAmount(retryAfter.delay) }
                if .now() + TimeAmount(pause) < deadline {
                    try await sleep(for: pause)
                    continue
                }
            }
            // The failure of a retry says nothing about the attempt whose response was lost.
            if let lostResponse, let failure, !failure.mayHaveBeenDone { throw lostResponse }
            var response = try outcome.mapError(\.error).get()
            response.lostResponse = lostResponse
            return response
        }
    }

    /// The error of a failed attempt, or of a response that is not a success.
    private func error(of outcome: Result<Response, AttemptFailure>) -> FriendsClientError {
        switch outcome {
        case .success(let response): refusal(response)
        case .failure(let failure): failure.error
        }
    }

    private func sleep(for pause: Duration) async throws(FriendsClientError) {
        guard pause > .zero else { return }
        do {
            try await policy.clock.sleep(for: pause)
        } catch {
            throw .cancelled
        }
    }
}
