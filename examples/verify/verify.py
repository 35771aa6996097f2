#!/usr/bin/env python3
"""Checks a certificate of plywood without plywood: python3 verify.py FILE

It knows the rules of the (m,n,k)-game, of Delta, and the format that crates/solver/src/
certificate/mod.rs describes. At a contradiction it exits with 1."""

import json
import re
import sys
import zlib

MAGIC = b"plywood certificate 1\n"


class Contradiction(Exception):
    """The file does not show what it claims."""


class Mnk:
    """A position is (cells, player to move); cells are counted from the top left."""

    players = "xo"

    def __init__(self, parameters):
        rows, columns, k = map(int, parameters.removesuffix(",exact").split(","))
        self.cells, self.lines, self.beside = rows * columns, [], []
        number = lambda r, c: r * columns + c if 0 <= r < rows and 0 <= c < columns else self.cells
        for first in range(rows * columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                row, column = divmod(first, columns)
                line = [number(row + down * n, column + right * n) for n in range(-1, k + 1)]
                if line[k] < self.cells:
                    self.lines.append(line[1:-1])
                    self.beside.append(line[:: k + 1] if parameters.endswith("exact") else [])

    def read(self, text):
        board, player = text.split(" ")
        board = re.sub(r"\d+", lambda empty: "." * int(empty[0]), board).replace("/", "")
        if len(board) != self.cells or player not in self.players:
            raise Contradiction("the position cannot be read")
        return board, player

    def other(self, player):
        return self.players.replace(player, "")

    def winner(self, cells):
        for line, beside in zip(self.lines, self.beside):
            (mark, *others), around = {cells[c] for c in line}, {(cells + ".")[c] for c in beside}
            if mark != "." and not others and mark not in around:
                return mark

    def outcome(self, position):
        return self.winner(position[0]) or (None if "." in position[0] else "=")

    def moves(self, position):
        cells, player = position
        for cell, mark in enumerate(cells):
            if mark == ".":
                yield cell, (cells[:cell] + player + cells[cell + 1 :], self.other(player))

    def pairs_hold(self, position, player, pairs):
        cells, paired = position[0], [cell for pair in pairs for cell in pair]
        if len(set(paired)) != len(paired) or any(cells[cell] != "." for cell in paired):
            return False
        partner = {one: other for a, b in pairs for one, other in ((a, b), (b, a))}
        stopped = lambda c, line: cells[c] == player or partner.get(c) in line
        return all(any(stopped(c, line) for c in line) for line in self.lines)

    def stealing_holds(self, position):
        return set(position[0]) == {"."} and not any(self.beside)


class Delta(Mnk):
    players = "*o"
    def __init__(self, parameters):
        super().__init__("5,5,4")
        self.must_place = "placement" in parameters
        self.pieces = int((re.findall(r"pieces=(\d+)", parameters) or [9])[0])
        ways = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]
        self.rays = [[[(row + d * n) * 5 + column + r * n for n in range(1, 5)
                       if 0 <= row + d * n < 5 and 0 <= column + r * n < 5]
                      for d, r in ways] for row in range(5) for column in range(5)]

    def outcome(self, position):
        stuck = next(self.moves(position), None) is None
        return self.winner(position[0]) or (self.other(position[1]) if stuck else None)

    def moves(self, position):
        cells, player = position
        own = [cell for cell in range(25) if cells[cell] == player]
        def move(start, target, emptied, filled, lifted=None):
            board = list(cells)
            for cell, mark in [(c, ".") for c in emptied] + [(c, player) for c in filled]:
                board[cell] = mark
            number = lambda cell: 31 if cell is None else cell // 5 * 6 + cell % 5
            code = number(start) | number(target) << 5 | number(lifted) << 10
            return code, ("".join(board), self.other(player))
        second_turn = len(own) == 1 and player == "o"
        for cell in range(25):
            if cells[cell] == "." and (not own or second_turn):
                yield move(cell, None, [], [cell])
        if not own or second_turn and self.must_place:
            return
        for start in own:
            for ray in self.rays[start]:
                for before, target in zip(ray, ray[1:]):
                    if cells[before] + cells[target] != "..":
                        break
                    for lifted in [None] if len(own) < self.pieces else own:
                        if lifted != start:
                            emptied = [start] if lifted is None else [start, lifted]
                            yield move(start, target, emptied, [target, before], lifted)

    pairs_hold = stealing_holds = lambda *_: False


class Walk:
    def __init__(self, game, player, at_least, strategy):
        self.game, self.player, self.at_least = game, player, at_least
        self.strategy, self.seen = iter(strategy), {}

    def number(self):
        byte = next(self.strategy, None)
        if byte is None:
            raise Contradiction("the strategy ends too soon")
        return byte if byte < 128 else byte & 127 | self.number() << 7

    def position(self, position):
        """The longest line from a position in which the claim must hold."""
        if position in self.seen:
            if self.seen[position] is None and self.at_least > 0:
                raise Contradiction("a position comes back")
            return self.seen[position] or 0
        self.seen[position] = None
        self.seen[position] = longest = self.new_position(position)
        return longest

    def new_position(self, position):
        is_over, own = self.game.outcome(position) is not None, position[1] == self.player
        kind = 0 if is_over else self.number()
        if kind == 0:
            longest = self.search(position, 0 if is_over else self.number())
            if longest is None:
                raise Contradiction(f"{position} is not as claimed")
            return longest
        if kind == 1:
            pairs = [(self.number(), self.number()) for _ in range(self.number())]
            if self.at_least > 0 or not self.game.pairs_hold(position, self.player, pairs):
                raise Contradiction("the pairs do not stop every line")
            return 0
        moves = [move for move in sorted(self.game.moves(position)) if not own or move[0] == kind - 3]
        if (kind == 2) == own or not moves:
            raise Contradiction("there is no such move, or the other side is to move")
        return 1 + max([self.position(after) for _, after in moves])

    def search(self, position, plies):
        outcome = self.game.outcome(position)
        if outcome is not None:
            value = 0 if outcome == "=" else 1 if outcome == self.player else -1
            return 0 if value >= self.at_least else None
        if plies == 0:
            return None
        found = (self.search(after, plies - 1) for _, after in self.game.moves(position))
        if position[1] == self.player:
            return next((longest + 1 for longest in found if longest is not None), None)
        return None if None in (found := list(found)) else 1 + max(found)


def check(data):
    if not data.startswith(MAGIC) or zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise Contradiction("this is no certificate, or it is damaged")
    header, body = data[len(MAGIC) : -4].split(b"\n", 1)
    header, strategies = json.loads(header), zlib.decompress(body)
    name, _, parameters = header["game"].partition(":")
    if name not in ("mnk", "delta"):
        raise Contradiction(f"there are no rules of {name} here")
    game = {"mnk": Mnk, "delta": Delta}[name](parameters)
    root = game.read(header["position"])
    if not header["parts"]:
        raise Contradiction("it claims nothing")
    for part in header["parts"]:
        player, at_least = game.players[part["side"] == "second"], part["at_least"]
        strategy, strategies = strategies[: part["bytes"]], strategies[part["bytes"] :]
        walk = Walk(game, player, at_least, strategy)
        if part["by"] == "stealing":
            if at_least > 0 or root[1] != player or not game.stealing_holds(root):
                raise Contradiction("strategy stealing does not hold here")
        else:
            longest = walk.position(root)
            if next(walk.strategy, None) is not None or longest > (part["plies"] or longest):
                raise Contradiction("the strategy is longer than claimed")
        print(f"holds: {player} gets at least {at_least}, by {part['by']}, {len(walk.seen)} positions")


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    try:
        check(open(sys.argv[1], "rb").read() if len(sys.argv) == 2 else sys.exit(__doc__))
    except (Contradiction, OSError, LookupError, TypeError, ValueError, zlib.error) as problem:
        sys.exit(f"{sys.argv[1]}: {problem}")
