// Steps 1 to 5: the attack matrix and its update.
'use strict';

const GAME = 'r1bqkb1r/ppp2Npp/2n2n2/3pp3/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5';
const LINES = '3k1r2/8/8/8/3N4/8/8/3RK3 w - - 0 1';
const DOUBLED = '4r1k1/8/8/8/4R3/8/8/4R1K1 w - - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const PASSANT = '4kb2/8/8/r2pP2R/8/8/8/4K3 w - d6 0 2';
const PROMOTING = '1r2k3/P7/8/8/8/8/8/R3K3 w - - 0 1';
const TAKEN = '3r2k1/5ppp/8/4n3/8/5N2/4QPPP/3R2K1 w - - 0 1';

// --- 1 ------------------------------------------------------------------------------------------

// Compares the reader's marks with the engine's column of the chosen man.
function compareMarks(s) {
    const man = manAt(s.men, s.chosen), want = s.columns[man.bit], marked = unionOf([...s.marked]);
    const missing = sizeOf(want & ~marked), extra = sizeOf(marked & ~want);
    s.compared = true;
    if (missing || extra) {
        learn.say(`The engine’s map differs: ${missing} missing, ${extra} too many.`, false);
        return;
    }
    s.done.add(man.square);
    learn.say(`Right: ${manText(man)} attacks ${count(sizeOf(want), 'square')}. ${s.done.size} of ${s.men.length} columns are done.`, true);
}

LESSONS.push({
    title: 'A map from scratch',
    text: [
        'Panoptes knows at any time who attacks each square. From scratch, it finds out by stepping along each ray of a piece, up to the first piece on the ray.',
        'The first piece on a ray counts as attacked. A piece thus defends the pieces of its own side. No ray goes through a piece.',
        'The search never builds a map from scratch. The checks do, without the tables and the code of the update.',
    ],
    task: 'Choose a piece, and then each square that it attacks. Compare with the engine’s map. To try again, choose the piece again. Counts: White’s at the lower left, Black’s at the upper right.',
    code: [['src/selfcheck/slow_rules.c', 'the map by plain stepping'], ['src/board/state.h', 'the map in a state']],
    costs: ['A state, which holds the matrix, takes twelve cache lines. Each ply has a state of its own.', 'src/board/state.h'],
    examples: [['After 5.Nxf7', GAME], ['A few pieces', LINES], ['Queens', '3q3k/8/8/2P1p3/3Q4/8/1P3p2/K7 w - - 0 1']],
    load(s) {
        Object.assign(s, { chosen: -1, marked: new Set(), compared: false, done: new Set(), numbers: false });
    },
    controls: s => [
        choice('compare', 'Compare', () => {
            if (s.chosen < 0)
                learn.say('Choose a piece first.');
            else
                compareMarks(s);
            learn.draw();
        }),
        choice('numbers', 'Count attackers', event => {
            s.numbers = !s.numbers;
            event.currentTarget.setAttribute('aria-pressed', String(s.numbers));
            learn.draw();
        }, false),
    ],
    choose(s, square) {
        if (s.chosen >= 0 && !s.compared && square !== s.chosen) {
            toggled(s.marked, square);
            return;
        }
        const again = square === s.chosen && !s.compared;
        Object.assign(s, { chosen: s.position.board[square] && !again ? square : -1, marked: new Set(), compared: false });
    },
    draw(s) {
        const man = manAt(s.men, s.chosen), want = man ? s.columns[man.bit] : 0n, marked = unionOf([...s.marked]);
        const signs = squaresIn(s.compared ? want | marked : marked).map(square => {
            const isWanted = holds(want, square), isMarked = s.marked.has(square);
            return !s.compared ? signOn(square, 'open', '') : signOn(square, !isWanted ? 'wrong' : isMarked ? 'right' : 'missed',
                !isWanted ? '×' : isMarked ? '✓' : '!');
        });
        const numbers = s.numbers ? s.map.squares.flatMap(({ square, white, black }) => [['white', white], ['black', black]]
            .filter(([, { count: attackers }]) => attackers)
            .map(([side, { count: attackers }]) => cornerNumber(squareNumber(square), side, String(attackers)))) : [];
        return {
            chosen: s.chosen, labels: [...numbers, ...signs], tints: [...s.done].map(square => tintOn(square, 'done')),
            answer: [element('p', {}, man ? `${manText(man)}: ${count(s.marked.size, 'square')} marked.` : 'No piece is chosen.'),
                ...s.compared ? [element('p', {}, `The engine: ${namesOf(want)}.`)] : []],
        };
    },
});

// --- 2 ------------------------------------------------------------------------------------------

// A table of the 16 bits of one side in map[square], the highest bit first: number, owner, and whether the bit is set.
function halfTable(s, square, side, isHidden) {
    const base = side === 'white' ? 0 : 16, row = rowOf(s.columns, square), bits = range(16).map(i => base + 15 - i);
    const least = Math.min(...row.filter(bit => bit >> 4 === base >> 4));
    return element('table', 'bits', element('caption', {}, `${capital(side)}’s half of map[${squareName(square)}]`),
        element('tr', {}, element('th', { scope: 'row' }, 'bit'), bits.map(bit => element('th', { scope: 'col' }, String(bit)))),
        element('tr', {}, element('th', { scope: 'row' }, 'owner'), bits.map(bit => {
            const man = manOfBit(s.men, bit);
            return element('td', {}, man ? man.letter.toUpperCase() : '·');
        })),
        element('tr', {}, element('th', { scope: 'row' }, 'set'), bits.map(bit => element('td', {
            class: row.includes(bit) ? bit === least && !isHidden ? 'set least' : 'set' : null }, row.includes(bit) ? '1' : '·'))));
}

// Squares that several men of one side attack: { square, side }.
const contested = s => s.map.squares.flatMap(({ square, white, black }) => [['white', white], ['black', black]]
    .filter(([, { attackers }]) => attackers.length > 1).map(([side]) => ({ square: squareNumber(square), side })));

function answerLeast(s, square) {
    const { square: asked, side } = s.asked, row = rowOf(s.columns, asked).filter(bit => (bit >> 4 === 0) === (side === 'white'));
    const man = manAt(s.men, square), least = manOfBit(s.men, Math.min(...row));
    const { least: type } = s.map.squares[asked][side];
    s.asked = null;
    s.square = asked;
    if (!man || !row.includes(man.bit))
        learn.say(`${man ? manText(man) : squareName(square)} is not in the row. The lowest bit, ${least.bit}, is ${manText(least)}.`, false);
    else if (typeOf(man.letter) === type)
        learn.say(man.bit === least.bit ? `Right: bit ${man.bit} is the lowest.` : `Right in value; bit ${least.bit}, ${manText(least)}, comes first.`, true);
    else
        learn.say(`Bit ${man.bit} is higher than bit ${least.bit}: ${manText(least)} is worth less.`, false);
}

LESSONS.push({
    title: 'Rows and columns',
    text: [
        'The engine stores the matrix twice. A row, map[square], holds the attackers of a square: 32 bits. A column, attacks[bit], holds the squares that a piece attacks: 64 bits.',
        'Each piece owns a bit: 0 to 15 White, 16 to 31 Black. In each half the bits rise with the value of their owners: pawns, knights, bishops, rooks, queen, king.',
        'So the lowest set bit of a half is the least valuable attacker, and one instruction finds it. The next lowest bit is the next attacker. Only a promotion may break this order (step 6). “Is the king in check” is map[king] & enemy.',
    ],
    task: 'Choose a square to see its row, and the column of the piece on it. Then let the page ask you.',
    code: [['src/board/cells.h', 'bits and cells'], ['src/board/state.h', 'rows and columns'], ['src/moves/captures.h', 'who reads them']],
    costs: ['The lowest bit of a set is found and cleared by tzcnt and blsr, in one to three cycles each.', 'src/board/LAB.md'],
    examples: [['After 5.Nxf7', GAME], ['Many attackers', KIWIPETE],
        ['Nine queens', 'QQQQQQQQ/3pk3/Q7/8/8/8/8/K7 b - - 0 1']],
    load(s) {
        Object.assign(s, { square: -1, asked: null, next: 0 });
    },
    controls: s => [choice('ask', 'Ask me', () => {
        const all = contested(s);
        s.asked = all[s.next * 7 % Math.max(all.length, 1)] ?? null;
        s.next++;
        s.square = s.asked?.square ?? -1;
        learn.say(s.asked ? `Which piece of ${capital(s.asked.side)} comes first out of map[${squareName(s.asked.square)}]? Choose it on the board.`
            : 'No square has two attackers of one side.');
        learn.draw();
    })],
    choose(s, square) {
        if (s.asked) {
            answerLeast(s, square);
            return;
        }
        s.square = s.square === square ? -1 : square;
    },
    draw(s) {
        if (s.square < 0)
            return { answer: [element('p', {}, 'No square is chosen.')] };
        const man = manAt(s.men, s.square), row = rowOf(s.columns, s.square);
        const word = row.reduce((sum, bit) => sum + 2 ** bit, 0).toString(16).padStart(8, '0');
        return {
            chosen: s.square,
            tints: man && !s.asked ? squaresIn(s.columns[man.bit]).map(square => tintOn(square, `by-${sideOf(man.letter)}`)) : [],
            arrows: s.asked ? [] : row.map(bit => manOfBit(s.men, bit))
                .map(({ square, letter }) => arrow(square, s.square, sideOf(letter))),
            answer: [halfTable(s, s.square, 'white', s.asked), halfTable(s, s.square, 'black', s.asked),
                element('p', {}, element('code', {}, `map[${squareName(s.square)}] = 0x${word}`)),
                ...man && !s.asked ? [element('p', {}, element('code', {}, `attacks[${man.bit}]`), ` of ${manText(man)}: ${namesOf(s.columns[man.bit])}`)] : []],
        };
    },
});

// --- 3 ------------------------------------------------------------------------------------------

// The engine's deltas of men that stay on their square during the move: sliders whose lines open or close.
const bystanders = s => s.diff.deltas.filter(({ before, after }) => before && after && before.square === after.square);
const signOfChange = (gained, lost) => gained && lost ? '±' : gained ? '+' : lost ? '−' : '';

function wantedSigns(s) {
    const gained = unionOf(bystanders(s).flatMap(delta => delta.gained.map(squareNumber)));
    const lost = unionOf(bystanders(s).flatMap(delta => delta.lost.map(squareNumber)));
    return new Map(squaresIn(gained | lost).map(square => [square,
        signOfChange(holds(gained, square), holds(lost, square))]));
}

function deltaText({ bit, color, before, after, gained, lost }) {
    const owner = before ?? after, what = before && after && before.square !== after.square ? `to ${after.square}` : !after ? 'leaves' : !before ? 'comes' : '';
    return `${capital(color)}’s ${owner.type} ${owner.square}, bit ${bit}${what && `, ${what}`}: ` +
        [lost.length && `− ${lost.join(' ')}`, gained.length && `+ ${gained.join(' ')}`].filter(Boolean).join('  ');
}

// Names the rows map[square] of the squares that are occupied in the position `one` and empty in the position `other`.
const rowsLeft = (one, other) => one.board.flatMap((man, square) => man && !other.board[square] ? `map[${squareName(square)}]` : []).join(', ') || 'no row';

function comparePrediction(s) {
    const wanted = wantedSigns(s);
    const right = [...s.marks].filter(([square, sign]) => wanted.get(square) === sign || wanted.get(square) === '±').length;
    const missed = [...wanted.keys()].filter(square => !s.marks.has(square)).length, wrong = s.marks.size - right;
    if (!wanted.size && !s.marks.size)
        learn.say('Right: no line opens or closes.', true);
    else
        learn.say(`${right} right, ${wrong} wrong, ${missed} missed.`, !wrong && !missed);
}

LESSONS.push({
    title: 'A move opens and closes lines',
    text: [
        'A move changes few columns: the mover’s, a victim’s, and those of sliders whose line opens or closes.',
        'The old map names these sliders before anything is computed. The slider bits of map[from] attack the square left: their lines open. The slider bits of map[to] attack the square entered: their lines close.',
        'A capture closes no line, since a piece stood on the square before. The victim’s column becomes empty.',
        'En passant and castling are two steps; the second reads the map after the first. A pawn enters an empty square, then its victim leaves and opens lines. A king moves, then a rook.',
    ],
    task: 'Predict the lines. Choose a square once if a slider attacks it after the move only (+), twice if before the move only (−). If one slider gains the square and another loses it, either sign is right. Leave out what movers and a victim attack; castling has two movers. Check as often as you like.',
    code: [['src/board/make_normal.c', 'the update, with this move drawn'], ['asm/make_normal.asm', 'the same in assembly'],
        ['src/board/matrix_internal.h', 'the delta']],
    costs: ['Making moves takes 5 % of the time of the search. A leaf of a perft that makes every move takes 19 to 22 ns on a Zen 4 with AVX-512. MPerft 2.0, which keeps neither attacks nor keys, takes 15 to 18 ns.', 'src/board/LAB.md'],
    examples: [['Nd4–f5', LINES, 'd4f5'], ['Along a line', DOUBLED, 'e4e6'], ['A capture', TAKEN, 'f3e5'], ['5...Kxf7', GAME, 'e8f7'],
        ['En passant', PASSANT, 'e5d6'], ['Castling', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1g1']],
    moves: true,
    load(s) {
        Object.assign(s, { marks: new Map(), shown: false });
    },
    controls: s => [choice('check', 'Check', () => comparePrediction(s)), choice('show', 'Make the move', () => {
        comparePrediction(s);
        s.shown = true;
        learn.draw();
    }), choice('again', 'Take it back', () => {
        Object.assign(s, { marks: new Map(), shown: false });
        learn.say('');
        learn.draw();
    })],
    choose(s, square) {
        if (s.shown)
            return;
        const sign = s.marks.get(square);
        if (sign === '−')
            s.marks.delete(square);
        else
            s.marks.set(square, sign ? '−' : '+');
    },
    draw(s) {
        const wanted = wantedSigns(s), { marks, shown } = s;
        const kind = square => !shown ? 'open' : !marks.has(square) ? 'missed'
            : ['±', marks.get(square)].includes(wanted.get(square)) ? 'right' : 'wrong';
        const squares = new Set(shown ? [...wanted.keys(), ...marks.keys()] : marks.keys());
        return {
            position: shown ? s.after : s.position, arrows: shown ? [] : [moveArrow(s)],
            labels: [...squares].map(square => signOn(square, kind(square), shown ? wanted.get(square) ?? '×' : marks.get(square))),
            answer: shown ? [element('p', {}, 'The engine’s deltas:'), element('ul', {}, s.diff.deltas.map(delta => element('li', {}, deltaText(delta))))]
                : [element('p', {}, `Opening: slider bits of ${rowsLeft(s.position, s.after)}. Closing: slider bits of ${rowsLeft(s.after, s.position)}.`)],
        };
    },
});

// --- 4 ------------------------------------------------------------------------------------------

const RULES = {
    mover: 'the mover’s column changes',
    victim: 'the victim’s column empties',
    opens: 'lines open',
    closes: 'lines close',
    promotion: 'the promoted piece’s column fills',
};

function deltaLabel(s, { rule, bit, set, man }) {
    return `${RULES[rule]}: ${manText(man ?? ownerOf(s, bit))}, bit ${bit}, ${namesOf(set)}`;
}

// Squares that two deltas of one bit have in common.
function cancelled(deltas) {
    return deltas.flatMap((one, i) => deltas.slice(i + 1).filter(other => other.bit === one.bit && other.set & one.set)
        .map(other => `${namesOf(one.set & other.set)} (deltas ${i + 1} and ${deltas.indexOf(other) + 1})`));
}

function sayOrder(s) {
    const found = comparison(applied(s, s.order.map(i => s.update.deltas[i])).columns, s.update.want);
    if (found)
        learn.say(`${found.entries} of 2048 entries of the matrix differ from the engine’s map.`);
    else
        learn.say(`All 2048 entries are those of the engine’s map. Your order: ${s.order.map(i => i + 1).join(', ') || 'nothing to do'}.`, true);
}

function setOrder(s, order) {
    s.order = order;
    sayOrder(s);
    learn.draw();
}

LESSONS.push({
    title: 'XOR in any order',
    text: [
        'A change is a delta: a bit, and the squares that differ. The update applies it by XOR. The column becomes attacks[bit] ^ squares, and the bit flips in the row of each of these squares.',
        'XOR commutes, so that the order of the deltas does not matter. The same delta twice changes nothing.',
        'A square in two deltas of one bit flips twice and stays. So a slider along whose line the mover moves needs no special case. Each delta must be computed from the occupancy after its step; its place in the order is free.',
        'Unmake applies no delta: each ply has a matrix of its own, so unmake goes back to the one of the ply before.',
    ],
    task: 'Apply the deltas in an order of yours. Press a delta again to take it out. Tinted squares have rows that still differ from the engine’s map. Digits show the bit of the last delta.',
    code: [['src/board/matrix_internal.h', 'how a delta is applied'], ['src/board/make.c', 'castling, en passant, promotion as normal moves with a correction']],
    costs: ['With AVX-512 the map lies in four registers during the update, and the squares of a delta are write masks.', 'src/board/matrix_internal.h'],
    examples: [['Along a line', DOUBLED, 'e4e6'], ['Nd4–f5', LINES, 'd4f5'], ['A capture', TAKEN, 'f3e5'],
        ['En passant', PASSANT, 'e5d6'], ['A promotion', PROMOTING, 'a7b8q']],
    moves: true,
    load(s) {
        Object.assign(s, { order: [], update: s.uci && updateOf(s) });
    },
    controls: s => [choice('random', 'All, in a random order', () => setOrder(s, s.update.deltas.map((_, i) => [Math.random(), i]).sort().map(([, i]) => i))),
        choice('none', 'None', () => setOrder(s, []))],
    draw(s) {
        const { deltas, want } = s.update, { columns } = applied(s, s.order.map(i => deltas[i])), found = comparison(columns, want);
        const twice = cancelled(deltas), last = s.order.at(-1);
        return {
            position: found ? s.position : s.after, arrows: found ? [moveArrow(s)] : [],
            tints: squaresIn(found?.squares ?? 0n).map(square => tintOn(square, 'changed')),
            labels: last === undefined ? [] : squaresIn(deltas[last].set).map(square =>
                signOn(square, 'open', holds(columns[deltas[last].bit], square) ? '1' : '0')),
            answer: [element('ol', 'deltas', deltas.map((delta, i) => element('li', {}, choice(`delta-${i}`, deltaLabel(s, delta),
                () => setOrder(s, s.order.includes(i) ? s.order.filter(other => other !== i) : [...s.order, i]), s.order.includes(i))))),
            element('p', 'quiet', 'The page computes these deltas itself, and compares with the engine’s map after the move.'),
            ...twice.length ? [element('p', {}, `These squares flip twice: ${twice.join(', ')}.`)] : []],
        };
    },
});

// --- 5 ------------------------------------------------------------------------------------------

// The comparator's report of a difference, in the words of src/selfcheck/comparator.c.
function reportOf(s, found) {
    const men = bits => bits.map(bit => {
        const { letter, square } = manOfBit(s.update.men, bit) ?? ownerOf(s, bit);
        return `${capital(sideOf(letter))} ${typeOf(letter)} on ${squareName(square)} (bit ${bit})`;
    }).join(', ');
    return [`map: square ${squareName(found.square)}`, ...found.missing.length ? [`  missing: ${men(found.missing)}`] : [],
        ...found.extra.length ? [`  extra: ${men(found.extra)}`] : []].join('\n');
}

const rulesIn = s => Object.keys(RULES).filter(rule => s.update.deltas.some(delta => delta.rule === rule));

function guessRule(s, rule) {
    const found = rule === s.off;
    learn.say(found ? `Found: the update forgot that ${RULES[rule]}.` : `The difference has another cause than “${RULES[rule]}”. Look at the bits again.`, found);
    s.secret = !found;
}

LESSONS.push({
    title: 'The comparator',
    text: [
        'An error of the update stays in every later map. So the debug build makes the matrix from scratch after every make, unmake and null move, and compares. The command “debug on” does so now and then in every build.',
        'The first difference ends the debug build. The report names the square, and the attackers that are missing or extra there. The bits lead to the rule: they are the mover, the victim, the promoted piece, or sliders of map[from] or map[to]. Castling’s rook is both a mover and a slider. If two rules give one report, the tinted squares tell them apart.',
    ],
    task: 'Switch one rule of the update off and read the report. Or let the page break a rule in secret, and find it.',
    code: [['src/selfcheck/comparator.c', 'what is compared'], ['src/selfcheck/slow_rules.c', 'with what'], ['tests/faults/README.md', 'faults that tests plant in the engine itself']],
    costs: ['The player pays nothing, since it knows no check: selfcheck hooks itself in from above. Each check of the debug build makes all 2048 entries again.', 'src/selfcheck/selfcheck.h'],
    examples: [['Nd4–f5', LINES, 'd4f5'], ['A capture', TAKEN, 'f3e5'], ['5...Kxf7', GAME, 'e8f7'], ['Along a line', DOUBLED, 'e4e6'],
        ['A promotion', PROMOTING, 'a7b8q']],
    moves: true,
    load(s) {
        Object.assign(s, { off: null, secret: false, update: s.uci && updateOf(s) });
    },
    controls: s => [choice('secret', 'Break a rule in secret', () => {
        const rules = rulesIn(s);
        Object.assign(s, { off: rules[Math.floor(Math.random() * rules.length)] ?? null, secret: true });
        learn.say('One rule is off. Which one?');
        learn.draw();
    })],
    draw(s) {
        const { deltas, want } = s.update, found = comparison(applied(s, deltas.filter(({ rule }) => rule !== s.off)).columns, want);
        return {
            position: s.after,
            tints: squaresIn(found?.squares ?? 0n).map(square => tintOn(square, 'changed')),
            labels: found ? [...found.missing.map(() => signOn(found.square, 'missed', '−')), ...found.extra.map(() => signOn(found.square, 'wrong', '+'))].slice(-1) : [],
            chosen: found ? found.square : -1,
            answer: [element('div', { 'role': 'group', 'aria-label': s.secret ? 'Which rule is off?' : 'Rules of the update', 'class': 'choices' },
                rulesIn(s).map(rule => choice(rule, s.secret ? RULES[rule] : `${s.off === rule ? 'off' : 'on'}: ${RULES[rule]}`, () => {
                    if (s.secret)
                        guessRule(s, rule);
                    else
                        s.off = s.off === rule ? null : rule;
                    learn.draw();
                }, s.secret ? null : s.off === rule))),
            element('pre', { id: 'learn-report' }, found ? reportOf(s, found) : 'no difference'),
            element('p', {}, found ? `${count(found.entries, 'entry', 'entries')} of 2048 differ, on ${count(sizeOf(found.squares), 'square')}. The comparator names the first.`
                : 'All 2048 entries are those of the engine’s map.'),
            element('p', 'quiet', 'The page imitates the update here, since no engine in the page is broken. It compares with the engine’s map after the move.')],
        };
    },
});
