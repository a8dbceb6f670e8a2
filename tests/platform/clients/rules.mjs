// The rules of chess as two libraries have them, behind one interface: chess.js for standard chess,
// chessops for Chess960. Nothing in here knows the engine.
//
// A move is text in the one spelling that UCI allows an engine: castling is the King's two-square step in
// standard chess, King takes Rook in Chess960. Anything else is illegal here, also where a library would
// be lenient.
//
//   play(text)     plays a move; throws an Error that names it and the position if it is illegal
//   takeBack()     undoes the last move
//   legal()        all legal moves
//   countLegal()   how many there are (in chess.js cheaper by far)
//   ending()       undefined, "checkmate", "stalemate", or what drawn() says
//   drawn()        undefined, "material", "threefold" or "fifty moves"; mates are not looked for
//   sideToMove()   "w" or "b"
//   isCastling(text), otherSpelling(text)   the other spelling of a castling move; undefined if that would
//                  mean another legal move, or if the move is no castling
import { Chess } from 'chess.js';
import { Chess as Position, castlingSide, normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { kingCastlesTo, makeSquare, makeUci, parseUci } from 'chessops/util';

function illegal(text, fen) {
    return new Error(`illegal move ${text} in ${fen}`);
}

const ROOK_FILE = { c: 'a', g: 'h' };

export class StandardRules {
    constructor(fen) {
        this.board = new Chess(fen);
    }

    fen() {
        return this.board.fen();
    }

    play(text) {
        let move;
        try {
            move = this.board.move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] });
        } catch {
            throw illegal(text, this.fen());
        }
        if (move.lan === text)
            return;
        this.board.undo(); // such as a promotion letter behind a move that promotes nothing
        throw illegal(text, this.fen());
    }

    takeBack() {
        this.board.undo();
    }

    legal() {
        return this.board.moves({ verbose: true }).map(move => move.lan);
    }

    countLegal() {
        return this.board.moves().length;
    }

    ending() {
        if (this.board.isCheckmate())
            return 'checkmate';
        return this.board.isStalemate() ? 'stalemate' : this.drawn();
    }

    drawn() {
        if (this.board.isInsufficientMaterial())
            return 'material';
        if (this.board.isThreefoldRepetition())
            return 'threefold';
        return this.board.isDrawByFiftyMoves() ? 'fifty moves' : undefined;
    }

    sideToMove() {
        return this.board.turn();
    }

    isCastling(text) {
        return this.board.get(text.slice(0, 2))?.type === 'k' && ['e1c1', 'e1g1', 'e8c8', 'e8g8'].includes(text);
    }

    otherSpelling(text) {
        return this.isCastling(text) ? text.slice(0, 2) + ROOK_FILE[text[2]] + text[3] : undefined;
    }
}

export class Chess960Rules {
    constructor(fen) {
        this.stack = [{ position: Position.fromSetup(parseFen(fen).unwrap()).unwrap() }];
        this.top().repetitions = this.repetitions();
    }

    top() {
        return this.stack[this.stack.length - 1];
    }

    fen() {
        return makeFen(this.top().position.toSetup());
    }

    // How often this position has been there before: the same men, side to move, castling and e.p. rights.
    repetitions() {
        const top = this.top();
        top.key = this.fen().split(' ').slice(0, 4).join(' ');
        return this.stack.filter(state => state.key === top.key).length - 1;
    }

    play(text) {
        const { position } = this.top();
        const move = parseUci(text);
        if (!move || !position.isLegal(move) || makeUci(normalizeMove(position, move)) !== text)
            throw illegal(text, this.fen());
        const next = position.clone();
        next.play(move);
        this.stack.push({ position: next });
        this.top().repetitions = this.repetitions();
    }

    takeBack() {
        this.stack.pop();
    }

    legal() {
        const { position } = this.top();
        const moves = [];
        for (const [from, squares] of position.allDests())
            for (const to of squares) {
                const last = position.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
                for (const promotion of last ? ['queen', 'rook', 'bishop', 'knight'] : [undefined])
                    moves.push(makeUci(normalizeMove(position, { from, to, promotion })));
            }
        return [...new Set(moves)]; // castling may have been given in both spellings
    }

    countLegal() {
        return this.legal().length;
    }

    ending() {
        const { position } = this.top();
        if (position.isCheckmate())
            return 'checkmate';
        return position.isStalemate() ? 'stalemate' : this.drawn();
    }

    drawn() {
        const { position, repetitions } = this.top();
        if (position.isInsufficientMaterial())
            return 'material';
        if (repetitions >= 2)
            return 'threefold';
        return position.halfmoves >= 100 ? 'fifty moves' : undefined;
    }

    sideToMove() {
        return this.top().position.turn[0];
    }

    isCastling(text) {
        const { position } = this.top();
        return castlingSide(position, parseUci(text)) !== undefined;
    }

    otherSpelling(text) {
        const { position } = this.top();
        const side = castlingSide(position, parseUci(text));
        if (side === undefined)
            return undefined;
        const to = makeSquare(kingCastlesTo(position.turn, side));
        const from = text.slice(0, 2);
        const steps = Math.abs(to.charCodeAt(0) - from.charCodeAt(0));
        const own = position.board[position.turn].has(parseUci(from + to).to);
        // One step is a plain King move, and a square of one's own men might be the other Rook's.
        return steps >= 2 && !own ? from + to : undefined;
    }
}
