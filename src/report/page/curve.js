// The curve of White's winning chances over the plies, from the start position on.
'use strict';

const CURVE_TOP = 6, CURVE_FOOT = 20; // pixels above and below the curve; the foot has the numbers of the moves

/** @type {(game: Game, ply: number) => Evaluation | null} */
const evaluationAt = (game, ply) => ply ? game.plies[ply - 1].eval : game.first;

// The points of the curve, in pixels of the picture: [{ ply, x, y }]. Plies without winning chances have no point.
/** @type {(game: Game, width: number, height: number) => { ply: number, x: number, y: number }[]} */
function curvePoints(game, width, height) {
    const plies = game.plies.length;
    return range(plies + 1).filter(ply => chancesKnown(evaluationAt(game, ply)))
        .map(ply => ({ ply, x: plyX(ply, plies, width), y: chancesY(evaluationAt(game, ply).win, height) }));
}

const plyX = (ply, plies, width) => 5 + (width - 10) * ply / Math.max(plies, 1);
const chancesY = (win, height) => CURVE_TOP + (height - CURVE_TOP - CURVE_FOOT) * (1 - win / 100);

// The labels of the axis below the curve: move numbers, as many as fit.
/** @type {(game: Game, width: number, height: number) => SVGElement[]} */
function curveNumbers(game, width, height) {
    const moves = game.plies.length / 2, apart = [1, 2, 5, 10, 20, 50, 100, 200].find(n => moves / n <= width / 60) ?? 500;
    return game.plies.flatMap((_, index) => {
        const text = moveNumber(game, index), number = parseInt(text);
        return text.endsWith('...') || number % apart ? []
            : svg('text', { 'x': plyX(index + 1, game.plies.length, width), 'y': height - 5, 'text-anchor': 'middle' }, String(number));
    });
}

// Marks of the moves: a shape for each kind, so that nobody needs colours to tell the kinds apart.
/** @type {(game: Game, ply: number, point: { x: number, y: number }) => SVGElement} */
function curveMark(game, ply, { x, y }) {
    const mark = markOf(game.plies[ply - 1]), at = (dx, dy) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
    const shape = {
        blunder: `M${at(-6, 0)} A6 6 0 1 1 ${at(6, 0)} A6 6 0 1 1 ${at(-6, 0)} Z`,
        mistake: `M${at(0, -6)} L${at(6, 5)} L${at(-6, 5)} Z`,
        inaccuracy: `M${at(0, -5)} L${at(5, 0)} L${at(0, 5)} L${at(-5, 0)} Z`,
    }[mark.kind];
    return svg('path', { 'd': shape, 'class': `mark ${mark.kind}`, 'data-ply': ply },
        svg('title', {}, `${moveText(game, ply - 1)}: ${mark.name}`));
}

/** @type {(game: Game, width: number, height: number) => SVGElement} */
function curvePicture(game, width, height) {
    const points = curvePoints(game, width, height), low = chancesY(0, height), high = chancesY(100, height);
    const marks = points.filter(({ ply }) => ply > 0 && isFault(game.plies[ply - 1]));
    const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L');
    return svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, class: 'curve-picture' },
        svg('rect', { class: 'black-part', x: 0, y: high, width, height: low - high }),
        points.length > 0 && svg('path', {
            class: 'white-part',
            d: `M0 ${low} V${points[0].y.toFixed(1)} L${line} L${width} ${points.at(-1).y.toFixed(1)} V${low} Z`,
        }),
        svg('path', { class: 'middle', d: `M0 ${chancesY(50, height)} H${width}` }),
        points.length > 0 && svg('path', { class: 'line', d: `M${line}` }),
        svg('rect', { class: 'frame', x: 0.5, y: high - 0.5, width: width - 1, height: low - high + 1 }),
        svg('g', 'curve-numbers', curveNumbers(game, width, height)),
        marks.map(point => curveMark(game, point.ply, point)));
}

// The curve of the page, which is a slider over the plies. go(ply) is called when the slider is moved.
class Curve {
    constructor(root, go) {
        this.root = root;
        this.go = go;
        on(root, {
            pointerdown: event => {
                if (event.button !== 0)
                    return;
                root.setPointerCapture(event.pointerId);
                this.goTo(event);
            },
            pointermove: event => root.hasPointerCapture(event.pointerId) && this.goTo(event),
            keydown: event => this.press(event),
        });
        new ResizeObserver(() => this.draw()).observe(root);
    }

    show(game) {
        this.game = game;
        this.ply = 0;
        this.draw();
    }

    draw() {
        const { game, root: { clientWidth: width, clientHeight: height } } = this;
        if (!game || !width)
            return;
        this.cursor = svg('g', 'cursor');
        const picture = curvePicture(game, width, height);
        picture.ariaHidden = 'true';
        picture.append(this.cursor);
        refill(this.root, picture);
        this.mark(this.ply);
    }

    // Shows which ply the board shows.
    mark(ply) {
        const { game, root } = this, evaluation = evaluationAt(game, ply), data = game.plies[ply - 1];
        this.ply = ply;
        root.ariaValueMax = game.plies.length;
        root.ariaValueNow = ply;
        root.ariaValueText = [data ? moveText(game, ply - 1) : 'Start position', data && isFault(data) && markOf(data).name, chancesText(evaluation)]
            .filter(Boolean).join(', ');
        if (!this.cursor)
            return;
        const { clientWidth: width, clientHeight: height } = root, x = plyX(ply, game.plies.length, width);
        refill(this.cursor, svg('path', { d: `M${x.toFixed(1)} ${CURVE_TOP} V${height - CURVE_FOOT}` }),
            chancesKnown(evaluation) && svg('circle', { cx: x.toFixed(1), cy: chancesY(evaluation.win, height).toFixed(1), r: 4 }));
    }

    goTo(event) {
        const { left, width } = this.root.getBoundingClientRect();
        this.goWithin(Math.round((event.clientX - left - 5) / (width - 10) * this.game.plies.length));
    }

    goWithin(ply) {
        this.go(Math.max(0, Math.min(this.game.plies.length, ply)));
    }

    // Handles the keys of a slider; page.js handles the other keys.
    press(event) {
        const by = keyed(event, { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 });
        if (by)
            this.goWithin(this.ply + by);
    }
}
