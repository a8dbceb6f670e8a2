// Checks for the scripts of this folder, which print the place of a failure.

let where = '', faults = 0;

// Sets the place that failures of later checks print.
export function setPlace(place) {
    where = place;
}

// Checks a claim; a failure is printed and ends the script.
export function need(well, what) {
    if (well)
        return;
    console.log(`FAILED: ${where}: ${what}`);
    process.exit(1);
}

// Checks a claim; a failure is counted, and the first 20 are printed. The script goes on.
export function note(well, what) {
    if (!well && faults++ < 20)
        console.log(`FAILED: ${where}: ${what}`);
}

export function faultCount() {
    return faults;
}
