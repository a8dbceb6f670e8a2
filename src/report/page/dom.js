// Making elements. Text of the data becomes text nodes only, so that markup in it stays text.
'use strict';

const $ = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (typeof value === 'function')
            node.addEventListener(name, value);
        else if (value !== null && value !== false)
            node.setAttribute(name, value);
    node.append(...children.flat().filter(child => child !== null && child !== ''));
    return node;
}

// An element with attributes (a function is a listener; null or false: no attribute) and children: elements, texts,
// lists of them, or null.
const element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Text for screen readers only.
const unseen = text => element('span', { class: 'unseen' }, text);

// Shows an element with a text, or hides it when there is none.
function showText(node, text) {
    node.textContent = text;
    node.hidden = text === '';
}
