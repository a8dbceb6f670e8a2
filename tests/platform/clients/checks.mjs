// What the scripts of this folder claim, and how they say where a claim fails.

let where = '', faults = 0;

// Names the place of the claims to come.
export function setPlace(place) {
    where = place;
}

// A claim whose failure is printed and ends the script.
export function need(well, what) {
    if (well)
        return;
    console.log(`FAILED: ${where}: ${what}`);
    process.exit(1);
}

// A claim whose failure is counted and, if it is among the first, printed; the script goes on.
export function note(well, what) {
    if (!well && faults++ < 20)
        console.log(`FAILED: ${where}: ${what}`);
}

export function faultCount() {
    return faults;
}
