// The overlays of the board, each with a text below it.
'use strict';

const NOBODY = 'nobody';
/** @type {Side[]} */
const SIDES = ['white', 'black'];
/** @type {(side: Side) => string} */
const capital = side => side === 'white' ? 'White' : 'Black';

// A number in a corner of a square: White's at the lower left, Black's at the upper right.
/** @type {(square: number, flipped: boolean, side: Side, text: string) => SVGElement} */
function cornerNumber(square, flipped, side, text) {
    const { x, y } = cornerOf(square, flipped);
    const place = side === 'white' ? { 'x': x + 6, 'y': y + 94 } : { 'x': x + 94, 'y': y + 28, 'text-anchor': 'end' };
    return svg('text', { ...place, 'class': `number by-${side}`, 'data-square': squareName(square) }, text);
}

// --- who attacks what -------------------------------------------------------------------------

/** @type {(position: Position, flipped: boolean) => Overlay} */
function attackOverlay(position, flipped) {
    const counts = attackCounts(position.board), tints = [], labels = [];
    counts.forEach(({ white, black }, square) => {
        const ahead = white - black;
        if (ahead)
            tints.push(squareRect(square, flipped, {
                'class': `tint by-${ahead > 0 ? 'white' : 'black'}`,
                'opacity': Math.min(0.12 + 0.14 * Math.abs(ahead), 0.68),
            }));
        if (white)
            labels.push(cornerNumber(square, flipped, 'white', String(white)));
        if (black)
            labels.push(cornerNumber(square, flipped, 'black', String(black)));
    });
    const more = (side, other) => count(counts.filter(here => here[side] > here[other]).length, 'square');
    return {
        tints, labels, arrows: [],
        text: ['Attacks', element('p', {},
            `The numbers count how many men attack a square: White’s at the lower left, Black’s at ` +
            `the upper right. White has more on ${more('white', 'black')}, Black on ${more('black', 'white')}. ` +
            'Choose a square to see who they are.')],
    };
}

/** @type {(text: Overlay['text'], drawn?: Partial<Overlay>) => Overlay} */
const overlay = (text, drawn = {}) => ({ tints: [], arrows: [], labels: [], text, ...drawn });

// A list of texts or, without texts, the text `none`.
/** @type {(texts: string[], none: string) => HTMLElement} */
const listOr = (texts, none) => texts.length ? element('ul', {}, texts.map(text => element('li', {}, text))) : element('p', {}, none);

/** @type {(board: string[], square: number, side: Side) => string} */
function attackersText(board, square, side) {
    const list = attackersOf(board, square).filter(({ piece }) => sideOf(piece) === side).map(attacker =>
        pieceText(attacker.piece, attacker.square) +
        (attacker.before < 0 ? '' : ` behind ${pieceText(board[attacker.before], attacker.before)}`));
    return `${capital(side)}, ${list.length}: ${list.join(', ') || NOBODY}.`;
}

/** @type {(position: Position, flipped: boolean, square: number) => Overlay} */
function squareOverlay(position, flipped, square) {
    const { board } = position, piece = board[square];
    const name = piece ? `${capital(sideOf(piece))}’s ${pieceText(piece, square)}` : squareName(square);
    return overlay([`Who attacks ${name}`, ...SIDES.map(side => element('p', {}, attackersText(board, square, side)))], {
        arrows: attackersOf(board, square).map(attacker =>
            arrow(attacker.square, square, flipped, sideOf(attacker.piece), attacker.before >= 0)),
    });
}

// --- threats ----------------------------------------------------------------------------------

/** @type {(a: number, b: number) => number} */
const distance = (a, b) => Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

// The squares at which a threat aims, the nearest first.
/** @type {(threat: Threat) => number[]} */
const targetsOf = ({ from, to }) => to.map(squareNumber).sort((a, b) => distance(squareNumber(from), a) - distance(squareNumber(from), b));
/** @type {(threat: Threat) => boolean} */
const isPin = ({ kind }) => kind.includes('pin');

// A pin is one dashed arrow through the first man to the second.
/** @type {(threat: Threat, flipped: boolean) => SVGElement[]} */
const threatArrows = (threat, flipped) => targetsOf(threat).slice(isPin(threat) ? -1 : 0)
    .map(end => arrow(squareNumber(threat.from), end, flipped, threat.side, isPin(threat)));

/** @type {(threats: Threat[], flipped: boolean) => Overlay} */
function threatOverlay(threats, flipped) {
    // A fork and a capture may have the same arrow, which the page draws once.
    const arrows = new Map(threats.flatMap(threat => threatArrows(threat, flipped))
        .map(drawn => [drawn.dataset.arrow + drawn.classList.contains('dashed'), drawn]));
    const lists = SIDES.flatMap(side => {
        const texts = threats.filter(threat => threat.side === side).map(({ text }) => text);
        return [element('h4', {}, `${capital(side)} threatens`), listOr(texts, 'Nothing.')];
    });
    return overlay(['Threats', ...lists], { arrows: [...arrows.values()] });
}

// --- loose and losing pieces --------------------------------------------------------------------

/** @type {(square: number, flipped: boolean, kind: string) => SVGElement} */
const ring = (square, flipped, kind) => {
    const { x, y } = cornerOf(square, flipped);
    return svg('circle', { 'cx': x + 50, 'cy': y + 50, 'r': 45, 'class': `ring ${kind}`, 'data-square': squareName(square) });
};

// The largest gain in centipawns by captures on each square, by exact exchange.
/** @type {(threats: Threat[]) => Map<string, number>} */
function losses(threats) {
    const lost = new Map();
    for (const { kind, to: [square], gain } of threats)
        if (CAPTURES.includes(kind) && gain > (lost.get(square) ?? 0))
            lost.set(square, gain);
    return lost;
}

const CAPTURES = ['takes', 'hanging', 'lesser', 'under-defended'];

// A dashed ring marks a piece that nobody defends. A full ring has the number of pawns that the piece's capture wins.
/** @type {(position: Position, threats: Threat[], flipped: boolean) => Overlay} */
function looseOverlay({ board }, threats, flipped) {
    const counts = attackCounts(board), lost = losses(threats);
    const men = board.map((piece, square) => ({ piece, square, loss: lost.get(squareName(square)) }))
        .filter(({ piece, square, loss }) => piece && typeOf(piece) !== 'King' && (loss || !counts[square][sideOf(piece)]));
    const lists = SIDES.map(side => {
        const texts = men.filter(({ piece }) => sideOf(piece) === side)
            .map(({ piece, square, loss }) => `${pieceText(piece, square)}${loss ? ` (loses ${pawns(loss, 0).slice(1)})` : ''}`);
        return element('p', {}, `${capital(side)}: ${texts.join(', ') || NOBODY}.`);
    });
    return {
        tints: men.map(({ square, loss }) => ring(square, flipped, loss ? 'losing' : 'loose')), arrows: [],
        labels: men.filter(({ loss }) => loss)
            .map(({ piece, square, loss }) => cornerNumber(square, flipped, sideOf(piece), pawns(-loss, 0))),
        text: ['Loose pieces', element('p', {},
            'A dashed ring marks a piece that nobody defends. A full ring marks one that can be taken with gain.'), ...lists],
    };
}

/** @type {(threats: Threat[], flipped: boolean) => Overlay} */
function pinOverlay(threats, flipped) {
    const pins = threats.filter(isPin);
    return overlay(['Pins', listOr(pins.map(({ text }) => text), 'No piece is pinned.')], {
        tints: pins.map(pin => ring(targetsOf(pin)[0], flipped, 'pinned')), arrows: pins.flatMap(pin => threatArrows(pin, flipped)),
    });
}

// --- motifs -----------------------------------------------------------------------------------

// Forks that threaten, the motifs of the move made and, if the page has an engine, the motifs of the engine's line.
/** @type {(facts: Facts, flipped: boolean) => Overlay} */
function motifOverlay({ threats, made = [], ahead = [] }, flipped) {
    const forks = threats.filter(({ kind }) => kind === 'fork');
    const shown = [...made, ...ahead.filter(({ ply }) => ply === 0)], manOf = motif => squareNumber(motif.man.square);
    const lines = [...forks.map(({ text }) => text), ...made.map(({ text }) => `The move ${text}`),
        ...ahead.map(({ ply, text }) => `The best line${ply ? `, move ${ply / 2 + 1},` : ''} ${text}`)];
    return overlay(['Motifs', listOr(lines, 'There are none here.')], {
        tints: [...new Set([...forks.map(({ from }) => squareNumber(from)), ...shown.map(manOf)])].map(square => ring(square, flipped, 'motif')),
        arrows: [...forks.flatMap(fork => threatArrows(fork, flipped)), ...shown.flatMap(motif => motif.targets.map(squareNumber)
            .filter(to => to !== manOf(motif)).map(to => arrow(manOf(motif), to, flipped, motif.by, ahead.includes(motif))))],
    });
}

// --- what the move changed --------------------------------------------------------------------

/** @type {(change: { gained: number, lost: number }) => string} */
const signed = ({ gained, lost }) =>
    gained === lost ? `±${gained}` : gained > lost ? `+${gained - lost}` : `−${lost - gained}`;

/** @type {(previous: Position, position: Position, flipped: boolean) => Overlay} */
function changeOverlay(previous, position, flipped) {
    const changes = attackChanges(previous.board, position), tints = [], labels = [];
    for (const change of changes) {
        tints.push(squareRect(change.square, flipped, {
            'class': 'tint changed', 'data-square': squareName(change.square),
        }));
        for (const side of SIDES)
            if (change[side].gained || change[side].lost)
                labels.push(cornerNumber(change.square, flipped, side, signed(change[side])));
    }
    const line = (side, kind) => {
        const squares = changes.filter(change => change[side][kind]).map(change => squareName(change.square));
        const text = `${capital(side)} attacks ${kind === 'gained' ? 'more' : 'less'}: ${squares.join(' ')}`;
        return squares.length ? element('p', {}, text) : null;
    };
    return {
        tints, labels, arrows: [],
        text: ['Changes', element('p', {}, `The move changed who attacks ${count(changes.length, 'square')}.`),
            ...SIDES.flatMap(side => [line(side, 'gained'), line(side, 'lost')]).filter(Boolean)],
    };
}

// --- the network ------------------------------------------------------------------------------

/** @type {(contributions: Facts['network'], position: Position, flipped: boolean) => Overlay} */
function networkOverlay(contributions, position, flipped) {
    const tints = [], labels = [];
    for (const [name, centipawns] of contributions) {
        const square = squareNumber(name), { x, y } = cornerOf(square, flipped);
        const side = centipawns >= 0 ? 'white' : 'black';
        labels.push(svg('g', { 'class': `contribution by-${side}`, 'data-square': name },
            svg('rect', { x: x + 14, y: y + 71, width: 72, height: 27, rx: 6 }),
            svg('text', { 'x': x + 50, 'y': y + 92, 'text-anchor': 'middle' }, pawns(centipawns, 1))));
        tints.push(squareRect(square, flipped, {
            class: `tint by-${side}`, opacity: Math.min(Math.abs(centipawns) / 1500, 0.6),
        }));
    }
    const men = contributions.map(([name, centipawns]) => {
        const square = squareNumber(name), piece = position.board[square];
        return { side: sideOf(piece), text: `${pieceText(piece, square)} ${pawns(centipawns)}` };
    });
    const table = side => men.filter(man => man.side === side).map(man => man.text).join(', ');
    return {
        tints, labels, arrows: [],
        text: ['Network', element('p', {},
            'How much each man counts here, in pawns for White: the network’s score, less that without him.'),
        ...SIDES.map(side => element('p', {}, `${capital(side)}: ${table(side) || NOBODY}.`))],
    };
}

// --- all that are switched on -----------------------------------------------------------------

/** @type {(title: string, why: string) => Overlay} */
const absent = (title, why) => overlay([title, element('p', {}, why)]);
const IN_LINES = 'Known for the moves of the game, not for those of a line.';

// The names of the overlays by key; each has a button #show-NAME. The NUMBERED overlays write in the same corners.
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

// The overlays to show at a place: { position, previous, ply, inLine, best }. best: the move that an arrow shows, or
// null.
/** @type {(place: Place, shown: Set<string>, square: number, flipped: boolean) => Overlay[]} */
function overlaysAt({ position, previous, ply, inLine, best }, shown, square, flipped) {
    const overlays = [], { board } = position;
    const known = (name, title, draw) => shown.has(name) && overlays.push(ply ? draw()
        : absent(title, inLine ? IN_LINES : 'They are shown behind each move.'));
    if (square >= 0)
        overlays.push(squareOverlay(position, flipped, square));
    if (shown.has('attacks'))
        overlays.push(attackOverlay(position, flipped));
    known('loose', 'Loose pieces', () => looseOverlay(position, ply.threats, flipped));
    known('pins', 'Pins', () => pinOverlay(ply.threats, flipped));
    known('motifs', 'Motifs', () => motifOverlay(ply, flipped));
    known('threats', 'Threats', () => threatOverlay(ply.threats, flipped));
    if (shown.has('changes'))
        overlays.push(previous ? changeOverlay(previous, position, flipped)
            : absent('Changes', 'No move has been made.'));
    known('network', 'Network', () => networkOverlay(ply.network, position, flipped));
    if (shown.has('best') && best)
        overlays.push(overlay(null, { arrows: [arrow(squareNumber(best), squareNumber(best.slice(2)), flipped, 'best')] }));
    return overlays;
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
    const all = layer => overlays.flatMap(overlay => overlay[layer]);
    board.drawOver(all('tints'), all('arrows'), all('labels'), square);
    const texts = overlays.map(overlay => overlay.text).filter(Boolean);
    root.replaceChildren(...texts.map(([title, ...body]) => element('section', {}, element('h3', {}, title), body)));
    root.hidden = texts.length === 0;
}
