// Checks for the scripts of this folder. Each check prints the place of a failure.

let where = '', faults = 0;

// Sets the place that failures of later checks print.
export function setPlace(place) {
    where = place;
}

// If `well` is false, prints the place and `what`, and ends the script with status 1.
export function need(well, what) {
    if (well)
        return;
    console.log(`FAILED: ${where}: ${what}`);
    process.exit(1);
}

// If `well` is false, counts a failure. Prints the first 20 failures. The script goes on.
export function note(well, what) {
    if (!well && faults++ < 20)
        console.log(`FAILED: ${where}: ${what}`);
}

export function faultCount() {
    return faults;
}
