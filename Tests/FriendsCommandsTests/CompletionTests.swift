import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct CompletionTests {
    @Test(arguments: [
        ("#!/bin/bash\nx", "#!/bin/bash\nx\n\n", "complete -o filenames -F __friends_complete friends"),
        ("function __friends_x", "function __friends_x\n\n", "end"),
        ("#compdef friends\nx", "#compdef friends\nx\n\n", "}"),
    ])
    func `the functions of friends come last`(script: String, beginning: String, end: String) {
        let hardened = CompletionScript.hardened(script)
        #expect(hardened.hasPrefix(beginning) && hardened.hasSuffix(end) && hardened.contains("FRIENDS_COMPLETION"))
    }

    @Test func `zsh has all functions before it calls one`() throws {
        let call = "if [[ \"${funcstack[1]}\" = _friends ]]; then"
        let hardened = CompletionScript.hardened("#compdef friends\nx\n\(call)")
        #expect(hardened.hasPrefix("#compdef friends\nx\n# Replaces") && hardened.hasSuffix("}\n\n\(call)"))
    }

    @Test(arguments: ["friends 0.2.0", "", "OVERVIEW: #compdef friends"])
    func `another text is no script`(text: String) {
        #expect(CompletionScript.hardened(text) == text)
    }

    @Test func `names are quoted for a script that expands them`() {
        #expect(
            FriendNames.quoted(["Ada", "it's", "$(x)", #"a\b"#]) == ["'Ada'", #"'it'\''s'"#, "'$(x)'", #"'a\b'"#])
    }
}
