// Checks for the scripts of this folder. Each check prints the place of a failure.

let where = '', faults = 0;

// Sets the place that failures of later checks print.
export function setPlace(place) {
    where = place;
}

// Checks a claim. Prints a failure and ends the script.
export function need(well, what) {
    if (well)
        return;
    console.log(`FAILED: ${where}: ${what}`);
    process.exit(1);
}

// Checks a claim. Counts failures and prints the first 20. The script goes on.
export function note(well, what) {
    if (!well && faults++ < 20)
        console.log(`FAILED: ${where}: ${what}`);
}

export function faultCount() {
    return faults;
}
