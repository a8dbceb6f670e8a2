// The list of the moves.
'use strict';

// The text of a move for screen readers: "23... Rxd4, Blunder, clock 1:05".
/** @type {(game: Game, index: number) => string} */
function spokenMove(game, index) {
    const ply = game.plies[index], mark = markOf(ply);
    return [moveText(game, index), mark?.name, ply.clock !== null && `clock ${clockText(ply.clock)}`]
        .filter(Boolean).join(', ');
}

class MoveList {
    constructor(root, go) {
        this.root = root;
        this.go = go;
    }

    show(game) {
        this.game = game;
        this.buttons = game.plies.map((_, index) => this.button(index));
        const rows = [];
        let row = null;
        game.plies.forEach((ply, index) => {
            const black = moveNumber(game, index).endsWith('...');
            if (!row || !black)
                rows.push(row = element('li', 'row'));
            if (!black || !row.children.length || row.lastElementChild.className === 'why')
                row.append(element('span', { class: 'move-number', 'aria-hidden': 'true' }, moveNumber(game, index)));
            this.buttons[index].classList.add(black ? 'black-move' : 'white-move');
            row.append(this.buttons[index], ...this.why(ply));
        });
        if (!game.plies.length)
            rows.push(element('li', 'quiet', 'No moves.'));
        this.root.replaceChildren(...rows);
    }

    button(index) {
        const ply = this.game.plies[index];
        return button({
            'class': `move ${markOf(ply)?.kind ?? ''}`, 'tabindex': index ? -1 : 0,
            'data-ply': index + 1,
            'click': () => this.go(index + 1),
        }, unseen(`${moveNumber(this.game, index)} `), element('span', 'san', ply.san, signOf(ply)),
        markOf(ply) && unseen(` ${markOf(ply).name} `),
        ply.clock !== null && element('span', 'clock', unseen(' clock '), clockText(ply.clock)));
    }

    // The sentences and the comment below a move.
    why({ sentences, comment }) {
        return sentences.length || comment ? [element('div', 'why', sentences.length > 0 && paragraph(sentences.join(' ')),
            comment && element('p', 'comment', isolated(comment)))] : [];
    }

    // Marks the move that led to a ply, and scrolls the list, but not the page, to that move.
    mark(ply) {
        const had = this.root.contains(focused()), now = this.buttons[ply - 1];
        this.buttons.forEach(button => Object.assign(button, { tabIndex: -1, ariaCurrent: null }));
        (now ?? this.buttons[0])?.setAttribute('tabindex', 0);
        now?.setAttribute('aria-current', 'step');
        if (had)
            now?.focus({ preventScroll: true });
        scrollWithin(this.root, now);
    }
}
