import FriendsModel
import NIOCore

extension Transport {
    /// The answer to a request: any that has a status, be it a refusal.
    ///
    /// A request that was set back is made again, as ``RetryPolicy`` says, when that is harmless. All attempts share
    /// one limit of time, to which is added what the server asked to be waited for.
    @concurrent
    func answer(to request: Request) async throws(FriendsClientError) -> Answer {
        var deadline = NIODeadline.now() + TimeAmount(limits.wholeRequest)
        var lostReply: FriendsClientError?
        var attempt = 0
        while true {
            attempt += 1
            let outcome = await outcome(of: request, isFirst: attempt == 1, before: deadline)
            let setback = Setback(outcome, of: request)
            if let setback, setback.mayBeDone, !request.isRead { lostReply = lostReply ?? outcome.error }
            if let setback,
                let pause = policy.pause(
                    after: setback, attempt: attempt, of: request, hasLostReply: lostReply != nil)
            {
                if case .busy(let retryAfter?) = setback { deadline = deadline + TimeAmount(retryAfter.delay) }
                if .now() + TimeAmount(pause) < deadline {
                    try await sleep(for: pause)
                    continue
                }
            }
            // That a repetition did not get through says nothing about the attempt whose reply was lost.
            if let lostReply, let setback, !setback.mayBeDone { throw lostReply }
            var answer = try outcome.mapError(\.error).get()
            answer.lostReply = lostReply
            return answer
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

extension Result<Answer, AttemptFailure> {
    /// What the attempt failed with, or what its answer means that is no success.
    fileprivate var error: FriendsClientError {
        switch self {
        case .success(let answer): FriendsClientError(refusal: answer)
        case .failure(let failure): failure.error
        }
    }
}
