#!/usr/bin/env python3
"""A player of mnk games that speaks UGI: wins if it can, blocks if it must, else builds lines.
docs/write-a-player.md explains it step by step. Python 3, standard library only."""
import re
import sys

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board:
    """The marks on the board: cells are (row, column) from 0, row 0 at the bottom."""

    def __init__(self, game):
        sizes = game.split(":")[1].split(",")
        self.rows, self.columns, self.line = (int(size) for size in sizes[:3])
        self.marks = {}  # cell -> 0 for the player who begins, 1 for the other
        self.to_move = 0

    def play(self, cell):
        self.marks[cell] = self.to_move
        self.to_move = 1 - self.to_move

    def set_fen(self, rows, side):
        """One-line position: rows from the top with x, o, and '.' or numbers for empty cells."""
        for down, text in enumerate(rows.split("/")):
            column = 0
            for empty, mark in re.findall(r"(\d+)|([xo.])", text):
                if mark in ("x", "o"):
                    self.marks[self.rows - 1 - down, column] = "xo".index(mark)
                column += int(empty or 1)
        self.to_move = "xo".index(side)

    def is_inside(self, cell):
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def candidates(self):
        """Free cells at most two steps from a mark, or all free cells; the centre of an empty board."""
        if not self.marks:
            return [(self.rows // 2, self.columns // 2)]
        steps = range(-2, 3)
        free = [(r, c) for r in range(self.rows) for c in range(self.columns) if (r, c) not in self.marks]
        near = [(r, c) for r, c in free if any((r + dr, c + dc) in self.marks for dr in steps for dc in steps)]
        return near or free

    def score(self, cell):
        """Sum over the windows of `line` cells through the cell that one side alone can still fill."""
        total = 0.0
        for dr, dc in DIRECTIONS:
            for start in range(-self.line + 1, 1):
                window = [(cell[0] + (start + k) * dr, cell[1] + (start + k) * dc) for k in range(self.line)]
                if self.is_inside(window[0]) and self.is_inside(window[-1]):
                    owners = [self.marks[other] for other in window if other in self.marks]
                    mine = owners.count(self.to_move)
                    if mine in (0, len(owners)):
                        bonus = 0 if len(owners) < self.line - 1 else 6 if mine else 3  # my win, or the opponent's
                        total += (2 if mine else 1) * 8.0 ** (len(owners) + bonus)
        return total


def parse_cell(name):
    letters, number = re.fullmatch(r"([a-z]+)(\d+)", name).groups()
    column = 0
    for letter in letters:  # a to z, then aa, ab, ...
        column = column * 26 + ord(letter) - ord("a") + 1
    return int(number) - 1, column - 1


def format_cell(cell):
    row, column = cell
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}{row + 1}"


def main():
    game, board = "mnk:3,3,3", Board("mnk:3,3,3")
    for text in sys.stdin:
        words = text.split() or [""]
        if words[0] == "ugi":
            print("id name line player\nid author Plywood")
            print("option name game type string default mnk:3,3,3\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[:4] == ["setoption", "name", "game", "value"]:
            game = words[4]
        elif words[0] == "position":
            board = Board(game)
            if words[1] == "fen":
                board.set_fen(words[2], words[3])
            for move in words[words.index("moves") + 1:] if "moves" in words else []:
                board.play(parse_cell(move))
        elif words[0] == "go":
            best = max(board.candidates(), key=board.score, default=None)
            print("bestmove", format_cell(best) if best else "(none)", flush=True)
        elif words[0] == "quit":
            break


main()
