// The overlays of the board, each with a text below it.
'use strict';

/** @type {Side[]} */
const SIDES = ['white', 'black'];

// A number in a corner of a square: White's at the lower left, Black's at the upper right.
/** @type {(square: number, side: Side, text: string) => Mark} */
const cornerNumber = (square, side, text) => flipped => {
    const { x, y } = cornerOf(square, flipped);
    const place = side === 'white' ? { 'x': x + 6, 'y': y + 94 } : { 'x': x + 94, 'y': y + 28, 'text-anchor': 'end' };
    return svg('text', { ...place, 'class': `number by-${side}`, 'data-square': squareName(square) }, text);
};

/** @type {(text: Overlay['text'], drawn?: Partial<Overlay>) => Overlay} */
const overlay = (text, drawn = {}) => ({ tints: [], arrows: [], labels: [], text, ...drawn });

/** @type {(text: string) => HTMLElement} */
const paragraph = text => element('p', {}, text);

// A list of texts or, without texts, the text `none`.
/** @type {(texts: string[], none: string) => HTMLElement} */
const listOr = (texts, none) => texts.length ? element('ul', {}, texts.map(text => element('li', {}, text))) : paragraph(none);

// A paragraph about each side: the texts of its men.
/** @type {<T extends { piece: string }>(men: T[], textOf: (man: T) => string) => HTMLElement[]} */
const bySide = (men, textOf) => SIDES.map(side =>
    paragraph(`${capital(side)}: ${men.filter(({ piece }) => sideOf(piece) === side).map(textOf).join(', ') || 'nobody'}.`));

// --- who attacks what -------------------------------------------------------------------------

/** @type {(position: Position) => Overlay} */
function attackOverlay(position) {
    const counts = attackCounts(position.board), tints = [], labels = [];
    counts.forEach((here, square) => {
        const ahead = here.white - here.black;
        if (ahead)
            tints.push(squareRect(square, `tint by-${ahead > 0 ? 'white' : 'black'}`, { opacity: Math.min(0.12 + 0.14 * Math.abs(ahead), 0.68) }));
        for (const side of SIDES)
            if (here[side])
                labels.push(cornerNumber(square, side, String(here[side])));
    });
    const more = (side, other) => count(counts.filter(here => here[side] > here[other]).length, 'square');
    return overlay(['Attacks', paragraph('The numbers count how many men attack a square: White’s at the lower left, Black’s at the upper right. ' +
        `White has more on ${more('white', 'black')}, Black on ${more('black', 'white')}. Choose a square to see who they are.`)], { tints, labels });
}

/** @type {(position: Position, square: number) => Overlay} */
function squareOverlay({ board }, square) {
    const piece = board[square], attackers = attackersOf(board, square);
    return overlay([`Who attacks ${piece ? `${capital(sideOf(piece))}’s ${pieceText(piece, square)}` : squareName(square)}`, ...SIDES.map(side => {
        const list = attackers.filter(attacker => sideOf(attacker.piece) === side).map(({ piece: attacker, square: from, before }) =>
            pieceText(attacker, from) + (before < 0 ? '' : ` behind ${pieceText(board[before], before)}`));
        return paragraph(`${capital(side)}, ${list.length}: ${list.join(', ') || 'nobody'}.`);
    })], { arrows: attackers.map(({ piece: attacker, square: from, before }) => arrow(from, square, sideOf(attacker), before >= 0)) });
}

// --- threats ----------------------------------------------------------------------------------

// The squares at which a threat aims, the nearest first.
/** @type {(threat: Threat) => number[]} */
function targetsOf({ from, to }) {
    const start = squareNumber(from), distance = square =>
        Math.max(Math.abs(fileOf(start) - fileOf(square)), Math.abs(rankOf(start) - rankOf(square)));
    return to.map(squareNumber).sort((a, b) => distance(a) - distance(b));
}

/** @type {(threat: { kind: string }) => boolean} */
const isPin = ({ kind }) => kind.includes('pin');

// A pin is one dashed arrow through the first man to the second. A fork and a capture may have the same arrow, which the
// page draws once.
/** @type {(threats: Threat[]) => Mark[]} */
const threatArrows = threats => [...new Map(threats.flatMap(threat => targetsOf(threat).slice(isPin(threat) ? -1 : 0).map(end =>
    [`${threat.from} ${end} ${isPin(threat)}`, arrow(squareNumber(threat.from), end, threat.side, isPin(threat))]))).values()];

/** @type {(facts: Facts) => Overlay} */
function threatOverlay({ threats }) {
    return overlay(['Threats', ...SIDES.flatMap(side => [element('h4', {}, `${capital(side)} threatens`),
        listOr(threats.filter(threat => threat.side === side).map(({ text }) => text), 'Nothing.')])], { arrows: threatArrows(threats) });
}

// --- loose and losing pieces --------------------------------------------------------------------

/** @type {(square: number, kind: string) => Mark} */
const ring = (square, kind) => circle(square, 45, `ring ${kind}`);

// For each square on which a capture wins material: the largest gain in centipawns, by the exact value of exchanges.
/** @type {(threats: Threat[]) => Map<string, number>} */
function losses(threats) {
    const lost = new Map();
    for (const { kind, to: [square], gain } of threats)
        if (CAPTURES.includes(kind) && gain > (lost.get(square) ?? 0))
            lost.set(square, gain);
    return lost;
}

const CAPTURES = ['takes', 'hanging', 'lesser', 'under-defended'];

// A dashed ring marks a piece that nobody defends. A full ring marks a piece whose capture wins material; a number in
// the corner of the square says how many pawns the capture wins.
/** @type {(facts: Facts, position: Position) => Overlay} */
function looseOverlay({ threats }, { board }) {
    const counts = attackCounts(board), lost = losses(threats);
    const men = board.map((piece, square) => ({ piece, square, loss: lost.get(squareName(square)) }))
        .filter(({ piece, square, loss }) => piece && typeOf(piece) !== 'King' && (loss || !counts[square][sideOf(piece)]));
    return overlay(['Loose pieces', paragraph('A dashed ring marks a piece that nobody defends. A full ring marks one that can be taken with gain.'),
        ...bySide(men, ({ piece, square, loss }) => `${pieceText(piece, square)}${loss ? ` (loses ${pawns(loss, 0).slice(1)})` : ''}`)], {
        tints: men.map(({ square, loss }) => ring(square, loss ? 'losing' : 'loose')),
        labels: men.filter(({ loss }) => loss).map(({ piece, square, loss }) => cornerNumber(square, sideOf(piece), pawns(-loss, 0))),
    });
}

/** @type {(facts: Facts) => Overlay} */
function pinOverlay({ threats }) {
    const pins = threats.filter(isPin);
    return overlay(['Pins', listOr(pins.map(({ text }) => text), 'No piece is pinned.')], {
        tints: pins.map(pin => ring(targetsOf(pin)[0], 'pinned')), arrows: threatArrows(pins),
    });
}

// --- motifs -----------------------------------------------------------------------------------

// Draws the forks among the threats (`threats`), the motifs of the last move (`made`), and the motifs of the best line
// (`ahead`). Only a page with an engine knows the motifs.
/** @type {(facts: Facts) => Overlay} */
function motifOverlay({ threats, made = [], ahead = [] }) {
    const forks = threats.filter(({ kind }) => kind === 'fork');
    const shown = [...made, ...ahead.filter(({ ply }) => ply === 0)], manOf = motif => squareNumber(motif.man.square);
    return overlay(['Motifs', listOr([...forks.map(({ text }) => text), ...made.map(({ text }) => `The move ${text}`),
        ...ahead.map(({ ply, text }) => `The best line${ply ? `, move ${ply / 2 + 1},` : ''} ${text}`)], 'There are none here.')], {
        tints: [...new Set([...forks.map(({ from }) => squareNumber(from)), ...shown.map(manOf)])].map(square => ring(square, 'motif')),
        arrows: [...threatArrows(forks), ...shown.flatMap(motif => motif.targets.map(squareNumber)
            .filter(to => to !== manOf(motif)).map(to => arrow(manOf(motif), to, motif.by, ahead.includes(motif))))],
    });
}

// --- what the move changed --------------------------------------------------------------------

// "+1" if one more man attacks the square, "±1" if one man took the place of another, "" if the same men attack it.
/** @type {(change: { gained: number[], lost: number[] }) => string} */
const signed = ({ gained: { length: gained }, lost: { length: lost } }) =>
    gained > lost ? `+${gained - lost}` : gained < lost ? `−${lost - gained}` : gained ? `±${gained}` : '';

/** @type {(previous: Position, position: Position) => Overlay} */
function changeOverlay(previous, position) {
    const changes = attackChanges(previous.board, position), tints = [], labels = [];
    for (const change of changes) {
        tints.push(squareRect(change.square, 'tint changed', { 'data-square': squareName(change.square) }));
        for (const side of SIDES)
            if (signed(change[side]))
                labels.push(cornerNumber(change.square, side, signed(change[side])));
    }
    const told = (title, test) => {
        const squares = changes.filter(test).map(change => squareName(change.square)).join(' ');
        return squares && paragraph(`${title}: ${squares}`);
    };
    // A piece that did not move, and attacks other squares now, has a line that the move opened or closed.
    const texts = [['+', 'more', 'gained', 'opens'], ['−', 'less', 'lost', 'closes'], ['±', 'as often, by others']].flatMap(([sign, more, kind, opens]) => [
        ...SIDES.map(side => told(`${capital(side)} attacks ${more}`, change => signed(change[side])[0] === sign)),
        ...position.board.map((piece, from) => kind && piece === previous.board[from] &&
            told(`A line ${opens} for ${pieceText(piece, from)}`, change => change[sideOf(piece)][kind].includes(from))),
    ]);
    return overlay(['Changes', paragraph(`The move changed who attacks ${count(changes.length, 'square')}.`),
        ...texts], { tints, labels });
}

// --- the network ------------------------------------------------------------------------------

/** @type {(facts: Facts, position: Position) => Overlay} */
function networkOverlay({ network }, { board }) {
    const men = network.map(([name, centipawns]) => {
        const square = squareNumber(name), piece = board[square];
        return { square, piece, centipawns, for: centipawns >= 0 ? 'white' : 'black' };
    });
    return overlay(['Network', paragraph('How much each man counts here, in pawns for White: the network’s score, less that without him.'),
        ...bySide(men, ({ piece, square, centipawns }) => `${pieceText(piece, square)} ${pawns(centipawns)}`)], {
        tints: men.map(man => squareRect(man.square, `tint by-${man.for}`, { opacity: Math.min(Math.abs(man.centipawns) / 1500, 0.6) })),
        labels: men.map(man => flipped => {
            const { x, y } = cornerOf(man.square, flipped);
            return svg('g', { 'class': `contribution by-${man.for}`, 'data-square': squareName(man.square) },
                svg('rect', { x: x + 14, y: y + 71, width: 72, height: 27, rx: 6 }),
                svg('text', { 'x': x + 50, 'y': y + 92, 'text-anchor': 'middle' }, pawns(man.centipawns, 1)));
        }),
    });
}

// --- all that are switched on -----------------------------------------------------------------

// The names of the overlays by key; each has a button #show-NAME. The NUMBERED overlays write numbers in
// the corners of squares, so only one of them is shown at a time.
const OVERLAYS = { w: 'who', l: 'loose', i: 'pins', k: 'motifs', t: 'threats', c: 'changes', n: 'network', a: 'attacks', e: 'best' };
const NUMBERED = ['attacks', 'changes', 'network'];

// Switches an overlay on or off in a set of names. At most one of the NUMBERED overlays is on.
/** @type {(shown: Set<string>, name: string) => void} */
function toggleIn(shown, name) {
    if (!shown.delete(name)) {
        if (NUMBERED.includes(name))
            NUMBERED.forEach(other => shown.delete(other));
        shown.add(name);
    }
}

// The square whose attackers are shown: the chosen square, or the square under the pointer if `who` is switched on.
const shownSquare = ({ square, pointed, shown }) => square >= 0 || !shown.has('who') ? square : pointed;

// The overlays that are switched on (`shown`), drawn for the position on the board. previous: the position before. ply:
// the facts of the position, or null. inLine: true in a line of the engine. best: the move that an arrow shows, or
// null.
/** @type {(place: Place, shown: Set<string>, square: number) => Overlay[]} */
function overlaysAt({ position, previous, ply, inLine, best }, shown, square) {
    const known = (name, title, draw) => shown.has(name) &&
        (ply ? draw(ply, position) : overlay([title, paragraph(inLine ? 'Known for the moves of the game, not for those of a line.'
            : 'They are shown behind each move.')]));
    return /** @type {Overlay[]} */ ([
        square >= 0 && squareOverlay(position, square),
        shown.has('attacks') && attackOverlay(position),
        known('loose', 'Loose pieces', looseOverlay),
        known('pins', 'Pins', pinOverlay),
        known('motifs', 'Motifs', motifOverlay),
        known('threats', 'Threats', threatOverlay),
        shown.has('changes') && (previous ? changeOverlay(previous, position) : overlay(['Changes', paragraph('No move has been made.')])),
        known('network', 'Network', networkOverlay),
        shown.has('best') && best && overlay(null, { arrows: [arrow(...squaresOf(best), 'best')] }),
    ].filter(Boolean));
}

// The bar of White's winning chances, in percent; null if they are not known.
/** @type {(chances: number | null) => void} */
function drawBar(chances) {
    $('bar').style.visibility = chances === null ? 'hidden' : 'visible';
    $('bar-white').style.transform = `scaleX(${(chances ?? 50) / 100})`;
    $('bar').ariaValueNow = (chances ?? 50).toFixed(0);
}

/** @type {(board: Board, root: HTMLElement, overlays: Overlay[], square: number) => void} */
function drawOverlays(board, root, overlays, square) {
    board.drawOver(overlays, square);
    const texts = overlays.map(overlay => overlay.text).filter(Boolean);
    refill(root, texts.map(([title, ...body]) => element('section', {}, element('h3', {}, title), body)));
    root.hidden = !texts.length;
}
