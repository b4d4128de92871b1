import FriendsDatabase
import FriendsWire
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Makes a problem document of everything that is not a success, whoever says so: a route, the router, the database.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    /// The routes there are, to tell a wrong method from a wrong path.
    let endpoints: [Endpoint]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await answer(request, context: context, next: next)
        // Nothing may follow the head of an answer to HEAD: it would be taken for the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // What came is not HTTP; the connection answers that itself, and closes.
            throw error
        } catch let problem as Problem {
            return problem.response()
        } catch let error as HTTPError where error.status == .notFound {
            // No route throws this one: it is the router's.
            return answerWithoutRoute(request)
        } catch let error as any HTTPResponseError {
            return Problem(status: error.status, detail: "The request cannot be answered.").response()
        } catch {
            let problem = Problem.failure(error)
            // A client that went away, or the end of the server: nothing to look into.
            let isGivenUp = error is CancellationError || error as? FriendRepositoryError == .cancelled
            // The repository has logged once what has become of the files.
            let isKnown =
                switch error as? FriendRepositoryError {
                case .displaced, .logReplaced: true
                default: false
                }
            context.logger.log(
                level: isGivenUp || isKnown ? .debug : .error, "Request failed",
                metadata: ["method": "\(request.method)", "status": "\(problem.status.code)", "error": "\(error)"])
            return problem.response()
        }
    }

    private func answerWithoutRoute(_ request: Request) -> Response {
        let methods = endpoints.filter { $0.matches(request.uri.path) }.map(\.method)
        guard !methods.isEmpty else { return Problem.nothingHere().response() }
        let allowed = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] } + ["OPTIONS"]
        let list = allowed.joined(separator: ", ")
        return request.method == .options
            ? Response(status: .noContent, headers: [.allow: list])
            : Problem.wrongMethod(request.method, allowed: list).response()
    }
}
