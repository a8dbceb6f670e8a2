// One sentence why a move is good or bad, from the engine's `explain`.
'use strict';

/** @type {(man: { type: string, square: string }) => string} */
const pieceOf = ({ type, square }) => `${type.toLowerCase()} on ${square}`;

// A threat in words, for the end of a sentence: "attacks the queen on d8".
function threatPhrase({ kind, targets }) {
    const names = targets.map(target => `the ${pieceOf(target)}`);
    return { check: 'gives check', fork: `forks ${names.join(' and ')}` }[kind] ?? `threatens to take ${names[0]}`;
}

/** @type {(squares: string[]) => string} */
const listed = squares => squares.length > 5 ? `${squares.slice(0, 4).join(', ')} and ${squares.length - 4} more squares` : squares.join(', ');

// The effect of a move in words, for the end of a sentence.
function deedPhrase({ side, motifs, new: fresh, gone, deltas, game_after: after }) {
    const mine = fresh.find(threat => threat.by === side && !isPin(threat));
    const theirs = gone.find(threat => threat.by !== side && !isPin(threat));
    const bad = fresh.find(threat => threat.by !== side && threat.now && threat.kind !== 'check' && !isPin(threat));
    const own = deltas.filter(({ color, after: man }) => color === side && man), gained = [...new Set(own.flatMap(delta => delta.gained))];
    if (after.over)
        return `ends the game: ${after.end}`;
    if (motifs.length)
        return motifs[0].text;
    if (bad)
        return `leaves the ${pieceOf(bad.targets[0])} to be taken`;
    if (mine)
        return threatPhrase(mine);
    if (theirs)
        return theirs.kind === 'check' ? 'gets out of check' : `answers the threat to the ${pieceOf(theirs.targets[0])}`;
    return gained.length ? `now attacks ${listed(gained)}` : 'attacks nothing new';
}

// Returns the sentence about a move: "Nxg6 forks the queen on e7 and the rook on h8. Better is Bxa6."
/** @type {(san: string, answer: any) => string} */
function whySentence(san, answer) {
    const better = answer.worth?.better?.line[0];
    return `${san} ${deedPhrase(answer)}.${better ? ` Better is ${better}.` : ''}`;
}
