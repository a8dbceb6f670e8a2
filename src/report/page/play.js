// A game against the engine.
'use strict';

const MOVE_MS = 1000, TICK_MS = 100;
/** @type {(side: string) => string} */
const lostBy = side => side === 'white' ? '0-1' : '1-0';

const game = {
    isOn: false,
    side: 'white',  // the side that the reader plays
    name: '',       // the name of the engine
    clock: null,    // { increment, white, black, since }: milliseconds; since: when `spend` was last called
    last: null,     // the last node of the game
    turn: 0,
    end: null,      // how the game ended, in words; null before the end

    enter() {
        review.stop();
        this.draw();
    },

    leave() {
        this.stop('The game was left.');
    },

    // Leaves the game before another tree comes to the board.
    forget() {
        this.leave();
        Object.assign(this, { end: null, clock: null });
        showText($('said'));
    },

    stop(end, result = '*') {
        if (!this.isOn)
            return;
        view.tree.tags.Result = result;
        Object.assign(this, { isOn: false, end, turn: this.turn + 1 });
        clearInterval(this.ticking);
        setLines();
        this.draw();
    },

    // Starts the game that the reader has chosen in the form.
    async begin() {
        const [level, side, clock, from] = ['level', 'side', 'clock', 'from'].map(id => $(id).value);
        const [option, value] = level.split('='), [base, increment] = clock.split(' ').map(Number);
        const opponent = $('level').selectedOptions[0].text.toLowerCase();
        const mine = ++this.turn;
        review.stop();
        await review.under;
        if (mine !== this.turn || part !== 'play')
            return;
        setOptions({ 'MultiPV': 1, 'UCI_LimitStrength': option === 'UCI_Elo', 'Skill Level': 20, [option]: value });
        search.engine.send('ucinewgame');
        this.name = `Panoptes, ${opponent}`;
        this.side = side === 'random' ? SIDES[Math.floor(2 * Math.random())] : side;
        const names = ['You', this.name], [White, Black] = this.side === 'white' ? names : names.reverse();
        const date = new Date().toLocaleDateString('sv').replaceAll('-', '.'); // Sweden writes 2026-11-29
        setTree(newTree(from === 'here' ? fenOf(view.node.position) : START, { Event: 'A game in the page', Date: date, White, Black,
            ...base ? { TimeControl: `${base}+${increment}` } : {} }));
        Object.assign(this, { isOn: true, end: null,
            clock: base ? { increment: 1000 * increment, white: 1000 * base, black: 1000 * base, since: performance.now() } : null });
        view.flipped = this.side === 'black';
        if (this.clock)
            this.ticking = setInterval(() => this.tick(), TICK_MS);
        await this.reach(view.tree.root);
    },

    isReadersTurn() {
        return this.last.position.turn === this.side;
    },

    tick() {
        const { turn } = this.last.position;
        if (!this.spend())
            this.stop(`${capital(turn)} has no time left.`, lostBy(turn));
        drawPlayers();
    },

    // Takes the time since the last call from the side to move. Returns the milliseconds that the side has left.
    spend() {
        const { clock } = this, { turn } = this.last.position, { since } = clock;
        clock.since = performance.now();
        return clock[turn] = Math.max(0, clock[turn] + since - clock.since);
    },

    // Makes a move, and sets the clock.
    async move(move) {
        const { clock, last } = this;
        if (clock) {
            this.spend();
            clock[last.position.turn] += clock.increment;
        }
        await this.reach(childOf(last, moveOf(last.position, move)));
    },

    // Shows a node as the game's last, detects the end of the game, and lets the engine move if it is the engine's turn.
    async reach(node) {
        const mine = this.turn;
        this.last = view.node = node;
        complain(null);
        this.draw();
        await setPosition(asker, node);
        const { game: { end } } = await json('threats json');
        if (mine !== this.turn || node !== this.last)
            return;
        if (end)
            this.stop(`The game has ended: ${end}.`, end === 'checkmate' ? lostBy(node.position.turn) : '1/2-1/2');
        else
            await this.think();
    },

    async think() {
        if (this.isReadersTurn())
            return;
        const mine = this.turn, { clock, last } = this, whole = side => Math.max(1, Math.round(clock[side]));
        await setPosition(search.engine, last);
        const { bestmove } = await search.engine.go(clock ? { wtime: whole('white'), btime: whole('black'),
            winc: clock.increment, binc: clock.increment } : { movetime: MOVE_MS });
        if (mine === this.turn)
            await this.move(bestmove);
    },

    // Undoes the reader's last move.
    async takeBack() {
        const node = this.isReadersTurn() ? this.last.parent?.parent : this.last.parent;
        if (!node)
            return;
        this.turn++;
        search.engine.send('stop');
        node.children = [];
        await this.reach(node);
    },

    async hint() {
        const { last } = this;
        await setPosition(asker, last);
        const { bestmove } = await asker.go({ nodes: 100000 });
        if (last === view.node) {
            view.hint = bestmove;
            view.shown.add('best');
            drawBoard();
        }
    },

    resign() {
        this.stop('You resigned.', lostBy(this.side));
    },

    // Draws the page and the controls of the game.
    draw() {
        update();
        $('review').disabled = this.isOn;
        const said = this.isOn ? this.isReadersTurn() ? 'It is your move.' : `${this.name}, is thinking.` : this.end;
        showText($('said'), said);
        $('during').hidden = !this.isOn;
        $('before').hidden = this.isOn;
        if (search.nps)
            $('millions').textContent = (search.nps / 1e6).toFixed(1);
    },
};
