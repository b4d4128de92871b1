import FriendsRepository
import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOSSL

/// Converts every error of routes, the router and the database to a problem document.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    /// All routes, to distinguish a wrong method from a wrong path.
    let endpoints: [Endpoint]
    let largeResponses: LargeResponses
    /// Counts rejections and failures of the database.
    var metrics: ServerMetrics?

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await answer(request, context: context, next: next)
        // A body after a response to HEAD would be read as the next response.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Invalid HTTP: the connection's handler responds, and closes.
            throw error
        } catch let error where error.isLossOfConnection {
            // No one gets the response.
            context.logger.debug(
                "The connection was lost in a request",
                metadata: ["method": "\(request.method)", "error": "\(error)"])
            return Problem(status: .badRequest, detail: "The body of the request did not arrive.").response()
        } catch let problem as Problem {
            if let rejection = problem.rejection { metrics?.count(rejection) }
            return await problem.response(largeResponses, to: context.client)
        } catch let error as HTTPError where error.status == .notFound {
            // Only the router throws this.
            return answerWithoutRoute(request)
        } catch let error as any HTTPResponseError {
            return Problem(status: error.status, detail: "The request cannot be answered.").response()
        } catch {
            if let error = error as? FriendRepositoryError { metrics?.count(error) }
            let problem = Problem.failure(error)
            // The client disconnected, or the server shuts down.
            let isCancelled = error is CancellationError || error as? FriendRepositoryError == .cancelled
            // The repository has already logged these.
            let isLogged =
                switch error as? FriendRepositoryError {
                case .displaced, .logReplaced: true
                default: false
                }
            context.logger.log(
                level: isCancelled || isLogged ? .debug : .error, "Request failed",
                metadata: ["method": "\(request.method)", "status": "\(problem.status.code)", "error": "\(error)"])
            return problem.response()
        }
    }

    private func answerWithoutRoute(_ request: Request) -> Response {
        let matching = endpoints.filter { $0.matches(request.uri.path) }
        // The path of the batches matches a friend's path, too, but its methods differ.
        let literal = matching.filter { !$0.path.contains("{") }
        let methods = (literal.isEmpty ? matching : literal).map(\.method)
        guard !methods.isEmpty else { return Problem.nothingHere().response() }
        let allowed = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] } + ["OPTIONS"]
        let list = allowed.joined(separator: ", ")
        return request.method == .options
            ? Response(status: .noContent, headers: [.allow: list])
            : Problem.wrongMethod(request.method, allowed: list).response()
    }
}

extension Error {
    /// Whether the connection was lost in the body, with TLS or without.
    fileprivate var isLossOfConnection: Bool {
        self is IOError || self is ChannelError || self is NIOSSLError || self is BoringSSLError
    }
}
