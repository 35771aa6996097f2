// Made from the server's types by `PLYWOOD_DECLARATIONS=write cargo test -p plywood-web declarations`.

export type State = { schema: number, id: string, title: string, 
/**
 * Grows with every change, so that an older state that comes late is
 * known.
 */
revision: number, snapshot: Snapshot, 
/**
 * Whose turn it is, or how the game ended, in words.
 */
status: string, 
/**
 * The legal moves; none while an engine is to move.
 */
choices: Array<Choice>, 
/**
 * What the last move did, and what to click.
 */
guidance: Guidance, 
/**
 * Where the game stands in the tree of its moves.
 */
node: number, 
/**
 * The tree of its moves: a node each, the start first. The place of a node
 * is its number.
 */
nodes: Array<MoveNode>, 
/**
 * How many moves were played.
 */
ply: number, 
/**
 * How many moves there are with those taken back.
 */
last_ply: number, players: Players, 
/**
 * Who played it, if that was elsewhere: a game of an event.
 */
names: Players | null, thinking: Thinking | null, clocks: Clocks | null, can_undo: boolean, can_redo: boolean, 
/**
 * Whether the engines wait until they are told to go on.
 */
paused: boolean, 
/**
 * Why the engine could not move, if so.
 */
problem: string | null, 
/**
 * Why this game is not being kept, if so, or what happened to the store.
 */
storage: string | null, 
/**
 * A note for the person who opened this game, if any.
 */
note: string | null, };

export type Players = { first: string, second: string, };

export type Thinking = { side: Side, 
/**
 * How long ago it began.
 */
since_ms: number, 
/**
 * Whether it still waits for a processor.
 */
waiting: boolean, };

export type Clocks = { 
/**
 * What the first side has left.
 */
first_ms: number, 
/**
 * What the second side has left.
 */
second_ms: number, 
/**
 * What each gets for a move.
 */
increment_ms: number, 
/**
 * Whose clock runs.
 */
running: Side | null, };

export type Thought = { schema: number, 
/**
 * The revision of the state that it belongs to.
 */
revision: number, 
/**
 * The node of the position that was searched.
 */
node: number, analysis: Analysis, 
/**
 * Its value in words.
 */
words: string, };

export type WantedAnalysis = { node: number, 
/**
 * Who analyses; `best` if left out.
 */
player?: string | null, 
/**
 * How many of the best moves are told; all with 0.
 */
lines?: number | null, 
/**
 * Whether the side to move is thought to pass, to see what the other threatens.
 */
threat?: boolean | null, 
/**
 * How long; without an end if left out.
 */
time_ms?: number | null, };

export type AnalysisNews = { schema: number, 
/**
 * The game, and the node of the position.
 */
game: string, node: number, 
/**
 * Whether it is about what the other side threatens.
 */
threat: boolean, 
/**
 * Whether it goes on.
 */
running: boolean, 
/**
 * What is known so far.
 */
analysis: Analysis | null, 
/**
 * Why it could not go on, if so.
 */
problem: string | null, };

export type Rules = { schema: number, title: string, 
/**
 * Paragraphs, with an empty line between them; `# ` begins a heading, `- ` an
 * item of a list.
 */
text: string, };

export type Setup = { 
/**
 * The words that name the game.
 */
game: string, 
/**
 * What is on each cell, row by row from the top left.
 */
cells: Array<Content>, to_move: Side, };

export type Guidance = { 
/**
 * The cells that the last move changed, in the position before it.
 */
changed: Array<number>, 
/**
 * The pieces that the last move took from one cell to another.
 */
shifts: Array<[number, number]>, 
/**
 * What the last move did, in a few words, where the game has some.
 */
effect: string | null, 
/**
 * What to click for each step of a move, where that needs words.
 */
prompts: Array<string>, 
/**
 * At most this many moves are left, where the rules bound them.
 */
most_plies_left: number | null, 
/**
 * Whether the side to move could be thought to pass, to see what the other
 * side threatens.
 */
has_threat: boolean, };

export type Catalogue = { schema: number, games: Array<GameEntry>, players: Array<PlayerEntry>, 
/**
 * The name of the file in which games are kept, without its folder; none if they
 * are not.
 */
store: string | null, 
/**
 * Why games are not being kept, if so.
 */
storage: string | null, };

export type GameList = { schema: number, games: Array<Listed>, 
/**
 * Whether there are more after these.
 */
more: boolean, 
/**
 * Why the list may be incomplete, if so.
 */
storage: string | null, };

export type Listed = { id: string, title: string, game: string, players: Players, moves: number, 
/**
 * How it ended, in words; none if it goes on.
 */
ending: string | null, 
/**
 * When it last changed, in milliseconds since 1970.
 */
updated: number, };

export type Look = { schema: number, 
/**
 * The node of the position.
 */
node: number, snapshot: Snapshot, 
/**
 * Whose turn it was, or how the game ended, in words.
 */
status: string, 
/**
 * The legal moves; none where several positions are looked at together.
 */
choices: Array<Choice> | null, 
/**
 * What the last move did, and what to click.
 */
guidance: Guidance, };

export type Looks = { schema: number, looks: Array<Look>, };

export type MoveNode = { 
/**
 * The move that leads here; empty at the start.
 */
move: string, 
/**
 * The side that played it; none at the start.
 */
side: Side | null, 
/**
 * The position it was played in; none at the start.
 */
parent: number | null, 
/**
 * The continuation that was gone to last, if there is one.
 */
next?: number | null, 
/**
 * What the player that played the move thought of it, from its own view.
 */
value?: ScoreReport | null, 
/**
 * How long it took, in milliseconds, where that is known.
 */
time_ms?: number | null, 
/**
 * The depth of the search for it, where that is known.
 */
depth?: number | null, 
/**
 * What the side's clock showed after it, where that is known and the game has
 * no clock of its own here.
 */
left_ms?: number | null, 
/**
 * A user's note on the move.
 */
note?: string | null, 
/**
 * A loss here that the rules do not know, such as a resignation.
 */
forfeit?: string | null, };

export type NewGame = { 
/**
 * The words that name the game; a saved game as a file has its own, and
 * these are not needed.
 */
game?: string | null, position?: string | null, 
/**
 * The text of a file.
 */
file?: string | null, moves?: string | null, first?: string | null, second?: string | null, clock?: ClockRules | null, title?: string | null, };

export type ClockRules = { 
/**
 * At the start.
 */
initial_ms: number, 
/**
 * More after each move.
 */
increment_ms: number, };

export type Command = { "play": { move: string, ply: number, } } | { "undo": Record<symbol, never> } | { "redo": Record<symbol, never> } | { "resign": { side: Side, } } | { "players": { first?: string | null, second?: string | null, } } | { "move-now": Record<symbol, never> } | { "stop": Record<symbol, never> } | { "resume": Record<symbol, never> } | { "continue-from": { node: number, } } | { "try": { node: number, moves: Array<string>, } } | { "note": { node: number, text: string, } };

export type Refusal = { schema: number, error: Fault, };

export type Fault = { 
/**
 * One sentence.
 */
what: string, 
/**
 * In which part of the request.
 */
where: string | null, 
/**
 * What would have been right.
 */
expected: string | null, 
/**
 * What was perhaps meant.
 */
suggestion: string | null, 
/**
 * A word for programs: only `token`, `stale` and `turn` mean more than
 * the status.
 */
code: string | null, };

export type Snapshot = { 
/**
 * Version of the document.
 */
schema: number, 
/**
 * The words that name the game.
 */
game: string, 
/**
 * The position as text.
 */
position: string, 
/**
 * Whose turn it is, or would be.
 */
to_move: Side, 
/**
 * The moves played so far.
 */
played: Array<string>, 
/**
 * The name of the opening: of the last position on the way here that has one.
 */
opening: string | null, 
/**
 * How the game ended, if it has.
 */
ending: Ending | null, 
/**
 * The board.
 */
picture: Picture, };

export type Choice = { 
/**
 * The move as text.
 */
move: string, 
/**
 * The clicks that make it.
 */
steps: Array<Array<number>>, 
/**
 * What it would change.
 */
preview: Preview, };

export type Preview = { 
/**
 * The cells that would change.
 */
cells: Array<number>, 
/**
 * A few words, such as the points; the caption of a move without steps.
 */
label: string | null, };

export type Picture = { 
/**
 * Number of rows.
 */
rows: number, 
/**
 * Number of columns.
 */
columns: number, 
/**
 * What is written beside each row, top row first.
 */
row_labels: Array<string>, 
/**
 * What is written under each column, left column first.
 */
column_labels: Array<string>, 
/**
 * What the pieces look like.
 */
style: Style, 
/**
 * The name and the character of each side.
 */
sides: [SideLook, SideLook], 
/**
 * What is on each cell, row by row from the top left.
 */
cells: Array<Content>, 
/**
 * The cells of the last move.
 */
last: Array<number>, 
/**
 * The cells that decided the game, such as a winning line.
 */
decisive: Array<number>, 
/**
 * Counters beside the board: discs, points, pieces in reserve.
 */
captions: Array<Caption>, };

export type Content = "empty" | { "piece": Side } | { "tile": number };

export type Style = "marks" | "discs" | "tiles";

export type SideLook = { 
/**
 * Its name in a sentence: "Black", "x", "Player 1".
 */
name: string, 
/**
 * Its piece as one character.
 */
glyph: string, };

export type Caption = { 
/**
 * What is counted.
 */
label: string, 
/**
 * The count.
 */
value: string, };

export type Side = "first" | "second";

export type Outcome = "draw" | { "win": Side } | { "margin": number };

export type Ending = { 
/**
 * The winner and the margin.
 */
outcome: Outcome, 
/**
 * What ended it.
 */
reason: Reason, };

export type Reason = "rules" | "repetition" | "resignation" | "time" | "failure";

export type Analysis = { 
/**
 * Version of the document.
 */
schema: number, 
/**
 * The words that name the game.
 */
game: string, 
/**
 * The position as text.
 */
position: string, 
/**
 * The name of the opening that the game is in, if it has one.
 */
opening: string | null, 
/**
 * Whose turn it is.
 */
to_move: Side, 
/**
 * Who searched.
 */
player: string, 
/**
 * The best move.
 */
best: string, 
/**
 * Its value for the side to move.
 */
score: ScoreReport, 
/**
 * Whether the value is certain.
 */
exact: boolean, 
/**
 * What is certain about a value that is not.
 */
bounds: Bounds, 
/**
 * The depth that was completed.
 */
depth: number, 
/**
 * In how many of a hundred cases the value is probably that of a full search, where
 * branches were left out by predictions and that is known.
 */
confidence: number | null, 
/**
 * How many moves were played.
 */
nodes: number, 
/**
 * How long it took.
 */
elapsed_ms: number, 
/**
 * The best play found.
 */
pv: Array<string>, 
/**
 * The best moves, best first.
 */
lines: Array<LineReport>, 
/**
 * What ended the search; none in a report on the way.
 */
stopped_by: StoppedBy | null, };

export type Bounds = { 
/**
 * It is this or better: what the best move with a certain value gives, or a
 * draw where the side to move cannot lose.
 */
at_least: ScoreReport | null, 
/**
 * It is this or worse: a draw where the other side cannot lose.
 */
at_most: ScoreReport | null, };

export type LineReport = { 
/**
 * The move.
 */
move: string, 
/**
 * Its value for the side to move.
 */
score: ScoreReport, 
/**
 * The move and the play after it.
 */
pv: Array<string>, };

export type ScoreReport = { 
/**
 * What kind of value.
 */
kind: ScoreKind, 
/**
 * 1, -1, 0 for win, loss, draw; the margin; or the evaluator's number. A
 * document has an estimate with a unit in that unit, with decimals.
 */
value: number, 
/**
 * The distance of a win or loss.
 */
plies: number | null, 
/**
 * What the document's `value` counts, where that has a name.
 */
unit: string | null, 
/**
 * How many games of a hundred the side to move wins with this estimate,
 * where that was measured.
 */
win_percent: number | null, 
/**
 * Whether it is certain: no estimate and no move left out below. A win that
 * was found among some of the moves is none.
 */
exact: boolean, 
/**
 * The value in words, as the terminal prints it.
 */
text: string, };

export type ScoreKind = "estimate" | "win" | "loss" | "draw" | "margin";

export type StoppedBy = "depth" | "nodes" | "time" | "solved" | "interrupted";

export type GameEntry = { 
/**
 * The name before the colon.
 */
name: string, 
/**
 * How a game of the family is written.
 */
form: string, 
/**
 * A line or two about it.
 */
about: string, 
/**
 * Other names, each with the game it stands for.
 */
aliases: Array<string>, 
/**
 * A game to try first.
 */
example: string, 
/**
 * What a page calls the family.
 */
title: string, 
/**
 * Games of the family that people know by name.
 */
presets: Array<Preset>, 
/**
 * How the fields make the words that name a game, as in
 * `mnk:{rows},{columns},{line}`; none if there is nothing to choose.
 */
pattern: string | null, 
/**
 * What can be chosen, each with its place in the pattern.
 */
fields: Array<Field>, 
/**
 * The options of engines that are refused, because they need what these
 * games do not have.
 */
unsupported: Array<string>, };

export type Preset = { 
/**
 * What people call it.
 */
label: string, 
/**
 * The words that name it here.
 */
game: string, };

export type Field = { 
/**
 * Its key: in brackets after a player's name, or in a game's pattern.
 */
name: string, 
/**
 * Its name on a form.
 */
label: string, 
/**
 * What it does, in a sentence; empty if the label says it all.
 */
about: string, 
/**
 * The value if none is chosen; empty if it depends on the player.
 */
default: string, } & ({ "kind": "number", 
/**
 * The smallest.
 */
least: number, 
/**
 * The largest.
 */
most: number, 
/**
 * What it counts, if a message names that rather than the range.
 */
unit: string | null, 
/**
 * A word that may stand in place of a number.
 */
word: string | null, } | { "kind": "choice", 
/**
 * The words.
 */
choices: Array<FieldChoice>, } | { "kind": "seed" } | { "kind": "time" } | { "kind": "text", 
/**
 * The form, in words.
 */
form: string, });

export type FieldKind = { "kind": "number", 
/**
 * The smallest.
 */
least: number, 
/**
 * The largest.
 */
most: number, 
/**
 * What it counts, if a message names that rather than the range.
 */
unit: string | null, 
/**
 * A word that may stand in place of a number.
 */
word: string | null, } | { "kind": "choice", 
/**
 * The words.
 */
choices: Array<FieldChoice>, } | { "kind": "seed" } | { "kind": "time" } | { "kind": "text", 
/**
 * The form, in words.
 */
form: string, };

export type FieldChoice = { 
/**
 * What goes into the pattern or the brackets.
 */
value: string, 
/**
 * What people read.
 */
label: string, };

export type PlayerEntry = { 
/**
 * The name before the bracket.
 */
name: string, 
/**
 * A line about it.
 */
about: string, 
/**
 * The family of games that it plays; none if it plays all.
 */
game: string | null, 
/**
 * Where it comes from, if it was not made here.
 */
source: string | null, 
/**
 * What may stand in the bracket, as in `name[option=value]`; an empty one
 * is left out.
 */
options: Array<Field>, };

export type EventList = { schema: number, 
/**
 * The file or server in which they are kept; none if there can be none.
 */
store: string | null, 
/**
 * Whether they are begun and played on other machines only.
 */
elsewhere: boolean, events: Array<EventLine>, };

export type EventLine = { name: string, format: string, players: number, 
/**
 * The games, or how many there are.
 */
games: string, finished: number, 
/**
 * How many games there are, as far as is known.
 */
known: number, over: boolean, 
/**
 * Whether a program plays it now.
 */
played: boolean, 
/**
 * Whether that is this server.
 */
here: boolean, 
/**
 * Whether it is played on other machines only.
 */
elsewhere: boolean, 
/**
 * What a sequential test has decided.
 */
verdict: string | null, 
/**
 * When it was begun and when its last game ended, in milliseconds since 1970.
 */
created: number, updated: number, };

export type EventView = { schema: number, 
/**
 * Another one whenever something here is another.
 */
revision: string, event: EventLine, 
/**
 * Why it could not go on here, if so.
 */
problem: string | null, 
/**
 * The players, the best first.
 */
ranking: Array<Ranked>, 
/**
 * What the encounters that rank players are called, where they do.
 */
encounters: string | null, 
/**
 * Whether the points are those of the course.
 */
course: boolean, 
/**
 * What each scored against each, in the order of the ranking.
 */
cross: Array<Array<Met | null>>, boards: Array<Board>, 
/**
 * What the first side is worth, in Elo.
 */
first_side: Range | null, pairs: PairCounts | null, sprt: Ratio | null, 
/**
 * How games ended, and how many.
 */
ends: Array<[string, number]>, faults: Array<EventFault>, files: Array<EventFile>, 
/**
 * How it is played, in words.
 */
conditions: Array<string>, };

export type Range = { low: number, mid: number, high: number, };

export type Ranked = { 
/**
 * Its number in the event, from 0.
 */
number: number, name: string, player: string, encounters: number | null, points: number, won: number, drawn: number, lost: number, elo: Range | null, 
/**
 * Won as first, as second, by forfeit; lost likewise; drawn.
 */
course: [number, number, number, number, number, number, number], 
/**
 * Faults in words, such as `2 timeout`.
 */
faults: string, mean_ms: number | null, longest_ms: number | null, mean_depth: number | null, nodes_per_second: number | null, };

export type Met = { points: number, won: number, drawn: number, lost: number, };

export type Board = { game: string, won: number, drawn: number, lost: number, mean_plies: number | null, };

export type PairCounts = { 
/**
 * Whose points they are.
 */
player: string, 
/**
 * Pairs with 0, 1/2, 1, 3/2 and 2 points.
 */
counts: [number, number, number, number, number], elo: Range | null, nelo: Range | null, 
/**
 * The likelihood of superiority.
 */
los: number | null, };

export type Ratio = { elo0: number, elo1: number, model: string, llr: number | null, lower: number, upper: number, verdict: string, 
/**
 * The ratio after numbers of pairs.
 */
history: Array<[number, number]>, };

export type EventFault = { 
/**
 * The number of the game, from 0.
 */
game: number, player: string, detail: string, };

export type EventFile = { 
/**
 * Its ending.
 */
form: string, 
/**
 * How many of the event's finished games have such a form; none if it is no
 * file of games.
 */
games: number | null, };

export type EventGames = { schema: number, 
/**
 * How many there are in all.
 */
total: number, games: Array<EventGame>, };

export type EventGame = { 
/**
 * From 0.
 */
number: number, game: string, first: string, second: string, winner: Side | null, end: string, plies: number, 
/**
 * The time of each side, in milliseconds.
 */
first_ms: number, second_ms: number, };

export type NewEvent = { name: string, players: Array<string>, games: Array<string>, format?: string | null, rounds?: number | null, games_per_pair?: number | null, points?: string | null, seed?: number | null, time?: string | null, clock?: string | null, nodes?: number | null, depth?: number | null, 
/**
 * How many random moves games begin with.
 */
opening_moves?: number | null, 
/**
 * Whether games end when their value is certain.
 */
adjudicate_exact?: boolean | null, sprt?: Hoped | null, };

export type Hoped = { elo0: number, elo1: number, };
