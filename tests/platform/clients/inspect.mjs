// node inspect.mjs BINARY SUITES SCHEMA
//
// Checks the answers of the inspection commands, JSON and pictures, on positions of all suites. JSON is validated by
// SCHEMA, src/inspect/answers.schema.json; pictures are parsed as strict XML (saxes). A rules library independent of
// the engine (chessops) must agree on attackers, legal moves, the attacks and network inputs that a move adds and
// removes, the position after the move, and the men drawn.
//
// Prints the numbers of checks. Exits with 1 at the first fault, or if there were too few checks. Prints the fault.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { attacks } from 'chessops/attacks';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSquare, makeUci, parseSquare, parseUci, squareFile, squareRank } from 'chessops/util';
import { SaxesParser } from 'saxes';
import { setPlace, need } from './checks.mjs';

const [binary, suites, schema] = process.argv.slice(2);
const counts = { positions: 0, squares: 0, moves: 0, deltas: 0, pairs: 0, inputs: 0, pictures: 0, legal: 0, answers: 0 };

// --- the schema -------------------------------------------------------------------------------

const ajv = new Ajv({ strictTypes: false, allowUnionTypes: true });
ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')), 'answers');

// Reads an object. Validates it by the part of the schema for its command or event.
function checked(line) {
    const answer = JSON.parse(line), check = ajv.getSchema(`answers#/$defs/${answer.command ?? answer.event}`);
    need(check, `no such answer: ${answer.command ?? answer.event}`);
    need(check(answer), `against the schema: ${ajv.errorsText(check.errors)} in ${JSON.stringify(answer)}`);
    counts.answers++;
    return answer;
}

const FAMILIES = ['Material', 'Squares', 'Mobility', 'Pieces', 'Pawns', 'Passed', 'Threats', 'King', 'Space', 'Tempo'];

// --- asking -----------------------------------------------------------------------------------

// Runs all commands in one process. Returns the lines of the answers, without notes on men that no game gives.
function ask(commands) {
    return execFileSync(binary, [...commands, 'quit'], { encoding: 'utf8', maxBuffer: 1 << 28 })
        .replace(/^info string \w+: .*, more than a game gives\n/gm, '').split('\n');
}

// Runs commands, which must each print one line of JSON that fits the schema. Returns the objects.
function askJson(commands) {
    const lines = ask(commands);
    need(lines.pop() === '' && lines.length === commands.length, `${lines.length} lines to ${commands.length} words`);
    return lines.map(checked);
}

// --- what the library says --------------------------------------------------------------------

const ROLE = { pawn: 'Pawn', knight: 'Knight', bishop: 'Bishop', rook: 'Rook', queen: 'Queen', king: 'King' };
const VALUES = Object.keys(ROLE); // the least first

// The squares from which a colour attacks a square.
function attackersOf(board, target, color) {
    const found = [];
    for (const from of board[color])
        if (attacks(board.get(from), from, board.occupied).has(target))
            found.push(makeSquare(from));
    return found;
}

function checkMan(given, board, name) {
    const piece = board.get(parseSquare(name));
    need(piece ? given?.color === piece.color && given.type === ROLE[piece.role] && given.square === name : !given,
        `on ${name} stands ${JSON.stringify(piece)}, given is ${JSON.stringify(given)}`);
}

function checkMap(answer, board) {
    need(answer.squares.length === 64, 'not 64 squares');
    for (const given of answer.squares) {
        counts.squares++;
        checkMan(given.man, board, given.square);
        for (const color of ['white', 'black']) {
            const wanted = attackersOf(board, parseSquare(given.square), color);
            const got = given[color];
            need(got.attackers.join() === wanted.join() && got.count === wanted.length,
                `${color} attacks ${given.square} from ${wanted}, given is ${JSON.stringify(got)}`);
            const least = Math.min(...wanted.map(from => VALUES.indexOf(board.get(parseSquare(from)).role)));
            need(got.least === (wanted.length ? ROLE[VALUES[least]] : null), `the least on ${given.square} is ${got.least}`);
        }
    }
}

// All attacks of a board, as a set of strings: "e2 d3" if the piece on e2 attacks d3.
function allAttacks(board) {
    const all = new Set();
    for (const from of board.occupied)
        for (const to of attacks(board.get(from), from, board.occupied))
            all.add(`${makeSquare(from)} ${makeSquare(to)}`);
    return all;
}

// Fails unless the answer's deltas turn the attacks before the move into the attacks after the move. If a delta's
// piece has moved, its attacks before the move are from its old square, those after the move from its new square.
function checkDeltas(answer, before, after) {
    const wanted = allAttacks(after), got = allAttacks(before);
    const columns = answer.deltas.map(({ before: old }) => {
        const from = old && parseSquare(old.square);
        return new Set(old ? [...attacks(before.get(from), from, before.occupied)].map(makeSquare) : []);
    });
    answer.deltas.forEach(({ before: old }, i) => columns[i].forEach(to => got.delete(`${old.square} ${to}`)));
    answer.deltas.forEach(({ after: now, lost, gained }, i) => {
        counts.deltas++;
        for (const to of lost)
            need(columns[i].delete(to), `nobody attacked ${to}`);
        gained.forEach(to => columns[i].add(to));
        columns[i].forEach(to => need(now && got.add(`${now.square} ${to}`), `who is gone attacks ${to}`));
    });
    need(got.size === wanted.size && [...got].every(x => wanted.has(x)), `the deltas of ${answer.move} lead elsewhere`);
}

// The network's inputs of a board, as a set of strings: "white Knight e5" for each piece, and "white Knight e5 black
// Queen g6" for each threat pair without a king.
function allInputs(board) {
    const all = new Set();
    const name = square => `${board.get(square).color} ${ROLE[board.get(square).role]} ${makeSquare(square)}`;
    for (const from of board.occupied) {
        all.add(name(from));
        for (const to of attacks(board.get(from), from, board.occupied))
            if (board.occupied.has(to) && ![from, to].some(square => board.get(square).role === 'king'))
                all.add(`${name(from)} ${name(to)}`);
    }
    return all;
}

// Names an input that the engine answers, a piece or a threat pair, by the same string as allInputs.
function nameOf({ man, pair }) {
    const name = given => `${given.color} ${given.type} ${given.square}`;
    return man ? name(man) : `${name(pair.attacker)} ${name(pair.target)}`;
}

const size = given => Math.abs(given.contribution);
const falling = given => given.every((input, i) => i === 0 || size(given[i - 1]) >= size(input));

function checkEval({ classical, network }, board) {
    const wanted = allInputs(board);
    const got = [...network.pieces, ...network.pairs].map(nameOf);
    need(got.length === wanted.size && got.every(name => wanted.has(name)), `inputs ${got}, not ${[...wanted]}`);
    need(falling(network.pairs), 'the pairs are not ordered');
    const sum = key => FAMILIES.reduce((all, name) => all + classical.families[name].white[key] -
        classical.families[name].black[key], 0);
    need(sum('mid') === classical.sum.mid && sum('end') === classical.sum.end, 'the families do not add up');
    counts.pairs += network.pairs.length;
}

// The set of piece-squares that a king chooses, 0 to 3 (src/network/FORMAT.md).
function kingSet(color, king) {
    const rank = color === 'white' ? squareRank(king) : 7 - squareRank(king);
    return rank > 1 ? 3 : rank === 1 ? 2 : [0, 0, 1, 1, 1, 1, 0, 0][squareFile(king)];
}

// Fails unless the answer's inputs, mirrored sides and changed sets are the differences between the two boards.
function checkInputs({ network, move }, before, after) {
    const inputs = allInputs(before), wanted = allInputs(after);
    for (const input of network.inputs.filter(given => !given.new))
        need(inputs.delete(nameOf(input)), `${nameOf(input)} goes, but was not there`);
    for (const input of network.inputs.filter(given => given.new))
        need(!inputs.has(nameOf(input)) && inputs.add(nameOf(input)), `${nameOf(input)} comes, but was there`);
    need(inputs.size === wanted.size && [...inputs].every(name => wanted.has(name)), `inputs after ${move}`);
    for (const color of ['white', 'black']) {
        const wings = [before, after].map(board => squareFile(board.kingOf(color)) >= 4);
        need(network.mirrored.includes(color) === (wings[0] !== wings[1]), `${move} mirrors ${network.mirrored}`);
        const sets = [before, after].map(board => kingSet(color, board.kingOf(color)));
        need(network.other_set.includes(color) === (sets[0] !== sets[1]), `${move} gives another set to ${network.other_set}`);
    }
    counts.inputs += network.inputs.length;
}

function checkMove(answer, position) {
    const after = position.clone();
    after.play(parseUci(answer.move));
    const fen = parseFen(answer.after).unwrap();
    const [board, turn] = makeFen(after.toSetup()).split(' ');
    need(answer.after.startsWith(`${board} ${turn} `), `after ${answer.move}: ${answer.after}`);
    checkDeltas(answer, position.board, fen.board);
    checkInputs(answer, position.board, fen.board);
    counts.moves++;
}

// The legal moves of a position, by the library.
const legalMoves = position => [...position.allDests()].flatMap(([from, squares]) => [...squares].flatMap(to => {
    const promotes = position.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
    return (promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]).map(promotion => ({ from, to, promotion }));
}));

// Compares legal moves. The library writes castling as the king's capture of its own rook, the engine as O-O.
function checkLegal({ moves }, position) {
    const wanted = legalMoves(position).map(move => position.board.get(move.to)?.color === position.turn ?
        (move.to < move.from ? 'O-O-O' : 'O-O') : makeUci(move));
    const got = moves.map(({ move, san }) => san.startsWith('O-O') ? san.replace(/[+#]/, '') : move);
    need(got.sort().join() === wanted.sort().join(), `the legal moves are ${wanted}, given are ${got}`);
    counts.legal += got.length;
}

// --- pictures ---------------------------------------------------------------------------------

// A picture must be XML, refer only to its own parts, and draw each piece once.
function checkPicture(lines, board) {
    const ids = new Set(), used = [];
    let root, men = 0;
    const parser = new SaxesParser();
    parser.on('error', error => need(false, `a picture: ${error.message}`));
    parser.on('opentag', ({ name, attributes }) => {
        root ??= name;
        need(!ids.has(attributes.id), `two of ${attributes.id}`);
        if (attributes.id)
            ids.add(attributes.id);
        if (attributes['xlink:href'])
            used.push(attributes['xlink:href'].slice(1));
        const url = /^url\(#(.*)\)$/.exec(attributes.fill ?? '');
        if (url)
            used.push(url[1]);
        men += name === 'use';
        for (const value of Object.values(attributes))
            need(!/nan|inf\b/i.test(value), `no number: ${value}`);
    });
    parser.write(lines.join('\n')).close();
    need(root === 'svg', `the root is ${root}`);
    need(men === board.occupied.size(), `${men} men drawn of ${board.occupied.size()}`);
    for (const id of used)
        need(ids.has(id), `refers to ${id}, which is not there`);
    counts.pictures++;
}

// Checks the pictures of a position, and of the first of its moves.
function checkPictures(fen, board, [move]) {
    const commands = ['map svg', 'threats svg black', 'eval svg', ...(move ? [`explain ${move} nodes 0 svg`] : [])];
    const lines = ask(commands.map(command => `${command} fen ${fen}`));
    for (let i = 0; i < 3; i++)
        checkPicture(lines.splice(0, lines.indexOf('</svg>') + 1), board);
    if (!move)
        return;
    const after = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    after.play(parseUci(move));
    checkPicture(lines, after.board);
}

// --- positions --------------------------------------------------------------------------------

function checkPosition(fen, square, moves) {
    setPlace(fen);
    const setup = parseFen(fen).unwrap();
    const position = Chess.fromSetup(setup).unwrap(value => value, () => undefined); // none if the position is unreachable
    const legal = position ? legalMoves(position).map(makeUci) : [];
    const wanted = legal.filter((_, i) => i % Math.ceil(legal.length / moves) === 0);
    const [map, evaluation] = askJson(['map', 'eval', 'captures', 'threats', 'facts', 'lists', `attackers ${square}`]
        .map(command => `${command} json fen ${fen}`));
    checkMap(map, setup.board);
    checkEval(evaluation, setup.board);
    if (position)
        checkLegal(askJson([`moves json fen ${fen}`, `order nodes 500 json fen ${fen}`])[0], position);
    askJson(wanted.flatMap(move => [`explain ${move} nodes 200`, `see ${move}`, `motifs ${move}`, `diff ${move}`]
        .map(command => `${command} json fen ${fen}`))).filter(({ command }) => command === 'explain')
        .forEach(answer => checkMove(answer, position));
    checkPictures(fen, setup.board, wanted);
    counts.positions++;
}

const ALL = Array.from({ length: 64 }, (_, i) => makeSquare(i));
const SUITES = ['classic', 'many_pieces', 'enpassant_ferdy', 'single_check_ferdy', 'double_check_ferdy', 'chess960'];

for (const suite of SUITES) {
    const fens = readFileSync(`${suites}/${suite}.epd`, 'utf8').split('\n').filter(line => /^[^#]*\//.test(line))
        .map(line => line.split(';')[0].trim());
    for (let i = 0; i < 10; i++)
        checkPosition(fens[Math.floor(i * fens.length / 10)], ALL[(7 * i) % 64], 8);
}
// A search prints an object for each iteration or position, and an object at the end.
const FILE = `${suites}/../endings_small.epd`;
for (const [command, ...events] of [['go json depth 6', 'info', 'bestmove'], [`bench json ${FILE} nodes 500`, 'position', 'sum']]) {
    setPlace(command);
    const answers = ask([command]).filter(line => line[0] === '{').map(checked);
    need(events.every(event => answers.some(answer => answer.event === event)), `not all of ${events}`);
}

setPlace('in all');
console.log(counts);
need(counts.positions === 60 && counts.moves > 200 && counts.deltas > 500 && counts.pictures > 200 && counts.legal > 1000 &&
    counts.pairs > 1000 && counts.inputs > 1000, 'too little seen');
