"""Synchronisations that are killed: at each of their requests, before or after the server has seen it."""

import json
import re

from friends import Scenario, card, unfolded
from proxy import Proxy
from server import copy


class Kills(Scenario):
    def test_a_kill_at_each_request(self):
        before, saved = self.folder / "before", self.folder / "saved"
        with Proxy(self.server) as proxy:
            friends = self.change_both_sides(proxy)
            copy(friends.folder, before)
            self.server.save(saved)
            friends.sync()
            requests = [exchange.method for exchange in proxy.exchanges]
            expected = self.state(friends)
            self.expect_no_writes(friends, proxy)
            self.expect_same(friends)
            failures = []
            for number, is_answered in self.places(requests):
                copy(before, friends.folder)
                self.server.restore(saved)
                try:
                    proxy.kill_at(number, is_answered, lambda: friends.start("sync"))
                    friends.sync_until_done()
                    state = self.state(friends)
                    assert state == expected, difference(state, expected)
                    self.expect_no_writes(friends, proxy)
                except AssertionError as error:
                    failures.append(f"{'after' if is_answered else 'before'} {requests[number - 1]} {number}: {error}")
            assert not failures, "\n".join(failures)

    def change_both_sides(self, proxy):
        """A list and an address book that were the same, and have been changed since then."""
        ids = ["nobody", "there", "both", "same", "gonehere", "gonethere", "gonechanged", "changedgone"]
        for number, id in enumerate(ids):
            self.server.put(f"{id}.vcf", card(id, id.title(), f"TEL:555 000{number}", "NOTE:old", "X-PET:Rex"))
        friends = self.friends(proxy)
        friends.sync()
        for id in ("both", "same", "changedgone"):
            friends.edit(id, "--phone", "555 1111")
        for id, text in (("there", b"NOTE:new"), ("both", b"NOTE:new"), ("gonechanged", b"NOTE:alive")):
            self.server.put(f"{id}.vcf", self.server.get(f"{id}.vcf").replace(b"NOTE:old", text))
        self.server.put("same.vcf", self.server.get("same.vcf").replace(b"TEL:555 0003", b"TEL:555 2222"))
        for id in ("gonehere", "gonechanged"):
            friends.remove(id)
        for id in ("gonethere", "changedgone"):
            self.server.delete(f"{id}.vcf")
        friends.add("newhere", "New Here", ("email", "here@example.org"), ("note", "one, two"))
        friends.add("newboth", "New Both", ("email", "both@example.org"))
        self.server.put("newthere.vcf", card("newthere", "New There", "TEL:555 0010"))
        self.server.put("newboth.vcf", card("newboth", "New Both", "TEL:555 0011"))
        proxy.forget()
        return friends

    def places(self, requests):
        """When to kill it: at each request, or at the first and the last of the writes if that would take minutes."""
        numbers = range(1, len(requests) + 1)
        if not self.is_named and not self.server.storage:
            writes = [number for number in numbers if requests[number - 1] in ("PUT", "DELETE")]
            numbers = [writes[0], writes[-1]]
        return [(number, is_answered) for number in numbers for is_answered in (False, True)]

    def state(self, friends):
        """Who is where, with what: here, in the trash, and on the server, but for random ids, times and the order of lines."""
        keys = ("id", "firstname", "lastname", "phonenumber")
        here = {
            (*(person[key] for key in keys), *sorted((line["kind"], line["value"]) for line in person.get("lines", [])))
            for person in friends.people().values()}
        deleted = {("deleted", person["id"]) for person in json.loads(friends.run("list", "--deleted", "--json"))}
        there = {
            (name, *sorted(re.sub(rb";X-FRIENDS-ID=[^;:]*|^REV:.*", b"", line) for line in unfolded(card)))
            for name, card in self.server.cards().items()}
        return here | deleted | there

    def expect_no_writes(self, friends, proxy):
        proxy.forget()
        friends.sync()
        assert not proxy.writes(), proxy.writes()

    def expect_same(self, friends):
        """A new list gets the same people from the server."""
        others = self.friends()
        others.sync()
        assert sorted(others.people()) == sorted(friends.people())


def difference(state, expected):
    return f"too much: {sorted(map(str, state - expected))}; missing: {sorted(map(str, expected - state))}"
