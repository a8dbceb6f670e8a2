// The moves as a text: the main line, with each variation in brackets below the move that the variation replaces.
'use strict';

/** @type {Record<number, string>} */
const SIGNS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 8: '□' };

/** @type {Map<TreeNode, HTMLElement>} the buttons of the moves that the list has */
const drawnMoves = new Map();

/** @type {(node: TreeNode, numbered: boolean) => Child[]} */
function moveButton(node, numbered) {
    const mark = node.review ? markOf(node.review) : null, sign = mark ? mark.sign : node.nags.map(nag => SIGNS[nag] ?? '').join('');
    const number = numbered || node.parent.position.turn === 'white' ? numberOf(node.parent.position) : '';
    const step = moveStep(number, { 'tabindex': -1, 'click': () => go(node),
        'aria-label': `${numberOf(node.parent.position)} ${node.san}${mark ? `, ${mark.name}` : ''}` },
    node.san, sign ? element('span', { class: `sign ${mark?.kind ?? ''}` }, sign) : null);
    drawnMoves.set(node, /** @type {HTMLElement} */ (/** @type {Element} */ (step[0]).lastElementChild));
    return step;
}

// A comment without its commands, such as [%clk 0:09:58].
/** @type {(node: TreeNode) => Child[]} */
function commentOf(node) {
    const text = node.comment.replace(/\[%[^[\]]*\]/g, '').trim();
    return text ? [element('span', { class: 'comment' }, isolated(text)), ' '] : [];
}

// The moves after a node, as paragraphs: runs of moves, with indented variations between the runs. numbered: the first
// move has a number, even if it is Black's.
/** @type {(node: TreeNode, depth: number, numbered: boolean) => HTMLElement[]} */
function moveParagraphs(node, depth, numbered) {
    const paragraphs = [];
    let run = null;
    const add = (...children) => {
        if (!run)
            paragraphs.push(run = element('p', { class: depth ? 'variation' : '' }));
        run.append(...children.flat());
    };
    for (; node.children.length; node = node.children[0]) {
        const [main, ...others] = node.children;
        const comment = commentOf(main);
        add(moveButton(main, numbered), comment);
        numbered = comment.length + others.length > 0;
        for (const other of others) {
            const box = element('div', { class: 'variations' }, element('p', { class: 'variation' }, moveButton(other, true),
                commentOf(other)), moveParagraphs(other, depth + 1, commentOf(other).length > 0));
            if (box.children[1]?.tagName === 'P') { // the first line goes on after this move
                box.children[0].append(...box.children[1].childNodes);
                box.children[1].remove();
            }
            paragraphs.push(box);
            run = null;
        }
    }
    return paragraphs;
}

// Draws the moves. If a step leads to a drawn move, only marks that move.
/** @type {(isStep: boolean) => void} */
function drawTree(isStep) {
    const { tree, node } = view, root = $('moves'), had = root.contains(focused());
    if (!isStep || (node.parent && !drawnMoves.has(node))) {
        drawnMoves.clear();
        root.replaceChildren(
            element('p', {}, commentOf(tree.root)),
            ...tree.root.children.length ? moveParagraphs(tree.root, 0, true) : [element('p', { class: 'quiet' }, 'Move a piece, or paste a game.')],
            element('p', { class: 'row-of-tools' }));
    }
    root.lastElementChild.replaceChildren(...node.parent && !isPlaying() ? [
        variationOf(node) ? element('button', { type: 'button', id: 'promote', click: () => change(() => promote(node)) }, 'Make it the main line') : '',
        element('button', { type: 'button', id: 'delete', click: deleteMove }, `Delete from ${node.san} on`)] : []);
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
    const list = root.getBoundingClientRect(), place = now?.getBoundingClientRect();
    if (!now)
        root.scrollTop = 0;
    else if (place.top < list.top + 8 || place.bottom > list.bottom - 8)
        root.scrollTop += place.top - list.top - list.height / 3;
}

function deleteMove() {
    const { node } = view;
    change(() => remove(node), node.parent);
}
