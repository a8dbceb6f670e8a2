// The part of the page that teaches how the engine works.
'use strict';

const learn = {
    root: null, // the section of the part, which is its own

    // Called when the tab is opened, each time.
    enter(desk, step) {
        this.root = $('learn');
    },

    // Called when another tab is opened.
    leave() {},
};
