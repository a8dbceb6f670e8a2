/// <reference lib="dom" />
/** Limits of a search: the words of UCI's `go`, or the text after `go`. */
export type Limits = string | {
    depth?: number; nodes?: number; softnodes?: number; movetime?: number; mate?: number; infinite?: boolean; ponder?: boolean;
    wtime?: number; btime?: number; winc?: number; binc?: number; movestogo?: number; searchmoves?: string[];
};

export interface BestMove {
    bestmove: string;
    ponder?: string;
    /** All lines that the search has printed. */
    lines: string[];
}

export interface Man {
    color: 'white' | 'black';
    type: 'Pawn' | 'Knight' | 'Bishop' | 'Rook' | 'Queen' | 'King';
    square: string;
}

export interface Attackers {
    count: number;
    least: Man['type'] | null;
    attackers: string[];
}

/** The fields with which all answers about a position begin. */
export interface Answer {
    command: string;
    fen: string;
    side: 'white' | 'black';
    game: { end: string | null; over: boolean };
}

export interface AttackMap extends Answer {
    squares: { square: string; man: Man | null; white: Attackers; black: Attackers }[];
}

export interface ReportOptions {
    /** The form of the report: one web page (`html`, the default), JSON, or PGN with comments. */
    as?: 'html' | 'json' | 'pgn';
    /** Gets each line of progress. */
    onProgress?: (line: string) => void;
    /** If the signal aborts, the report ends, and its promise is rejected. */
    signal?: AbortSignal;
    /** Limits for each position: nodes, seconds, depth. */
    nodes?: number;
    time?: number;
    depth?: number;
    /** The numbers of the games: "3" or "3-7". */
    games?: number | string;
    side?: 'white' | 'black';
    scale?: 'human' | 'engine';
    lines?: number;
    /** The megabytes of the report's hash table; 8 by default. */
    hash?: number;
}

/** A chess engine in a worker of its own. */
export class Panoptes {
    private constructor();

    /**
     * Starts an engine.
     * `wasm`: the module, its bytes or its address, unless panoptes.wasm is beside this file.
     * `memory`: the most megabytes that the engine may use, 16 to 4096; 64 by default.
     * `hash`: the megabytes of the hash table, fewer if memory is short; 16 by default.
     */
    static load(options?: { wasm?: string | URL | BufferSource | WebAssembly.Module; memory?: number; hash?: number }): Promise<Panoptes>;

    /** Gets each line that the engine prints. */
    onLine: ((line: string) => void) | null;

    /** Hands over a line of UCI, of any length. */
    send(line: string): void;

    /** Hands over a line like `send`. Resolves with the lines of the answer, after the engine has carried out the line. */
    ask(line: string): Promise<string[]>;

    /** Searches the position of the game. */
    go(limits?: Limits): Promise<BestMove>;

    /** The attackers of each square. */
    map(fen?: string): Promise<AttackMap>;

    /** Hanging and pinned pieces, forks and checks. */
    threats(fen?: string): Promise<Answer & Record<string, unknown>>;

    /** The value of a move, and the changes that it brings. */
    explain(move: string, fen?: string): Promise<Answer & Record<string, unknown>>;

    /**
     * Explains the games of a PGN, each up to its first illegal move. Resolves with a page, with JSON or with PGN. Rejects
     * if there are no such games.
     */
    report(pgn: string, options?: ReportOptions): Promise<string>;

    /** Ends the worker. Rejects the promises of all lines that have no answer yet. */
    quit(): Promise<string[]>;
}
