import Testing

@testable import FriendsSettings

/// Texts that are meant as the address of a database.
@Suite(.timeLimit(.minutes(10)))
struct DatabaseAddressTests {
    @Test(arguments: [
        " postgresql://ada:secret@db/friends", "\tpostgres://ada:secret@db/friends", "postgresql:ada:secret@db",
        "postgresql:secret", "POSTGRES:ada:secret", "jdbc:postgresql://db/friends?password=secret",
        "host=db password=secret", "  password = secret host=db", "PASSFILE=secret", "user=ada",
        "ada:secret@db/friends", "//ada:secret@db/friends",
        "application_name=x password=secret", "db:5432/friends?password=secret", "db/friends?a=b&sslpassword=secret",
        "\nhost=db\npassword=secret",
    ])
    func `an address of another form is refused and not printed`(address: String) {
        let text = "must be the path of a file, or postgresql://USER@HOST/DATABASE."
        #expect(Settings.problems("database = \(TOMLText.quoted(address))") == ["FILE: database: \(text)"])
        #expect(Settings.problems("", options: ["--database": address]) == ["--database \(text)"])
    }

    @Test(arguments: [
        "friends.sqlite", "a:b", "ada@db", "a@b:c", "/home/ada:b@c/x", "/a=b", "post/host", "my host=1",
        "postgresql.db", "a/b:c@d", "pass.sqlite", "", "/data/user=1",
        "/srv/postgres:old/x",
    ])
    func `paths with odd characters are paths`(path: String) {
        #expect(!DatabaseAddress.isOfAnotherForm(path))
    }
}
