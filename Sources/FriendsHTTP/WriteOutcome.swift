import FriendsModel
import FriendsWire

/// What the answer to a write says of it.
enum WriteOutcome {
    /// The server has done it. The friend, when the answer holds it.
    case done(Friend?)
    /// The server has not done it.
    case refused(FriendsClientError)
    /// The answer does not tell, for that reason: the friend has to be asked for.
    /// - Parameter mayBeDone: false where only the friend as it is now is missing.
    case unknown(FriendsClientError, mayBeDone: Bool)
}

extension Answer {
    /// What the answer to a write of one friend says.
    ///
    /// A success has an empty body, or the friend in it. Whatever else a status of 200 comes with can be the answer of
    /// something in between, as a refusal that is no JSON can: networks have login pages, proxies pages of their own.
    /// - Parameters:
    ///   - id: the friend that is written.
    ///   - isExpected: whether a friend in the body of a success can be what has become of it.
    func outcome(of id: Friend.ID, isExpected: (Friend) -> Bool) -> WriteOutcome {
        guard isSuccess else { return refusal(of: id) }
        do throws(FriendsClientError) {
            if isEmpty { return .done(nil) }
            let friend = try decoded(as: FriendDocument.self, expected: "a friend record").friend
            guard isExpected(friend) else {
                throw .unreadableAnswer(reason: "the reply is not the friend that was sent")
            }
            return .done(friend)
        } catch {
            return .unknown(error, mayBeDone: true)
        }
    }

    private func refusal(of id: Friend.ID) -> WriteOutcome {
        let error = FriendsClientError(refusal: self)
        switch error {
        case .conflict, .notFound:
            guard isGenuineRefusal else { return .unknown(foreignRefusal, mayBeDone: lostReply != nil) }
            if case .conflict(let current) = error, current?.id != id {
                return .unknown(.conflict(current: nil), mayBeDone: lostReply != nil)
            }
            return .refused(error)
        case .rejected where isGenuineRefusal:
            return .refused(error)
        default:
            // It says nothing about the attempt whose reply was lost.
            return lostReply.map { .unknown($0, mayBeDone: true) } ?? .refused(error)
        }
    }
}
