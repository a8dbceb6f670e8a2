// The games of the page, and the head of a game.
'use strict';

// The elements do not change, and a report may have thousands of games.
let articles, scripts;
/** @type {(number: number) => Element} */
const article = number => (articles ??= document.querySelectorAll('#document article.game'))[number];
const gameScripts = () => scripts ??= document.querySelectorAll('#document script.game');
const gameCount = () => gameScripts().length;

// The data of a game, by its place in the page. The page reads the data only when the game is shown.
/** @type {(number: number) => Game} */
const readGame = number => JSON.parse(gameScripts()[number].textContent);

/** @type {(game: Game, side: Side) => HTMLElement} */
function sideCard(game, side) {
    const data = game.sides[side === 'white' ? 0 : 1], has = value => typeof value === 'number';
    const faults = [count(data.inaccuracies, 'inaccuracy', 'inaccuracies'), count(data.mistakes, 'mistake'),
        count(data.blunders, 'blunder'),
        data.missed_mates && `${count(data.missed_mates, 'mate')} missed`,
        data.allowed_mates && `${count(data.allowed_mates, 'mate')} allowed`,
        data.only && count(data.only, 'only move')].filter(Boolean);
    return element('section', 'side',
        element('h2', {}, element('span', `disc ${side}`), isolated(playerName(game, side)),
            unseen(`, ${capital(side)}`)),
        has(data.accuracy) ? [
            element('p', 'accuracy', element('strong', {}, `${data.accuracy.toFixed(1)} %`), ' accuracy'),
            element('p', 'quiet', data.phases.filter(phase => has(phase.accuracy)).map(phase => `${phase.name} ${percent(phase.accuracy)}`).join(' · ')),
            element('p', 'quiet', faults.join(', '),
                has(data.average_loss_cp) ? `; average loss ${data.average_loss_cp} centipawns` : '')]
            : element('p', 'quiet', 'Not judged.'));
}

/** @type {(game: Game) => void} */
function drawHead(game) {
    showText($('event'), ...joined([game.event, game.site, dateText(game.date), isKnown(game.round) ? `round ${game.round}` : '',
        controlText(tagOf(game.tags, 'TimeControl'))].filter(isKnown).map(isolated), ' · '));
    showText($('opening'), game.opening && `${game.opening.eco} ${game.opening.name}`);
    showText($('summary'), game.summary);
    refill($('sides'), SIDES.map(side => sideCard(game, side)));
}

// True if the report judges only Black's moves. Such a game has Black at the bottom of the board.
/** @type {(game: Game) => boolean} */
const judgesOnlyBlack = ({ sides: [white, black] }) => white.accuracy === null && black.accuracy !== null;

// Marks the text of a game as the one to print; -1: no game.
/** @type {(number: number) => void} */
function markText(number) {
    document.querySelector('#document .current')?.classList.remove('current');
    if (number >= 0)
        article(number).classList.add('current');
}

// Before a print the text of the game gets its curve, and a board at each marked move. positions: by ply.
/** @type {(game: Game, positions: Position[], flipped: boolean) => void} */
function preparePrint(game, positions, flipped) {
    const text = document.querySelector('#document .current');
    if (!text || text.querySelector('.curve-picture'))
        return;
    text.querySelector('.moves')?.before(element('div', 'printed-curve', curvePicture(game, 680, 150)));
    for (const marked of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll('.marked'))) {
        const position = positions[Number(marked.dataset.ply) + 1];
        if (position)
            marked.prepend(boardPicture(position, flipped));
    }
}

// Tells how the reports of the page were made, if the page has reports.
function drawAbout() {
    const data = $('about-data')?.textContent;
    if (!data)
        return;
    const { generator, settings: { time_ms, nodes, depth, threads, scale, network } } = JSON.parse(data);
    const limits = [time_ms && `${time_ms / 1000} s`, nodes && count(nodes, 'node'), depth && `depth ${depth}`].filter(Boolean);
    showText($('about'), `Explained by ${generator}` + (limits.length ? `, ${limits.join(', ')} a move` : '') +
        `, ${count(threads, 'thread')}${network ? `, ${network}` : ''}. Winning chances are those of ${scale === 'human' ? 'people' : 'engines'}.`);
}
