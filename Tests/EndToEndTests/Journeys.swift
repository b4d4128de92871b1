import Testing

/// What people do with the program, from the key press to the database and back: the real program, in a real terminal.
///
/// One after the other: each waits for what a person would see, and many at once would make all of them slow.
@Suite(.serialized, .timeLimit(.minutes(10)))
enum Journeys {}

/// What people do with commands and servers: one after the other, beside the journeys on the screen.
@Suite(.serialized, .timeLimit(.minutes(10)))
enum ServerJourneys {}

/// What happens to databases, to the servers on them and to their streams: killed, moved and failing over, one after the other.
@Suite(.serialized, .timeLimit(.minutes(10)))
enum DatabaseJourneys {}
