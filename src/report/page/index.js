// The index of a report's games, the title of a game, and links to the previous and the next game.
'use strict';

/** @type {(number: number) => HTMLElement} */
function indexEntry(number) {
    const nodes = name => [...article(number).querySelector(name)?.cloneNode(true).childNodes ?? []];
    const accuracies = [...article(number).querySelectorAll('.sides td:nth-child(2)')].map(cell => cell.textContent)
        .filter(cell => /\d/.test(cell));
    return element('li', {}, element('a', { href: `#${article(number).id}` }, nodes('h2')),
        element('p', 'quiet', joined(['.event', '.opening'].map(nodes).filter(found => found.length), ' · ')
            .flat()),
        element('p', {}, nodes('.summary')),
        accuracies.length > 0 && element('p', 'quiet', `Accuracy ${accuracies.join(' and ')}`));
}

function drawIndex() {
    $('index-title').textContent = document.title || 'Games';
    const entries = range(gameCount()).map(indexEntry);
    $('index-list').replaceChildren(...entries.length ? entries : [element('li', {}, 'There are no games here.')]);
    $('index-players').replaceChildren(...document.querySelector('#players-summary')?.cloneNode(true).childNodes ?? []);
}

/** @type {Record<string, string>} */
const RESULTS = { '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' };

/** @type {(game: Game) => void} */
function drawTitle(game) {
    $('players').replaceChildren(isolated(playerName(game, 'white')), '\u00a0– ', isolated(playerName(game, 'black')),
        ...RESULTS[game.result] ? [' ', element('span', 'result', RESULTS[game.result])] : []);
    showText($('error'), game.error);
}

// Draws the links to the previous and the next game.
/** @type {(number: number) => void} */
function drawNeighbours(number) {
    const link = (node, to) => {
        node.hidden = to < 0 || to >= gameCount();
        if (!node.hidden)
            node.href = `#${article(to).id}`;
    };
    $('other-games').hidden = gameCount() < 2;
    link($('previous-game'), number - 1);
    link($('next-game'), number + 1);
}
