import FriendsModel
import FriendsWire
import HTTPTransport

/// The outcome of a write according to its response.
enum WriteOutcome {
    /// The server has done it. The friend is there if it is in the response.
    case done(Friend?)
    /// The server has not done it.
    case refused(FriendsClientError)
    /// The outcome is unknown, for this reason: the friend has to be read.
    /// - Parameter mayHaveBeenDone: false where only the current state of the friend is missing.
    case unknown(FriendsClientError, mayHaveBeenDone: Bool)
}

extension Response {
    /// The outcome of a write of one friend.
    ///
    /// A success has an empty body or the friend in it. Any other body, and a refusal that is not JSON, can be the
    /// login page of a network or the error page of a proxy.
    /// - Parameters:
    ///   - id: the friend that is written.
    ///   - isExpected: whether a friend in the body of a success can be the result of the write.
    func outcome(of id: Friend.ID, isExpected: (Friend) -> Bool) -> WriteOutcome {
        guard isSuccess else { return refusal(of: id) }
        do throws(FriendsClientError) {
            if isEmpty { return .done(nil) }
            let friend = try decoded(as: FriendDocument.self, expected: "a friend record").friend
            guard isExpected(friend) else {
                throw .unreadableResponse(reason: "the reply is not the friend that was sent")
            }
            return .done(friend)
        } catch {
            return .unknown(error, mayHaveBeenDone: true)
        }
    }

    private func refusal(of id: Friend.ID) -> WriteOutcome {
        let error = FriendsClientError(refusal: self)
        switch error {
        case .conflict, .notFound:
            guard isGenuineRefusal else { return .unknown(foreignRefusal, mayHaveBeenDone: lostResponse != nil) }
            if case .conflict(let current) = error, current?.id != id {
                return .unknown(.conflict(current: nil), mayHaveBeenDone: lostResponse != nil)
            }
            return .refused(error)
        case .rejected where isGenuineRefusal:
            return .refused(error)
        default:
            // It says nothing about the attempt whose response was lost.
            return lostResponse.map { .unknown($0, mayHaveBeenDone: true) } ?? .refused(error)
        }
    }
}
