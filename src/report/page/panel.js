// The panel: texts about the move on the board, and lines to step through.
'use strict';

// The lines of a ply, by name: { title, first, moves } where `first` is the ply at which the line begins.
/** @type {(game: Game, ply: number) => Record<string, Line>} */
function linesOf(game, ply) {
    const data = game.plies[ply - 1];
    /** @type {Record<string, Line>} */
    const lines = {};
    if (data?.line.length)
        lines.better = { title: data.best ? 'Better' : 'The engine’s line', first: ply - 1, moves: data.line };
    if (data?.reply.length)
        lines.reply = { title: 'What follows', first: ply, moves: data.reply };
    return lines;
}

/** @type {(game: Game, name: string, line: Line, at: number, choose: (name: string, at: number) => void) => HTMLElement} */
function lineRow(game, name, line, at, choose) {
    const moves = line.moves.flatMap(({ san }, i) => {
        const index = line.first + i, number = moveNumber(game, index), shown = i === 0 || !number.endsWith('...');
        return moveStep(shown ? number : '', { 'data-line': name, 'data-at': i + 1, 'aria-label': `${number} ${san}`,
            'aria-current': at === i + 1 ? 'step' : null, 'click': () => choose(name, i + 1) }, san);
    });
    return element('p', { 'class': 'line', 'role': 'group', 'aria-label': line.title },
        element('span', 'line-title', line.title), ' ', moves);
}

/** @type {(ply: Ply) => HTMLElement | null} */
function signOf(ply) {
    const { sign, kind } = markOf(ply) ?? {};
    return sign ? element('span', `sign ${kind}`, sign) : null;
}

/** @type {(game: Game, ply: number) => HTMLElement} */
function heading(game, ply) {
    if (ply === 0)
        return element('h2', {}, 'Start position');
    const data = game.plies[ply - 1], mark = markOf(data);
    return element('h2', {}, moveText(game, ply - 1), signOf(data),
        mark && element('span', `verdict ${mark.kind}`, verdictText(data)));
}

// "Blunder, 34 points lost"
/** @type {(data: Ply) => string} */
function verdictText(data) {
    const lost = Math.round(data.loss), name = markOf(data).name;
    return isFault(data) && lost > 0 ? `${name}, ${count(lost, 'point')} of 100 lost` : name;
}

// Makes buttons for at most six faults (inaccuracies, mistakes and blunders): those with the largest loss of
// winning chances, in the order of the game.
/** @type {(game: Game, go: (ply: number) => void) => HTMLElement[]} */
function keyMoments(game, go) {
    const { plies } = game, worst = range(plies.length).filter(index => isFault(plies[index]))
        .sort((a, b) => plies[b].loss - plies[a].loss).slice(0, 6).sort((a, b) => a - b);
    const items = worst.map(index => element('li', {}, button({ class: 'moment', click: () => go(index + 1) },
        element('span', {}, moveText(game, index), signOf(plies[index])), element('span', 'quiet', verdictText(plies[index])))));
    return items.length ? [element('h3', {}, 'Moments that mattered'), element('ul', 'moments', items)] : [];
}

// The text of an exercise, with two buttons that end it: tell(true) shows the answer.
/** @type {(text: string, tell: (shows: boolean) => void) => Child[]} */
const exerciseText = (text, tell) => [text, ' ', button({ class: 'link', click: () => tell(true) }, 'Show it'), ' ',
    button({ class: 'link', click: () => tell(false) }, 'Back to the game')];

// Draws the panel for a ply. line: null, or { name, at }: the line that is on the board, and the number of its moves
// made.
/** @type {(root: HTMLElement, game: Game, ply: number, line: { name: string, at: number } | null, does: PanelActions) => void} */
function drawPanel(root, game, ply, line, { choose, go, ask }) {
    const data = game.plies[ply - 1], evaluation = evaluationText(evaluationAt(game, ply));
    const had = root.contains(focused());
    refill(root, heading(game, ply),
        !line && data && isFault(data) && data.best && element('p', 'row-of-tools',
            button({ id: 'quiz', click: () => ask(ply) }, 'Find the better move')),
        evaluation && element('p', 'quiet evaluation', evaluation),
        data?.sentences.length > 0 && element('p', 'sentences', data.sentences.join(' ')),
        data?.comment && element('p', 'comment', isolated(data.comment)),
        Object.entries(linesOf(game, ply)).map(([name, shown]) =>
            lineRow(game, name, shown, line?.name === name ? line.at : 0, choose)),
        ply === 0 && keyMoments(game, go));
    if (had)
        (/** @type {HTMLElement} */ (root.querySelector('[aria-current]')) ?? $('forward')).focus({ preventScroll: true });
}
