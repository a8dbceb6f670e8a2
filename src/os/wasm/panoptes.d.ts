/** Limits of a search: the words of UCI's `go`, or the text behind it. */
export type Limits = string | {
    depth?: number; nodes?: number; movetime?: number; mate?: number; infinite?: boolean; ponder?: boolean;
    wtime?: number; btime?: number; winc?: number; binc?: number; movestogo?: number; searchmoves?: string[];
};

export interface BestMove {
    bestmove: string;
    ponder?: string;
    /** All that the search has said. */
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

/** What all answers about a position begin with. */
export interface Answer {
    command: string;
    fen: string;
    side: 'white' | 'black';
    game: object;
}

export interface AttackMap extends Answer {
    squares: { square: string; man: Man | null; white: Attackers; black: Attackers }[];
}

export interface ReportOptions {
    /** What it writes; a page if it is left out. */
    as?: 'html' | 'json' | 'pgn';
    /** Hears lines of progress. */
    onProgress?: (line: string) => void;
    /** Ends the report, which is then rejected. */
    signal?: AbortSignal;
    /** For each position: nodes, seconds, depth. */
    nodes?: number;
    time?: number;
    depth?: number;
    /** "3" or "3-7". */
    games?: number | string;
    side?: 'white' | 'black';
    scale?: 'human' | 'engine';
    lines?: number;
}

/** A chess engine in a worker of its own. */
export class Panoptes {
    private constructor();

    /**
     * Starts an engine.
     * `wasm`: the module, its bytes or its address, if it does not lie beside this file.
     * `memory`: the most megabytes that it may use (64; 16 to 4096).
     * `hash`: the megabytes of its table (16), fewer if memory is short.
     */
    static load(options?: { wasm?: string | URL | BufferSource | WebAssembly.Module; memory?: number; hash?: number }): Promise<Panoptes>;

    /** Hears each line that the engine says. */
    onLine: ((line: string) => void) | null;

    /** Hands over a line of UCI, of any length. */
    send(line: string): void;

    /** The same. Resolves with the lines of its answer, once it is carried out. */
    ask(line: string): Promise<string[]>;

    /** Searches the position of the game. */
    go(limits?: Limits): Promise<BestMove>;

    /** Who attacks each square. */
    map(fen?: string): Promise<AttackMap>;

    /** What is attacked, loose, pinned, won. */
    threats(fen?: string): Promise<Answer & Record<string, unknown>>;

    /** What a move changes. */
    explain(move: string, fen?: string): Promise<Answer & Record<string, unknown>>;

    /** Explains the games of a PGN. Resolves with a page, with JSON or with PGN. */
    report(pgn: string, options?: ReportOptions): Promise<string>;

    /** Ends the worker. What was asked and is not answered is rejected. */
    quit(): Promise<string[]>;
}
