// Steps 6 to 8: the piece lists, the captures read from them, and the search.
'use strict';

const RICH = '4k2q/1r4b1/5n2/p4NP1/1PB5/5Q2/2p5/1B2K2R w K - 0 1';

// --- 6 ------------------------------------------------------------------------------------------

const DUMMY = 52;
const slotOf = cell => cell >> 1;
const isDummy = cell => slotOf(cell) === DUMMY;
const sideOfCell = cell => cell % 2 ? 'black' : 'white';

// The place, in percent of the picture, of cell number `index` in a ring of `many` cells. `depth` is 1 for a cell on
// the ring, and less than 1 for a cell inside the ring.
function ringPlace(index, many, depth = 1) {
    const angle = 2 * Math.PI * index / many - Math.PI / 2;
    return { x: 50 + 41 * depth * Math.cos(angle), y: 50 + 43 * depth * Math.sin(angle) };
}

// Draws a link as an arrow from one place of the picture to another. kind: 'ring' for a link of the ring, or 'kept' for
// a link that a removed cell keeps.
function linkLine(a, b, kind) {
    const length = Math.hypot(b.x - a.x, b.y - a.y), along = Math.min(7, length / 3);
    const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length, tip = { x: b.x - along * dx, y: b.y - along * dy };
    const head = [[0, 0], [-2.4, -1.3], [-2.4, 1.3]].map(([on, across]) => `${tip.x + on * dx - across * dy} ${tip.y + on * dy + across * dx}`);
    return svg('g', `link ${kind}`, svg('path', { d: `M${a.x + along * dx} ${a.y + along * dy} L${tip.x} ${tip.y}` }),
        svg('path', { class: 'head', d: `M${head.join(' L')} Z` }));
}

// The ring of the shown side: before the move, after the move, or after the move is unmade.
const ringNow = s => (s.phase === 'after' ? s.diff.lists_after : s.diff.lists_before)[s.side];
const leftCells = s => s.diff.left.filter(({ cell }) => sideOfCell(cell) === s.side);
const enteredCells = s => s.diff.lists_after[s.side].ring.filter(({ cell }) => !s.diff.lists_before[s.side].ring.some(entry => entry.cell === cell));

// A cell of the ring as a button in its place.
function ringNode(s, { cell, man }, place, kind) {
    const text = man ? `${letterOf(man).toUpperCase()} ${man.square}` : 'DUMMY';
    const node = choice(`cell-${cell}`, '', () => {
        toggled(s.picked, cell);
        learn.draw();
    }, s.picked.has(cell));
    node.append(element('span', {}, text), element('span', 'quiet', element('span', 'unseen', 'cell '), String(cell)));
    node.classList.add('node', ...kind ? [kind] : [], ...isDummy(cell) ? ['dummy'] : []);
    node.style.left = `${place.x}%`;
    node.style.top = `${place.y}%`;
    return node;
}

function ringPicture(s) {
    const { ring } = ringNow(s), places = new Map(ring.map(({ cell }, i) => [cell, ringPlace(i, ring.length)])), fresh = enteredCells(s).map(({ cell }) => cell);
    const links = ring.map(({ cell, next }) => linkLine(places.get(cell), places.get(next), 'ring'));
    const nodes = ring.map(entry => ringNode(s, entry, places.get(entry.cell), s.phase === 'after' && fresh.includes(entry.cell) ? 'came' : null));
    if (s.phase === 'after')
        leftCells(s).forEach(({ cell, prev, next }, i) => {
            const old = s.diff.lists_before[s.side].ring, at = old.findIndex(entry => entry.cell === cell);
            const place = ringPlace(at + i / 3, old.length, 0.5);
            for (const other of [prev, next])
                if (places.has(other))
                    links.push(linkLine(place, places.get(other), 'kept'));
            nodes.push(ringNode(s, old[at], place, 'gone'));
        });
    return element('div', { 'class': 'ring', 'role': 'group', 'aria-label': `${capital(s.side)}’s ring` },
        svg('svg', { 'viewBox': '0 0 100 100', 'aria-hidden': 'true' }, links), nodes);
}

function slotBoxes(s) {
    const { promoted_queens: queens, underpromoted } = ringNow(s);
    return [['Promoted queens', 2, queens], ['Under-promoted', 18, underpromoted]].map(([name, first, taken]) => element('p', 'slots',
        element('span', {}, `${name}, slots ${first} to ${first + 13}: `), element('span', 'unseen', taken.length ? `${taken.join(', ')} taken` : 'none taken'),
        range(14).map(i => element('span', { 'class': taken.includes(first + i) ? 'box taken' : 'box', 'aria-hidden': 'true' }))));
}

function ringTable(s) {
    const head = ['cell', 'slot', 'holds', 'bit', 'piece', 'prev', 'next'];
    return element('details', {}, element('summary', {}, 'The ring as a table'), element('table', 'cells',
        element('tr', {}, head.map(name => element('th', { scope: 'col' }, name))),
        ringNow(s).ring.map(({ cell, holds, bit, man, prev, next }) => element('tr', {},
            [cell, slotOf(cell), holds, bit ?? '', man ? `${man.type} ${man.square}` : '', prev, next].map(value => element('td', {}, String(value)))))));
}

// Compares the cells that the reader picked with the links of the cell that is removed.
function comparePicked(s) {
    const left = leftCells(s), wanted = new Set(left.flatMap(({ prev, next }) => [prev, next]));
    if (!left.length) {
        learn.say(s.picked.size ? 'No cell of this ring leaves.' : 'Right: no cell of this ring leaves.', !s.picked.size);
        return;
    }
    const right = [...wanted].filter(cell => s.picked.has(cell)).length, wrong = s.picked.size - right;
    learn.say(`${right} of ${wanted.size} neighbours found, ${wrong} wrong.`, right === wanted.size && !wrong);
}

function setPhase(s, phase) {
    if (phase === 'after')
        comparePicked(s);
    else
        learn.say(leftCells(s).length ? 'Unmake has written the cell into its two neighbours. The ring is the old one.'
            : 'No cell of this ring had left: unmake has no link to write.', true);
    s.phase = phase;
    s.picked = new Set();
    learn.draw();
}

// The assignments to next[] and prev[] by which make (or unmake) changes the shown ring: for the cells that leave the
// ring at the move, and for the cells that enter the ring.
function linkWrites(s) {
    const join = (a, b) => `next[${a}] = ${b}; prev[${b}] = ${a}`, back = s.phase === 'back';
    const out = leftCells(s).map(({ cell, prev, next }) => back ? `next[${prev}] = ${cell}; prev[${next}] = ${cell}` : join(prev, next));
    const come = enteredCells(s).map(({ cell, prev, next }) => back ? join(prev, next) : `${join(prev, cell)}; ${join(cell, next)}`);
    return back ? [...come, ...out] : [...out, ...come];
}

function ringNotes(s) {
    const writes = linkWrites(s), back = s.phase === 'back', mover = s.men.find(({ square }) => square === squareNumber(s.uci));
    if (s.phase === 'before')
        return [];
    if (!writes.length)
        return [element('p', {}, s.side !== s.position.turn ? 'No link of this ring is written.' : back ? 'Unmake steps back one ply, and writes no link. The old ply has the old square.'
            : ['No link of this ring is written. The cell keeps its bit, and the new ply has its square: ', element('code', {}, `square_of[${mover.bit}] = ${s.uci.slice(2, 4)}`)])];
    return [element('p', {}, back ? 'Unmake writes: ' : 'Make writes: ', joined(writes.map(write => element('code', {}, write)), ', then ')),
        ...!back && leftCells(s).length ? [element('p', {}, 'Dashed: the cell that left keeps its own links. The numbers are cells.')] : []];
}

const PROMOTED = 'A promoted queen stands directly after the king, another promoted piece directly before DUMMY. Each takes the lowest free slot of its kind. ' +
    'The piece takes a bit that keeps the order of value, and the pawn’s bit is free by then. The bits of its type ' +
    'begin at 8 (knight), 10 (bishop), 12 (rook) or 14 (queen), 16 more for Black. The piece takes the lowest such bit from there upwards; ' +
    'else the highest one below; else the highest free bit below, out of order. Scans read a bit out of order last. The next search numbers all pieces again.';

LESSONS.push({
    title: 'The piece lists',
    text: [
        'A bit says who attacks. A cell says where a piece stands in the order of value: cell = 2 × slot + colour. A smaller cell is a more valuable piece, except for under-promoted pieces; cell ^ 1 is the opponent’s same place.',
        'The living cells of a side form a ring: king, pieces by value, DUMMY, pawns. DUMMY is a cell without a piece and has the highest number: a loop over pieces ends there, and pawns have a loop of their own. Those on their 7th rank come first: such a pawn is pre-promoted. Its slot is lower by 8, and its bit stays.',
        'A captured cell leaves the ring and keeps its own links. Unmake writes its number into its two neighbours again.',
    ],
    task: 'If a cell leaves this ring, press the two cells of the drawing whose links close the gap. Make the move, and take it back.',
    code: [['src/board/cells.h', 'slots, cells, links'], ['src/board/make.c', 'pre-promotion and promotion'], ['src/board/make_normal.c', 'remove_victim']],
    costs: ['Unmake steps back one ply. After a capture it also stores two numbers.', 'src/board/make.h'],
    examples: [['A capture', '3r2k1/5ppp/2b5/4n3/8/5N2/4QPPP/3R2K1 w - - 0 1', 'f3e5'], ['Pre-promotion', '6k1/8/P7/8/8/8/3P4/1N2K2R w - - 0 1', 'a6a7'],
        ['Promotion', '3k4/P7/8/8/8/8/8/Q3K2R w - - 0 1', 'a7a8q'], ['Under-promotion', PROMOTING, 'a7b8n'],
        ['En passant', PASSANT, 'e5d6'], ['A full board', KIWIPETE, 'e5g6']],
    moves: true,
    load(s) {
        const sides = s.uci ? s.diff.left.map(({ cell }) => sideOfCell(cell)) : [], side = sides.includes(s.position.turn) ? s.position.turn : sides[0] ?? s.position.turn;
        Object.assign(s, { phase: 'before', side, picked: new Set() });
    },
    controls: s => [choice('make', 'Make the move', () => s.phase !== 'after' && setPhase(s, 'after')), choice('unmake', 'Take it back', () => s.phase === 'after' && setPhase(s, 'back')),
        choice('side', 'Other side', () => {
            Object.assign(s, { side: s.side === 'white' ? 'black' : 'white', picked: new Set() });
            learn.say('');
            learn.draw();
        })],
    draw: s => ({
        position: s.phase === 'after' ? s.after : s.position, arrows: s.phase === 'after' ? [] : [moveArrow(s)],
        tints: ringNow(s).ring.filter(({ cell }) => s.picked.has(cell)).map(({ man }) => man && tintOn(squareNumber(man.square), 'changed')).filter(Boolean),
        answer: [ringPicture(s), ...ringNotes(s), ...s.uci[4] ? [element('p', {}, PROMOTED)] : [], ...slotBoxes(s), ringTable(s)],
    }),
});

// --- 7 ------------------------------------------------------------------------------------------

// [name, cell, need]: the walk over victims ends at the cell if a capture must win `need`, in pawns
// (threshold_by_deficit in src/search/search_internal.h).
const THRESHOLDS = [['nothing', 0, 'more than a queen can give, 10'], ['queens', 32, 'more than a rook can give, 5.2'], ['rooks', 64, 'more than a minor piece can give, 3.4'],
    ['pieces', 72, 'more than a pre-promoted pawn can give, 2.5'], ['prepromoted', 88, 'more than a pawn can give, 1.1'], ['all', 104, 'less than a pawn can give, 1.1']];

async function setThreshold(s, cell) {
    const mine = s.wanted = cell, answer = await json(`captures ${cell} json fen ${s.fen}`);
    if (mine !== s.wanted || learn.s !== s)
        return;
    Object.assign(s, { captures: answer, asked: false });
    $('learn-threshold').value = cell;
    learn.draw();
}

function thresholdText({ threshold }) {
    const [name, cell, gain] = THRESHOLDS.findLast(([, first]) => first <= threshold);
    return cell === threshold ? `Cell ${threshold}, “${name}”: the search asks for it if a capture must win ${gain} pawns.` : `Cell ${threshold}, slot ${threshold / 2}.`;
}

LESSONS.push({
    title: 'Captures in stages',
    text: [
        'The search wants captures in the order most valuable victim, least valuable attacker. No list is made and nothing is sorted: the order is in the rings and in the bits.',
        'The walk goes down the enemy’s ring, after the king. For each victim our half of map[victim’s square] is the set of capturers, and its lowest bit comes first. En passant is a stage of its own, outside the walk.',
        'In quiescence the walk has a threshold. One look-up turns “how much must a capture win to raise alpha” into a cell. The walk over pieces ends at the first victim whose cell is not below it, at the latest at DUMMY. A loop over the pawns follows if the threshold allows pawns.',
    ],
    task: 'Choose the victim that the walk meets first. Then move the threshold and see the victims fall out.',
    code: [['src/moves/captures.c', 'the walk'], ['src/search/search_internal.h', 'the threshold by score'], ['src/search/README.md', 'where the order of a capture comes from']],
    costs: ['If it counts the last ply from the map, perft runs 1.17 to 1.42 times as fast on a Zen 5 as MPerft 2.0, which keeps no attacks.', 'src/board/LAB.md'],
    examples: [['Victims of all kinds', RICH], ['Kiwipete', KIWIPETE], ['After 5.Nxf7', GAME], ['In check: no walk', '3R2k1/5pp1/7p/8/8/8/8/4K3 b - - 0 1']],
    async load(s) {
        s.captures = await json(`captures 104 json fen ${s.fen}`);
        s.asked = s.captures.captures.length > 0 && !s.captures.in_check;
    },
    controls: s => [element('label', 'slider', 'Threshold ', element('input', { id: 'learn-threshold', type: 'range', min: 0, max: 104, step: 2, value: 104,
        input: event => setThreshold(s, Number(event.target.value)) })),
    element('div', { 'class': 'choices', 'role': 'group', 'aria-label': 'Thresholds by name' },
        THRESHOLDS.map(([name, cell]) => choice(`at-${name}`, name, () => setThreshold(s, cell))))],
    choose(s, square) {
        if (!s.asked)
            return;
        const { victim, move } = s.captures.captures[0], chosen = s.position.board[square];
        s.asked = false;
        learn.say(victim.square === squareName(square) ? `Right. The first capture is ${move}.`
            : `The walk meets the ${victim.type} ${victim.square} first; ${chosen ? `${pieceText(chosen, square)} comes later, or is not attacked` : 'that square is empty'}.`,
        victim.square === squareName(square));
    },
    draw(s) {
        const { captures, in_check: inCheck } = s.captures, victims = new Map(captures.map(({ victim, met }) => [victim.square, met]));
        const rows = captures.map(({ move, victim, cell, taker, value, met }) => element('tr', { class: met ? null : 'out' },
            [`${victim.type} ${victim.square}`, cell, move, `${taker.type} ${taker.square}`, pawns(value, 1), met ? 'met' : 'left out'].map(text => element('td', {}, String(text)))));
        return {
            tints: s.asked ? [] : [...victims].map(([name, met]) => tintOn(squareNumber(name), met ? 'changed' : 'out')),
            arrows: s.asked ? [] : captures.filter(({ met }) => met).map(({ taker, victim }) =>
                arrow(squareNumber(taker.square), squareNumber(victim.square), taker.color)),
            answer: s.asked ? [element('p', {}, 'Which victim does the walk meet first? Choose it on the board.')] : [
                element('p', {}, inCheck ? 'The side to move is in check: evasions come all at once, and no threshold counts.' : thresholdText(s.captures)),
                element('p', {}, `${captures.filter(({ met }) => met).length} of ${count(captures.length, 'capture')} met.`),
                element('table', 'cells', element('tr', {}, ['victim', 'cell', 'move', 'taken by', 'exchange, in pawns', 'by the walk'].map(text => element('th', { scope: 'col' }, text))), rows)],
        };
    },
});

// --- 8 ------------------------------------------------------------------------------------------

const STAGES = {
    'table': 'the hash table’s move', 'promotion': 'promotions to a queen', 'capture': 'good captures', 'en passant': 'en passant',
    'killer': 'the killer', 'quiet': 'quiet moves', 'losing': 'other captures, under-promotions', 'evasion': 'evasions of check',
};

const pairText = ({ attacker, target }) => `${capital(attacker.color)}’s ${attacker.type} ${attacker.square} ` +
    `${attacker.color === target.color ? 'defends' : 'attacks'} the ${target.type} ${target.square}`;
const pairArrow = ({ attacker, target }) => arrow(squareNumber(attacker.square), squareNumber(target.square), attacker.color, attacker.color === target.color);

function orderAnswer(s) {
    const { moves } = s.order, present = Object.keys(STAGES).filter(stage => moves.some(one => one.stage === stage));
    const mine = moves.findIndex(({ move }) => move === s.uci);
    if (!s.guessed)
        return [element('p', {}, `In which stage does ${moves[mine].san} come?`), ...moves[0].stage === 'table' ? [element('p', {}, `The hash table has the move ${moves[0].san}.`)] : [], element('div', { 'class': 'choices', 'role': 'group', 'aria-label': 'Stages' },
            present.map(stage => choice(`stage-${stage}`, STAGES[stage], () => {
                s.guessed = true;
                const { stage: right } = moves[mine];
                learn.say(`${stage === right ? 'Right' : 'Another stage'}: ${moves[mine].san} is number ${mine + 1} of ${moves.length}, among ${STAGES[right]}.`, stage === right);
                learn.draw();
            })))];
    return present.map(stage => element('p', {}, element('strong', {}, `${STAGES[stage]}:`), ' ', joined(moves.filter(one => one.stage === stage)
        .map(({ move, san }) => move === s.uci ? element('mark', {}, san) : san), ' ')));
}

function pairAnswer(s) {
    const { pairs } = s.eval.network, { inputs } = s.explained.network, changed = inputs.filter(({ pair }) => pair);
    const list = isNew => changed.filter(input => input.new === isNew);
    return [element('p', {}, `The position has ${count(pairs.length, 'pair')}. ${s.uci} takes ${list(false).length} away and brings ${list(true).length}. The largest, in pawns for White:`),
        element('ol', {}, pairs.slice(0, 6).map(({ pair, contribution }) => element('li', {}, `${pairText(pair)}: ${pawns(contribution)}`))),
        ...changed.length ? [element('p', {}, 'By the move:'), element('ul', {}, changed.map(({ new: isNew, pair }) => element('li', {}, `${isNew ? '+' : '−'} ${pairText(pair)}`)))] : []];
}

LESSONS.push({
    title: 'The search uses it',
    text: [
        'A node of the search gets its moves one at a time, in stages. First come the hash table’s move, promotions, captures by the walk, and en passant. The killer and quiet moves by history follow. A capture is good if its exchange wins what its history asks. A bad history asks for a pawn or more, a good one allows a loss. Other captures are last. One row of the map often settles an exchange.',
        'The map also orders quiet moves. A move off a square that a lesser piece attacks comes early, a move onto such a square late.',
        'The network’s inputs are pieces on squares and threat pairs: one piece attacks or defends another. A pair is a set bit of the map on an occupied square, without those of kings, so that the pairs cost nothing to find. The network reads the difference of two states; make and unmake do no work for it.',
    ],
    task: 'Choose a move and say in which stage it comes. The engine answers after a search of 20000 nodes. Then look at the pairs.',
    code: [['src/search/search_internal.h', 'the stages'], ['src/search/tree.c', 'a node'], ['src/board/state_difference.h', 'pairs that come and go'], ['src/network/README.md', 'what the network sees']],
    costs: ['A move removes 3.7 pairs and adds 2.8, on average. The engine runs its bench 1.17 to 1.20 times as fast as Clockwork 10d79e6, on a Zen 4.', 'src/board/LAB.md'],
    examples: [['Kiwipete', KIWIPETE, 'e5f7'], ['After 5.Nxf7', GAME, 'e8f7'], ['The start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'b1c3'], ['In check', '3R2k1/5pp1/7p/8/8/8/8/3bK3 b - - 0 1', 'g8h7']],
    moves: true,
    async load(s) {
        Object.assign(s, { guessed: false, pairs: false });
        if (!s.uci)
            return;
        s.order = await json(`order nodes 20000 json fen ${s.fen}`);
        s.eval = await json(`eval json fen ${s.fen}`);
        s.explained = await json(`explain ${s.uci} nodes 0 json fen ${s.fen}`);
    },
    controls: s => ['stages', 'pairs'].map(name => choice(name, `The ${name}`, event => {
        s.pairs = name === 'pairs';
        for (const button of event.currentTarget.parentNode.querySelectorAll('[data-key]'))
            button.setAttribute('aria-pressed', String(button === event.currentTarget));
        learn.draw();
    }, name === 'stages')),
    draw: s => s.pairs ? { arrows: s.eval.network.pairs.slice(0, 6).map(({ pair }) => pairArrow(pair)), answer: pairAnswer(s) } : { arrows: [moveArrow(s)], answer: orderAnswer(s) },
});
