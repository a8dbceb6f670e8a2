// The data in words.
'use strict';

// For each mark: its sign after a move.
/** @type {Record<string, string>} */
const MARKS = { 'book': '', 'only': '□', 'inaccuracy': '?!', 'mistake': '?', 'blunder': '??', 'missed mate': '?', 'allowed mate': '??' };
// The sign of a move's mark, its name, and its kind, which determines colour and shape.
/** @type {(ply: Ply) => { sign: string, name: string, kind: string } | null} */
function markOf({ mark }) {
    const sign = MARKS[mark];
    return sign === undefined ? null : { sign, name: mark[0].toUpperCase() + mark.slice(1) + (mark === 'only' ? ' move' : ''),
        kind: mark.replace(/.* mate/, 'blunder') };
}

// True for an inaccuracy, a mistake or a blunder.
/** @type {(ply: Ply) => boolean} */
const isFault = ply => /\?/.test(MARKS[ply.mark]);

/** @type {(text: string | undefined) => boolean} */
const isKnown = text => text && !/^[-?.]+$/.test(text);
/** @type {(date: string) => string} */
const dateText = date => date.replace(/(\.\?+)+$/, ''); // "1997.??.??" is "1997"
/** @type {(game: Game, side: Side) => string} */
const playerName = (game, side) => isKnown(game[side]) ? game[side] : capital(side);
/** @type {(tags: Game['tags'], name: string) => string} */
const tagOf = (tags, name) => tags.find(([key]) => key === name)?.[1] ?? '';
/** @type {(number: number, one: string, many?: string) => string} */
const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

// The number before a move, by its index: "12." or "12..."
/** @type {(game: Game, index: number) => string} */
function moveNumber(game, index) {
    const [, turn, , , , number] = game.start.split(' '), half = index + (turn === 'b' ? 1 : 0);
    return `${Number(number) + (half >> 1)}${half % 2 ? '...' : '.'}`;
}

/** @type {(game: Game, index: number) => string} */
const moveText = (game, index) => `${moveNumber(game, index)} ${game.plies[index].san}`;

// 3725 is "1:02:05", 65 "1:05", 4.2 "0:04.2".
/** @type {(seconds: number) => string} */
function clockText(seconds) {
    const tenths = Math.round(10 * seconds) % 10, whole = tenths ? Math.floor(seconds) : Math.round(seconds);
    const two = number => String(number).padStart(2, '0');
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    const text = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
    return tenths && whole < 60 ? `${text}.${tenths}` : text;
}

// A time control of a PGN: "180+2" is "3 min + 2 s".
/** @type {(control: string) => string} */
function controlText(control) {
    const [base, increment] = (/^(\d+)(?:\+(\d+))?$/.exec(control) ?? []).slice(1).map(number => Number(number ?? 0));
    return base === undefined ? control
        : (base >= 60 ? `${+(base / 60).toFixed(1)} min` : `${base} s`) + (increment > 0 ? ` + ${increment} s` : '');
}

// Centipawns in pawns, with a sign: "+0.34".
/** @type {(centipawns: number, digits?: number) => string} */
function pawns(centipawns, digits = 2) {
    const text = (Math.abs(centipawns) / 100).toFixed(digits);
    return `${Number(text) === 0 ? '' : centipawns < 0 ? '−' : '+'}${text}`;
}

/** @type {(number: number) => string} */
const percent = number => `${number.toFixed(number > 0 && number < 1 || number > 99 && number < 100 ? 1 : 0)} %`;
// The winning chances in percent, by the engine's answer.
/** @type {(answer: { win: number, draw: number }) => number} */
const chancesOf = ({ win, draw }) => (win + draw / 2) / 10;
/** @type {(evaluation: Evaluation | null) => boolean} */
const chancesKnown = evaluation => typeof evaluation?.win === 'number';
/** @type {(evaluation: Evaluation | null) => string} */
const chancesText = evaluation => chancesKnown(evaluation) ? `White ${percent(evaluation.win)}` : '';

// "+0.34", "White mates in 3".
/** @type {(evaluation: Pick<Evaluation, 'cp' | 'mate'>) => string} */
function scoreText(evaluation) {
    if (typeof evaluation.mate === 'number')
        return evaluation.mate === 0 ? 'checkmate'
            : `${evaluation.mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(evaluation.mate)}`;
    return typeof evaluation.cp === 'number' ? pawns(evaluation.cp) : '';
}

/** @type {Record<string, string>} */
const TABLE = { win: 'White wins by tablebase', draw: 'drawn by tablebase', loss: 'Black wins by tablebase' };

// The evaluation of a position in words.
/** @type {(evaluation: Evaluation | null) => string} */
function evaluationText(evaluation) {
    if (!evaluation)
        return '';
    return [chancesText(evaluation), scoreText(evaluation), TABLE[evaluation.table], evaluation.depth > 0 && `depth ${evaluation.depth}`]
        .filter(Boolean).join(' · ');
}

// A move in a list: its number, unless the number is empty, and its button, which `attributes` and `children` fill.
/** @type {(number: string, attributes: Record<string, any>, ...children: (Child | Child[])[]) => (Node | string)[]} */
const moveStep = (number, attributes, ...children) => [element('span', 'line-step',
    number && element('span', { 'class': 'line-number', 'aria-hidden': 'true' }, number),
    button({ class: 'line-move', ...attributes }, ...children)), ' '];

/** @type {(piece: string, square: number) => string} */
const pieceText = (piece, square) => `${typeOf(piece)} ${squareName(square)}`;

// The squares of all men, and the side to move, in words.
/** @type {(position: Position) => string} */
function positionText({ board, turn }) {
    const men = letters => [...letters].flatMap(letter => range(64).filter(square => board[square] === letter)
        .map(square => pieceText(letter, square))).join(', ');
    return `White: ${men('KQRBNP')}. Black: ${men('kqrbnp')}. ${capital(turn)} to move.`;
}
