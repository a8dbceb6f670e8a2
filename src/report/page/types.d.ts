// The types of the data that the files of the page share. tsc checks the code by these types
// (tests/platform/clients/types.sh). src/report/report.schema.json describes each field of a report's data.

type Side = 'white' | 'black';
/** [files, ranks] */
type Direction = number[];

/** A position as rules.js makes it. A square is 0 (a1) to 63 (h8), a piece a letter as in FEN, '' for nobody. */
interface Position {
    board: string[];
    turn: Side;
    /** The squares of the rooks that may castle. */
    castling: number[];
    /** The square that a pawn has just passed over, or -1. */
    passant: number;
    quiet: number;
    number: number;
    /** Of the move before the position: the squares that the mover left and entered, and a castling rook's squares. */
    from?: number;
    to?: number;
    castles?: [number, number] | null;
}

interface Attacker {
    square: number;
    piece: string;
    /** The square of the man through which this attacker attacks, or -1. */
    before: number;
}

/** The attackers that each side has gained and lost on a square: their squares. */
interface Change extends Record<Side, { gained: number[]; lost: number[] }> {
    square: number;
}

// --- the report's data --------------------------------------------------------------------------

interface Evaluation {
    cp: number | null;
    mate: number | null;
    win: number | null;
    depth: number;
    table: string | null;
}

interface Threat {
    kind: string;
    side: Side;
    from: string;
    to: string[];
    gain: number;
    text: string;
}

interface LineMove {
    uci: string;
    san: string;
}

/** Facts of a position, which overlays draw. */
interface Facts {
    threats: Threat[];
    /** [square, centipawns] for each man: the man's part of the network's evaluation, from White's view. */
    network: [string, number][];
    /** The engine's answers: motifs of the move made, and of the best line. */
    made?: Motif[];
    ahead?: Motif[];
}

interface Motif {
    kind: string;
    by: Side;
    /** The index, in the line, of the move that carries out the motif. */
    ply: number;
    man: { square: string };
    targets: string[];
    text: string;
}

interface Ply extends LineMove, Facts {
    fen: string;
    mark: string | null;
    loss: number;
    best: LineMove | null;
    clock: number | null;
    comment: string | null;
    sentences: string[];
    eval: Evaluation | null;
    line: LineMove[];
    reply: LineMove[];
}

interface SideSummary {
    accuracy: number | null;
    average_loss_cp: number | null;
    inaccuracies: number;
    mistakes: number;
    blunders: number;
    missed_mates: number;
    allowed_mates: number;
    only: number;
    phases: { name: string; accuracy: number | null }[];
}

interface Game {
    number: number;
    start: string;
    first: Evaluation | null;
    plies: Ply[];
    tags: [string, string][];
    white: string;
    black: string;
    event: string;
    site: string;
    date: string;
    round: string;
    result: string;
    opening: { eco: string; name: string } | null;
    summary: string | null;
    error: string | null;
    sides: [SideSummary, SideSummary];
}

// --- drawing ------------------------------------------------------------------------------------

type Child = Node | string | false | null;

/** Either the attributes and listeners of an element, by name, or a string: the element's class. */
type Attributes = Record<string, any> | string;

/** A mark on the board, drawn for White or, flipped, for Black at the bottom. */
type Mark = (flipped: boolean) => SVGElement;

/** Marks in the layers of the board, and a text below the board: a title and paragraphs. */
interface Overlay {
    tints: Mark[];
    arrows: Mark[];
    labels: Mark[];
    text: [string, ...Child[]] | null;
}

/** The position on the board, its facts, and the position before the last move. */
interface Place {
    position: Position;
    previous: Position | null;
    ply: Facts | null;
    inLine: boolean;
    /** The best move, or null. */
    best: string | null;
}

/** A man under a pressed pointer. from: its square. x, y: where the pointer was pressed. byX, byY: how far the pointer
 * has moved since, in pixels. targets: the squares that the man may go to; null until the drag begins. */
interface Held {
    from: number;
    x: number;
    y: number;
    byX: number;
    byY: number;
    targets: number[] | null;
}

/** A line that can be stepped through; first: the ply of the position from which the line begins. */
interface Line {
    title: string;
    first: number;
    moves: LineMove[];
}

/** Functions that the panel calls: choose a move of a line; go to a ply; begin the exercise to find
 * a better move than the move of a ply. */
interface PanelActions {
    choose(name: string, at: number): void;
    go(ply: number): void;
    ask(ply: number): void;
}

/** A move under the pointer. */
interface Preview {
    before: Position;
    position: Position;
    uci: string;
    /** The moves of the line up to this move. */
    moves: string[];
}

// --- games as trees -----------------------------------------------------------------------------

interface TreeNode {
    move: string;
    san: string;
    position: Position;
    parent: TreeNode | null;
    children: TreeNode[];
    comment: string;
    nags: number[];
    /** The report's data of the move. */
    review?: Ply;
}

interface Tree {
    tags: Record<string, string>;
    root: TreeNode;
    error: string | null;
    /** The list that has this game, and its place there. */
    list?: GameList;
    number?: number;
}

/** The games of an opened PGN; without `games` those of the reports in the page. */
interface GameList {
    titles: string[];
    games?: PgnText[];
}

interface PgnText {
    tags: Record<string, string>;
    text: string;
}

// --- the engine ---------------------------------------------------------------------------------

declare const Panoptes: typeof import('../../os/wasm/panoptes.js').Panoptes;
type Engine = import('../../os/wasm/panoptes.js').Panoptes;

/** A part of the page, see PARTS in analysis.js. */
interface Part {
    enter(step: string | null): void;
    leave(): void;
}
