// The moves as a text: the main line, with each variation in brackets below the move that the variation replaces.
'use strict';

const SIGNS = [...GLYPHS, '', '□'];

/** @type {Map<TreeNode, HTMLElement>} the buttons of the moves that the list has */
const drawnMoves = new Map();

/** @type {(node: TreeNode, numbered: boolean) => (Node | string)[]} */
function moveButton(node, numbered) {
    const { review: ply, nags, san, parent: { position } } = node, number = numberOf(position);
    const mark = ply && markOf(ply), sign = mark ? mark.sign : nags.map(nag => SIGNS[nag] ?? '').join('');
    const step = moveStep(numbered || position.turn === 'white' ? number : '', { 'tabindex': -1, 'click': () => go(node),
        'aria-label': `${number} ${san}${mark ? `, ${mark.name}` : ''}` },
    san, sign && element('span', `sign ${mark?.kind ?? ''}`, sign));
    drawnMoves.set(node, /** @type {HTMLElement} */ (/** @type {Element} */ (step[0]).lastElementChild));
    return step;
}

// A comment without its commands, such as [%clk 0:09:58].
/** @type {(node: TreeNode) => (Node | string)[]} */
function commentOf(node) {
    const text = node.comment.replace(/\[%[^[\]]*\]/g, '').trim();
    return text ? [element('span', 'comment', isolated(text)), ' '] : [];
}

// The moves after a node, as paragraphs: runs of moves, with indented variations between the runs. numbered: the first
// move has a number, even if it is Black's. begun: a variation's first paragraph, which has the variation's first move.
/** @type {(node: TreeNode, numbered: boolean, begun?: HTMLElement | null) => HTMLElement[]} */
function moveParagraphs(node, numbered, begun = null) {
    const paragraphs = begun ? [begun] : [];
    let run = begun;
    for (; node.children.length; node = node.children[0]) {
        const [main, ...others] = node.children, comment = commentOf(main);
        if (!run)
            paragraphs.push(run = element('p', begun ? 'variation' : ''));
        run.append(...moveButton(main, numbered), ...comment);
        numbered = comment.length + others.length > 0;
        for (const other of others) {
            paragraphs.push(element('div', 'variations', moveParagraphs(other, commentOf(other).length > 0,
                element('p', 'variation', moveButton(other, true), commentOf(other)))));
            run = null;
        }
    }
    return paragraphs;
}

// Draws the moves. If a step leads to a drawn move, only marks that move.
/** @type {(isStep: boolean) => void} */
function drawTree(isStep) {
    const { tree, node } = view, root = $('moves'), had = root.contains(focused()) || $('lines').querySelector(':focus-visible');
    if (!isStep || (node.parent && !drawnMoves.has(node))) {
        drawnMoves.clear();
        refill(root, element('p', {}, commentOf(tree.root)),
            tree.root.children.length ? moveParagraphs(tree.root, true) : element('p', 'quiet', 'Move a piece, or paste a game.'),
            element('p', 'row-of-tools'));
    }
    refill(root.lastElementChild, node.parent && !game.isOn && [
        variationOf(node) && button({ id: 'promote', click: () => change(() => (promote(node), node)) }, 'Make it the main line'),
        button({ id: 'delete', click: () => change(() => (remove(node), node.parent)) }, `Delete from ${node.san} on`)]);
    markMove(root, drawnMoves.get(node));
    if (had)
        (drawnMoves.get(node) ?? root).focus({ preventScroll: true });
}

// Marks the move on the board, and scrolls the list to that move. The Tab key reaches this move, or the first move.
/** @type {(root: HTMLElement, now: HTMLElement | undefined) => void} */
function markMove(root, now) {
    root.querySelector('[aria-current]')?.removeAttribute('aria-current');
    root.querySelector('.line-move[tabindex="0"]')?.setAttribute('tabindex', '-1');
    (now ?? root.querySelector('.line-move'))?.setAttribute('tabindex', '0');
    now?.setAttribute('aria-current', 'step');
    scrollWithin(root, now);
}
